package logging

import (
	"encoding/binary"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"strings"
)

// GSMTAPPort is where GSMTAP goes (UDP).
const GSMTAPPort = 4729

/*
The header of a log message (GSMTAP version 2, type 0x10), big endian:

	 0      version 2, header length 4 (words), type 0x10, 13 octets of 0
	16      seconds u32, microseconds u32
	24      process name, 16 octets
	40      thread id u32
	44      level u8, 3 octets of 0
	48      category, 16 octets
	64      source file, 32 octets
	96      line u32
	100     text
*/
const (
	gsmtapTimeOffset     = 16
	gsmtapProcessOffset  = 24
	gsmtapThreadOffset   = 40
	gsmtapLevelOffset    = 44
	gsmtapCategoryOffset = 48
	gsmtapFileOffset     = 64
	gsmtapLineOffset     = 96
	gsmtapHeader         = 100
)

// OpenGSMTAP makes a target that sends every line to a host by UDP. Where the host is this machine, a socket is kept
// open that takes what nobody else receives, so that the kernel does not answer with errors.
func (s *System) OpenGSMTAP(host string, mode Mode) (*Target, error) {
	conn, err := net.Dial("udp", net.JoinHostPort(host, strconv.Itoa(GSMTAPPort)))
	if err != nil {
		return nil, fmt.Errorf("GSMTAP: %w", err)
	}
	g := &gsmtapSink{ident: s.ident, conn: conn.(*net.UDPConn)}
	remote := conn.RemoteAddr().(*net.UDPAddr)
	// A failure means that somebody listens there, which is what the socket would be for.
	if own, err := net.ListenUDP("udp", remote); err == nil {
		g.taker = own
	}
	return s.add(GSMTAP, host, mode, g), nil
}

type gsmtapSink struct {
	ident string
	conn  *net.UDPConn
	taker *net.UDPConn // never read: its buffer fills and the kernel drops the rest
}

func (g *gsmtapSink) write(l *Line, _ []byte, _ Mode) bool {
	_, err := g.conn.Write(g.datagram(l))
	return err == nil
}

func (g *gsmtapSink) datagram(l *Line) []byte {
	b := make([]byte, gsmtapHeader, gsmtapHeader+len(l.Text)+1)
	b[0], b[1], b[2] = 2, 4, 0x10
	binary.BigEndian.PutUint32(b[gsmtapTimeOffset:], uint32(l.Time.Unix()))
	binary.BigEndian.PutUint32(b[gsmtapTimeOffset+4:], uint32(l.Time.Nanosecond()/1000))
	// Each field ends in at least one NUL.
	copy(b[gsmtapProcessOffset:gsmtapThreadOffset-1], g.ident)
	binary.BigEndian.PutUint32(b[gsmtapThreadOffset:], uint32(l.Thread))
	b[gsmtapLevelOffset] = byte(l.Level)
	copy(b[gsmtapCategoryOffset:gsmtapFileOffset-1], strings.TrimPrefix(l.Category.Printed(), "D"))
	copy(b[gsmtapFileOffset:gsmtapLineOffset-1], filepath.Base(l.File))
	binary.BigEndian.PutUint32(b[gsmtapLineOffset:], uint32(l.FileLine))
	b = append(b, l.Text...)
	return append(b, '\n')
}

func (*gsmtapSink) reopen() error { return nil }

func (g *gsmtapSink) close() {
	g.conn.Close()
	if g.taker != nil {
		g.taker.Close()
	}
}
