package doctor

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// checks stand in the order in which they are printed: what keeps a gateway from working first.
var checks = []func(Settings, Facts) []Finding{
	checkBackends, checkBinds, checkPortRange, checkNofile, checkMemlock, checkSocketBuffers,
	checkQueues, checkClock, checkGovernor, checkFirewall, checkRoute,
}

// Examine runs every check and returns what they have to say, at least one finding each.
func Examine(s Settings, f Facts) []Finding {
	var all []Finding
	for _, check := range checks {
		all = append(all, check(s, f)...)
	}
	return all
}

func checkBackends(s Settings, f Facts) []Finding {
	var all []Finding
	for _, b := range f.Backends {
		says := fmt.Sprintf("%s works on Linux %s", b.Name, f.Kernel)
		if b.Features != "" {
			says += " (" + b.Features + ")"
		}
		switch {
		case b.Missing == "":
			all = append(all, Finding{Fine, "io backend", says, ""})
		case b.Name == s.Backend:
			all = append(all, Finding{Problem, "io backend", b.Missing, "set `backend auto` in the node io, or give the process what it lacks"})
		default:
			all = append(all, Finding{Note, "io backend", b.Missing, backendAdvice(b)})
		}
	}
	return all
}

func backendAdvice(b Backend) string {
	if b.Name != "io_uring" {
		return ""
	}
	return "io_uring needs Linux 6.1, sysctl kernel.io_uring_disabled=0 (or CAP_SYS_ADMIN) and no seccomp filter against it; epoll serves until then"
}

func checkBinds(s Settings, f Facts) []Finding {
	var all []Finding
	for _, b := range s.Binds {
		if b.Addr.IsUnspecified() || b.Addr.IsLoopback() && b.Addr.Is4() || slices.ContainsFunc(f.Addresses, func(a netip.Addr) bool {
			return a == b.Addr.Unmap().WithZone("")
		}) {
			continue
		}
		all = append(all, Finding{Problem, "bind address", fmt.Sprintf("%s is %s, which this machine does not have", b.Setting, b.Addr),
			fmt.Sprintf("put it on an interface, or set %s to one of %s", b.Setting, joinAddrs(f.Addresses))})
	}
	if all == nil {
		return []Finding{{Fine, "bind address", "every address that is configured is on this machine", ""}}
	}
	return all
}

func joinAddrs(addrs []netip.Addr) string {
	var words []string
	for _, a := range addrs {
		if !a.IsLinkLocalUnicast() {
			words = append(words, a.String())
		}
	}
	return strings.Join(words, ", ")
}

func checkPortRange(s Settings, f Facts) []Finding {
	var all []Finding
	pairs := (s.PortEnd - s.PortStart + 1) / 2
	says := fmt.Sprintf("rtp port-range %d %d has %d pairs, enough for %d calls of two connections", s.PortStart, s.PortEnd, pairs, pairs/2)
	if pairs < 2*s.Endpoints {
		all = append(all, Finding{Note, "port range", fmt.Sprintf("%s; there are %d endpoints", says, s.Endpoints), "widen `rtp port-range` if that many calls are to come at once"})
	} else {
		all = append(all, Finding{Fine, "port range", says, ""})
	}
	first, last := max(s.PortStart, f.EphemeralFirst), min(s.PortEnd, f.EphemeralLast)
	if f.EphemeralFirst >= 0 && first <= last && !reserved(f.ReservedPorts, first, last) {
		all = append(all, Finding{Note, "port range",
			fmt.Sprintf("ports %d to %d are also handed out by the kernel (ip_local_port_range %d %d); a call may find one taken", first, last, f.EphemeralFirst, f.EphemeralLast),
			fmt.Sprintf("sysctl net.ipv4.ip_local_reserved_ports=%d-%d, or move one of the ranges", first, last)})
	}
	return all
}

// reserved says whether every port from first to last stands in a list such as "4000-5000,6000".
func reserved(list string, first, last int) bool {
	type span struct{ from, to int }
	var spans []span
	for item := range strings.SplitSeq(list, ",") {
		from, to, ranged := strings.Cut(item, "-")
		if !ranged {
			to = from
		}
		a, errA := strconv.Atoi(from)
		b, errB := strconv.Atoi(to)
		if errA == nil && errB == nil {
			spans = append(spans, span{a, b})
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return a.from - b.from })
	next := first
	for _, s := range spans {
		if s.from <= next && s.to >= next {
			next = s.to + 1
		}
	}
	return next > last
}

func checkNofile(s Settings, f Facts) []Finding {
	need := s.descriptors()
	says := fmt.Sprintf("%d descriptors allowed, %d needed with every call up", f.NofileSoft, need)
	if f.NofileSoft >= need {
		return []Finding{{Fine, "nofile", says, ""}}
	}
	return []Finding{{Problem, "nofile", says, fmt.Sprintf("LimitNOFILE=%d in the unit, or ulimit -n %d", need, need)}}
}

