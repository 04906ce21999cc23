package doctor

import (
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/iobackend"
)

// Facts are what there is to know about the machine. Numbers that could not be read are -1, words empty.
type Facts struct {
	Kernel   string // release, "6.1.0-40-amd64"
	Backends []Backend

	RMemMax, WMemMax int // octets, the most that a socket's buffer may have

	NofileSoft, NofileHard   uint64
	MemlockSoft, MemlockHard uint64 // octets

	EphemeralFirst, EphemeralLast int    // ip_local_port_range
	ReservedPorts                 string // ip_local_reserved_ports

	ClockSource string
	Governors   []string // one of each CPU that has one
	CPUs        int      // that the process may run on

	Addresses []netip.Addr // of this machine

	ConntrackCount, ConntrackMax int // -1: no connection tracking here
	PacketFilter                 bool
	ReversePathFilter            int // net.ipv4.conf.all.rp_filter
}

// Backend is what a kind of I/O backend says of this kernel.
type Backend struct {
	Name     string
	Features string // the optional abilities that it found
	Missing  string // why it does not work here; empty if it does
}

// ReadFacts looks at the machine. What cannot be read stays unknown.
func ReadFacts() Facts {
	f := Facts{
		RMemMax:           readInt("/proc/sys/net/core/rmem_max"),
		WMemMax:           readInt("/proc/sys/net/core/wmem_max"),
		ReservedPorts:     readWord("/proc/sys/net/ipv4/ip_local_reserved_ports"),
		ClockSource:       readWord("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
		Governors:         governors(),
		Addresses:         addresses(),
		ConntrackCount:    readInt("/proc/sys/net/netfilter/nf_conntrack_count"),
		ConntrackMax:      readInt("/proc/sys/net/netfilter/nf_conntrack_max"),
		ReversePathFilter: readInt("/proc/sys/net/ipv4/conf/all/rp_filter"),
		EphemeralFirst:    -1,
		EphemeralLast:     -1,
	}
	var uts unix.Utsname
	if unix.Uname(&uts) == nil {
		f.Kernel = unix.ByteSliceToString(uts.Release[:])
	}
	for _, name := range iobackend.Names() {
		b := Backend{Name: name}
		if choice, err := iobackend.Choose(name); err != nil {
			b.Missing = err.Error()
		} else {
			b.Features = choice.Features.String()
		}
		f.Backends = append(f.Backends, b)
	}
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) == nil {
		f.NofileSoft, f.NofileHard = limit.Cur, limit.Max
	}
	if unix.Getrlimit(unix.RLIMIT_MEMLOCK, &limit) == nil {
		f.MemlockSoft, f.MemlockHard = limit.Cur, limit.Max
	}
	if words := strings.Fields(readWord("/proc/sys/net/ipv4/ip_local_port_range")); len(words) == 2 {
		f.EphemeralFirst, f.EphemeralLast = toInt(words[0]), toInt(words[1])
	}
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) == nil {
		f.CPUs = set.Count()
	}
	f.PacketFilter = readWord("/proc/net/ip_tables_names") != "" || readWord("/proc/net/ip6_tables_names") != "" || nfTablesLoaded()
	return f
}

func governors() []string {
	paths, _ := filepath.Glob("/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor")
	var all []string
	for _, path := range paths {
		all = append(all, readWord(path))
	}
	return all
}

func addresses() []netip.Addr {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var addrs []netip.Addr
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok {
			if addr, ok := netip.AddrFromSlice(n.IP); ok {
				addrs = append(addrs, addr.Unmap())
			}
		}
	}
	return addrs
}

// nfTablesLoaded says whether anything uses the module of nft; the rules themselves need its own tool.
func nfTablesLoaded() bool {
	for line := range strings.Lines(readWord("/proc/modules")) {
		if fields := strings.Fields(line); len(fields) > 2 && fields[0] == "nf_tables" {
			return toInt(fields[2]) > 0
		}
	}
	return false
}

func readWord(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

func readInt(path string) int { return toInt(readWord(path)) }

func toInt(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		return -1
	}
	return n
}
