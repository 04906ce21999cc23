package mgcp

import (
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"osmo-mgw-go/internal/needs"
	"osmo-mgw-go/internal/specdata"
	"osmo-mgw-go/internal/testnet"
)

// What BenchmarkCallSetup does.
const (
	setupCalls = 2000
	setupRate  = 1000 // calls a second
	mediaCalls = 200  // that carry RTP meanwhile
)

// BenchmarkCallSetup sets calls up on a gateway of 4,000 endpoints and tears them down, while others carry media. It
// prints the time from a request to its reply, and fails if a request is lost.
func BenchmarkCallSetup(b *testing.B) {
	cc := needs.Program(b, "gcc", "gcc")
	rtpload := filepath.Join(b.TempDir(), "rtpload")
	if out, err := exec.Command(cc, "-O2", "-o", rtpload, filepath.Join(specdata.Root(b), "test/tools/rtpload.c")).CombinedOutput(); err != nil {
		b.Fatalf("compile rtpload: %v\n%s", err, out)
	}
	c := testnet.NewConfig(b)
	c.IPv6, c.Endpoints, c.RTPFirst, c.RTPLast = "", 4000, 16000, 31999
	g := testnet.Start(b, c)
	media := exec.Command(rtpload, "-c", strconv.Itoa(mediaCalls), "-s", "3600", "-m", strconv.Itoa(c.MGCP), "-p", strconv.Itoa(g.PID()))
	if err := media.Start(); err != nil {
		b.Fatal(err)
	}
	defer func() {
		_ = media.Process.Kill()
		_ = media.Wait()
	}()
	testnet.Eventually(b, "media flows", func() error {
		v := testnet.NewVTY(b, g)
		if n := strings.Count(v.Command(b, "show mgcp active"), "CONN:"); n < 2*mediaCalls {
			return fmt.Errorf("%d connections", n)
		}
		return nil
	})

	var took []time.Duration
	for b.Loop() {
		l := &loader{replies: map[string]chan string{}}
		conn, err := net.Dial("udp", net.JoinHostPort(c.IP, strconv.Itoa(c.MGCP)))
		if err != nil {
			b.Fatal(err)
		}
		l.conn = conn
		go l.read()
		endpoints := make([]string, setupCalls)
		pace := time.NewTicker(time.Second / setupRate)
		var calls sync.WaitGroup
		for i := range setupCalls {
			<-pace.C
			calls.Go(func() { endpoints[i] = l.setUp(i) })
		}
		calls.Wait()
		for i := range setupCalls {
			<-pace.C
			calls.Go(func() { l.ask("DLCX", i, 4, endpoints[i], fmt.Sprintf("C: %x\r\n", i)) })
		}
		calls.Wait()
		pace.Stop()
		conn.Close()
		if l.lost > 0 {
			b.Errorf("%d of %d requests lost", l.lost, 4*setupCalls)
		}
		took = append(took, l.took...)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "max-ms")
}

// loader is a call agent with many calls at once.
type loader struct {
	conn net.Conn

	mu      sync.Mutex
	replies map[string]chan string // by transaction id
	took    []time.Duration
	lost    int
}

// setUp makes a call of two legs and returns its endpoint.
func (l *loader) setUp(call int) string {
	id := fmt.Sprintf("C: %x\r\n", call)
	sdp := "\r\nv=0\r\nc=IN IP4 127.0.0.1\r\nm=audio 9000 RTP/AVP 112\r\na=rtpmap:112 AMR/8000/1\r\na=fmtp:112 octet-align=1\r\na=ptime:20\r\n"
	first := l.ask("CRCX", call, 1, "rtpbridge/*@mgw", id+"M: recvonly\r\nL: p:20, a:AMR, nt:IN\r\n")
	endpoint, connection := word(first, "Z: "), word(first, "I: ")
	l.ask("CRCX", call, 2, endpoint, id+"M: sendrecv\r\n"+sdp)
	l.ask("MDCX", call, 3, endpoint, id+"I: "+connection+"\r\nM: sendrecv\r\n"+sdp)
	return endpoint
}

func word(reply, name string) string {
	_, rest, _ := strings.Cut(reply, "\r\n"+name)
	value, _, _ := strings.Cut(rest, "\r\n")
	return value
}

// ask sends a request and waits for its reply; one that was refused counts as lost.
func (l *loader) ask(verb string, call, step int, endpoint, body string) string {
	id := strconv.Itoa(10*call + step)
	reply := make(chan string, 1)
	l.mu.Lock()
	l.replies[id] = reply
	l.mu.Unlock()
	begin := time.Now()
	_, _ = fmt.Fprintf(l.conn, "%s %s %s MGCP 1.0\r\n%s", verb, id, endpoint, body)
	var text string
	select {
	case text = <-reply:
	case <-time.After(2 * time.Second):
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took = append(l.took, time.Since(begin))
	if !strings.HasPrefix(text, "2") {
		l.lost++
	}
	return text
}

func (l *loader) read() {
	buffer := make([]byte, 4096)
	for {
		n, err := l.conn.Read(buffer)
		if err != nil {
			return
		}
		text := string(buffer[:n])
		fields := strings.Fields(text)
		l.mu.Lock()
		reply := l.replies[fields[1]]
		l.mu.Unlock()
		reply <- text
	}
}