// ringMemory is about what a queue's ring and buffer ring lock on kernels before 5.12, which count them against memlock.
const ringMemory = 1 << 20

func checkMemlock(s Settings, f Facts) []Finding {
	need := uint64(s.Queues) * ringMemory
	says := fmt.Sprintf("%s may be locked in memory", size(f.MemlockSoft))
	if f.MemlockSoft >= need {
		return []Finding{{Fine, "memlock", says, ""}}
	}
	return []Finding{{Note, "memlock", fmt.Sprintf("%s; %d rings may want %s", says, s.Queues, size(need)), "LimitMEMLOCK=infinity in the unit if io_uring says that memory is short"}}
}

func size(octets uint64) string {
	switch {
	case octets == ^uint64(0):
		return "any amount"
	case octets >= 1<<20:
		return fmt.Sprintf("%d MB", octets>>20)
	}
	return fmt.Sprintf("%d kB", octets>>10)
}

// wantedBuffer is half a second of a busy stream: 50 packets per second that the kernel counts as 1,280 octets each.
const wantedBuffer = 212992

func checkSocketBuffers(_ Settings, f Facts) []Finding {
	if f.RMemMax < 0 {
		return []Finding{{Note, "rmem_max", "net.core.rmem_max cannot be read here", ""}}
	}
	if f.RMemMax < wantedBuffer {
		return []Finding{{Note, "rmem_max", fmt.Sprintf("a socket may hold %d octets; a queue that is late loses packets soon", f.RMemMax), fmt.Sprintf("sysctl net.core.rmem_max=%d", wantedBuffer)}}
	}
	return []Finding{{Fine, "rmem_max", fmt.Sprintf("a socket may hold %d octets", f.RMemMax), ""}}
}

func checkQueues(s Settings, f Facts) []Finding {
	if s.Queues > f.CPUs {
		return []Finding{{Note, "queues", fmt.Sprintf("%d queues share %d CPUs", s.Queues, f.CPUs), fmt.Sprintf("`queues %d` in the node io: more only cost", f.CPUs)}}
	}
	users := map[int]int{}
	for queue, cpu := range s.QueueCPUs {
		if cpu < 0 {
			continue
		}
		if other, taken := users[cpu]; taken {
			return []Finding{{Note, "queues", fmt.Sprintf("queues %d and %d are both pinned to CPU %d", other, queue, cpu), fmt.Sprintf("`queue %d cpu auto` in the node io", queue)}}
		}
		users[cpu] = queue
	}
	return []Finding{{Fine, "queues", fmt.Sprintf("%d for %d CPUs", s.Queues, f.CPUs), ""}}
}

func checkClock(_ Settings, f Facts) []Finding {
	switch f.ClockSource {
	case "hpet", "acpi_pm", "jiffies":
		return []Finding{{Note, "clock source", f.ClockSource + " is slow to read: every batch of packets asks it", "boot with clocksource=tsc if the CPU's is stable"}}
	case "":
		return []Finding{{Note, "clock source", "cannot be read here", ""}}
	}
	return []Finding{{Fine, "clock source", f.ClockSource, ""}}
}

func checkGovernor(_ Settings, f Facts) []Finding {
	slow := slices.DeleteFunc(slices.Clone(f.Governors), func(g string) bool { return g == "performance" || g == "schedutil" })
	if len(slow) > 0 {
		return []Finding{{Note, "governor", fmt.Sprintf("%d CPUs run under %q: latency grows when they clock down", len(slow), slow[0]), "cpupower frequency-set -g performance"}}
	}
	if len(f.Governors) == 0 {
		return []Finding{{Fine, "governor", "the kernel does not clock the CPUs here", ""}}
	}
	return []Finding{{Fine, "governor", f.Governors[0], ""}}
}

func checkFirewall(s Settings, f Facts) []Finding {
	var all []Finding
	if f.PacketFilter {
		all = append(all, Finding{Note, "firewall", "a packet filter is loaded", fmt.Sprintf("let UDP %d-%d in, in both directions (nft list ruleset, iptables -S)", s.PortStart, s.PortEnd)})
	}
	if f.ConntrackMax > 0 && f.ConntrackCount*10 > f.ConntrackMax*9 {
		all = append(all, Finding{Problem, "conntrack", fmt.Sprintf("%d of %d entries taken: new streams will be dropped", f.ConntrackCount, f.ConntrackMax),
			"do not track RTP (notrack rule for the port range), or raise net.netfilter.nf_conntrack_max"})
	}
	if all == nil {
		return []Finding{{Fine, "firewall", "no packet filter seen", ""}}
	}
	return all
}

func checkRoute(_ Settings, f Facts) []Finding {
	if f.ReversePathFilter == 1 {
		return []Finding{{Note, "rp_filter", "strict: packets that come in by another interface than answers leave by are dropped without a trace", "sysctl net.ipv4.conf.all.rp_filter=2 where routes are not symmetric"}}
	}
	return []Finding{{Fine, "rp_filter", "not strict", ""}}
}
