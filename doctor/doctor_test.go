package doctor

import (
	"net/netip"
	"strings"
	"testing"
)

// healthy is a machine on which nothing is wrong for fitting.
func healthy() (Settings, Facts) {
	s := Settings{Backend: "auto", Queues: 2, QueueCPUs: []int{0, 1}, PortStart: 4002, PortEnd: 8001, Endpoints: 500,
		Binds: []Bind{{"rtp bind-ip", netip.MustParseAddr("192.0.2.1")}}}
	f := Facts{Kernel: "6.1.0", Backends: []Backend{{Name: "io_uring", Features: "msg_ring"}, {Name: "epoll"}},
		RMemMax: 212992, NofileSoft: 65536, NofileHard: 65536, MemlockSoft: 8 << 20,
		EphemeralFirst: 32768, EphemeralLast: 60999, ClockSource: "tsc", Governors: []string{"performance"}, CPUs: 4,
		Addresses: []netip.Addr{netip.MustParseAddr("192.0.2.1")}, ConntrackCount: -1, ConntrackMax: -1, ReversePathFilter: 2}
	return s, f
}

func TestHealthyMachineHasNothingToDo(t *testing.T) {
	findings := Examine(healthy())
	for _, f := range findings {
		if f.Severity != Fine || f.Do != "" {
			t.Errorf("%+v", f)
		}
	}
	if len(findings) < len(checks) {
		t.Errorf("%d findings of %d checks", len(findings), len(checks))
	}
}

func TestFindings(t *testing.T) {
	for _, c := range []struct {
		name     string
		ill      func(*Settings, *Facts)
		severity Severity
		says, do string
	}{
		{"named backend does not work", func(s *Settings, f *Facts) { s.Backend, f.Backends[0].Missing = "io_uring", "io_uring: disabled" }, Problem, "io_uring: disabled", "backend auto"},
		{"other backend does not work", func(s *Settings, f *Facts) { f.Backends[0].Missing = "io_uring: disabled" }, Note, "disabled", "kernel.io_uring_disabled=0"},
		{"address not there", func(s *Settings, f *Facts) { s.Binds[0].Addr = netip.MustParseAddr("192.0.2.9") }, Problem, "rtp bind-ip is 192.0.2.9", "192.0.2.1"},
		{"few ports", func(s *Settings, f *Facts) { s.PortEnd = 4101 }, Note, "50 pairs, enough for 25 calls", "widen"},
		{"ephemeral overlap", func(s *Settings, f *Facts) { f.EphemeralFirst, f.EphemeralLast = 7000, 9000 }, Note, "7000 to 8001", "ip_local_reserved_ports=7000-8001"},
		{"nofile", func(s *Settings, f *Facts) { f.NofileSoft = 1024 }, Problem, "1024 descriptors allowed, 2200 needed", "LimitNOFILE=2200"},
		{"memlock", func(s *Settings, f *Facts) { f.MemlockSoft = 64 << 10 }, Note, "64 kB", "LimitMEMLOCK"},
		{"rmem_max", func(s *Settings, f *Facts) { f.RMemMax = 4096 }, Note, "4096 octets", "rmem_max=212992"},
		{"too many queues", func(s *Settings, f *Facts) { f.CPUs = 1 }, Note, "2 queues share 1 CPUs", "queues 1"},
		{"two queues on a CPU", func(s *Settings, f *Facts) { s.QueueCPUs = []int{1, 1} }, Note, "queues 0 and 1 are both pinned to CPU 1", "queue 1 cpu auto"},
		{"slow clock", func(s *Settings, f *Facts) { f.ClockSource = "hpet" }, Note, "hpet", "tsc"},
		{"governor", func(s *Settings, f *Facts) { f.Governors = []string{"powersave", "performance"} }, Note, `1 CPUs run under "powersave"`, "performance"},
		{"packet filter", func(s *Settings, f *Facts) { f.PacketFilter = true }, Note, "packet filter", "UDP 4002-8001"},
		{"conntrack full", func(s *Settings, f *Facts) { f.ConntrackCount, f.ConntrackMax = 950, 1000 }, Problem, "950 of 1000", "notrack"},
		{"strict reverse path", func(s *Settings, f *Facts) { f.ReversePathFilter = 1 }, Note, "strict", "rp_filter=2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, f := healthy()
			c.ill(&s, &f)
			var ill []Finding
			for _, f := range Examine(s, f) {
				if f.Severity != Fine {
					ill = append(ill, f)
				}
			}
			if len(ill) != 1 || ill[0].Severity != c.severity || !strings.Contains(ill[0].Says, c.says) || !strings.Contains(ill[0].Do, c.do) {
				t.Errorf("got %+v", ill)
			}
			if Worst(ill) != c.severity {
				t.Errorf("worst is %v", Worst(ill))
			}
		})
	}
}

func TestReservedPortsSilenceTheOverlap(t *testing.T) {
	for list, want := range map[string]bool{
		"": false, "7000-8001": true, "6000-6999,7000-7500,7501-9000": true, "7501-9000,7000-7500": true,
		"7000-7500,7502-9000": false, "7000": false, "rubbish": false,
	} {
		if got := reserved(list, 7000, 8001); got != want {
			t.Errorf("%q: %v", list, got)
		}
	}
}

func TestFactsOfThisMachine(t *testing.T) {
	f := ReadFacts()
	if f.Kernel == "" || f.CPUs < 1 || f.NofileSoft == 0 || len(f.Addresses) == 0 {
		t.Errorf("%+v", f)
	}
	var out strings.Builder
	s, _ := healthy()
	if err := Write(&out, Examine(s, f)); err != nil || !strings.Contains(out.String(), "nofile") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
