package tui

import (
	"math"
	"slices"
	"time"
)

// frozen is a Source whose gateway stands still, and an Operator that only notes what it is told.
type frozen struct {
	may      bool
	ran      []string
	level    string
	looks    int
	snapshot func() Snapshot
}

func (f *frozen) Snapshot(all bool, span time.Duration) Snapshot {
	s := f.snapshot()
	f.looks++
	s.At = time.Duration(f.looks) * interval
	for i := range int(span / time.Second) {
		x := float64(i) / 10
		s.History = append(s.History, Sample{
			Calls: 4 + 2*math.Sin(x), Received: 400 + 200*math.Sin(x), Sent: 390 + 190*math.Sin(x), CPU: 3 + math.Cos(x), RSS: 40,
			Median: 30 + 5*math.Sin(x), P99: 90 + 20*math.Cos(x),
		})
	}
	if !all {
		s.Endpoints = slices.DeleteFunc(s.Endpoints, func(e Endpoint) bool { return len(e.Legs) == 0 })
	}
	return s
}

func (f *frozen) Log() []LogLine {
	return []LogLine{
		{"12:00:01.250", "DLMGCP", "NOTICE", "(rtpbridge/1@mgw) CRCX: connection 5E1A0001 made"},
		{"12:00:02.000", "DRTP", "ERROR", "(rtpbridge/2@mgw) packets from a wrong address"},
		{"12:00:03.000", "DRTP", "INFO", "not shown at level notice"},
		{"12:00:04.000", "DLIO", "NOTICE", "an escape \x1b[2J in the text"},
	}
}

func (f *frozen) SetLogLevel(level string) { f.level = level }
func (f *frozen) MayAct() bool             { return f.may }
func (f *frozen) Prompt() string           { return "OsmoMGW# " }

func (f *frozen) Run(line string) (string, error) {
	f.ran = append(f.ran, line)
	return "first answer\nsecond answer\n", nil
}

func (f *frozen) Act(lines ...string) (string, error) {
	f.ran = append(f.ran, lines...)
	return "", nil
}

func (f *frozen) Complete(line string) (string, []string) {
	if line == "show m" {
		return "show m", []string{"mgcp", "memory"}
	}
	return line + "ete ", nil
}

func frozenSnapshot() Snapshot {
	return Snapshot{
		Now: Sample{Calls: 3, Received: 412, Sent: 398, Median: 31, P99: 88, CPU: 3.4, RSS: 41},
		Trunks: []Trunk{
			{Name: "Virtual trunk 0", Size: 512, Used: 2, Connections: 4, Osmux: Osmux{
				Circuits: 1, ChunksReceived: 500, OctetsReceived: 20000, PacketsSent: 2000, SpeechOctetsSent: 60000, DatagramsReceived: 480, DatagramsSent: 500,
			}},
			{Name: "E1 trunk 1", Size: 465, Used: 1, Connections: 1},
		},
		Endpoints: []Endpoint{
			{Name: "rtpbridge/10@mgw", Trunk: "virtual 0", CallID: "a1b2c3", Legs: []Leg{
				{ID: "5E1A0001", Kind: "rtp", Mode: "sendrecv", Codec: "AMR/8000/1", PacketTime: 20, Local: "10.0.0.1:16002", Remote: "10.0.0.7:4002",
					Sent: 998, Received: 1000, OctetsSent: 44910, OctetsIn: 45000, Lost: 3, LossKnown: true, Jitter: 1500 * time.Microsecond, Silent: 12 * time.Millisecond},
				{ID: "5E1A0002", Kind: "osmux", Mode: "sendrecv", Codec: "AMR/8000/1", PacketTime: 20, Local: "10.0.0.1:1984", Remote: "10.0.0.9:1984",
					Sent: 990, Received: 998, OctetsSent: 30000, OctetsIn: 31000, Silent: 40 * time.Millisecond, Circuit: "enabled, CID here 3, there 5"},
			}},
			{Name: "rtpbridge/2@mgw", Trunk: "virtual 0", CallID: "d4e5f6", Legs: []Leg{
				{ID: "5E1A0003", Kind: "rtp", Mode: "sendrecv", Codec: "PCMA/8000/1", PacketTime: 20, Local: "10.0.0.1:16004", Remote: "10.0.0.8:4002",
					Received: 0, Sent: 2500, OctetsSent: 430000, Dropped: 2400, Silent: -1,
					LastDrop: "from a wrong address, 0.1 s ago, from 10.0.0.7:4002",
					Findings: []string{"No packet has come from the peer.", "Packets arrive from 10.0.0.7:4002, but MGCP said 10.0.0.8:4002."}},
				{ID: "5E1A0004", Kind: "rtp", Mode: "recvonly", Codec: "PCMA/8000/1", PacketTime: 20, Local: "10.0.0.1:16006", Remote: "10.0.0.9:5004",
					Received: 2500, OctetsIn: 430000, LossKnown: true, Jitter: 250 * time.Microsecond, Silent: 3 * time.Second,
					Findings: []string{"No packets from the peer for 3.0 s."}},
			}},
			{Name: "ds/e1-1/s-1/su16-0@mgw", Trunk: "E1 1", CallID: "77", Free: "free-endpoint 1 2", Reset: "reset-endpoint 1 2", Legs: []Leg{
				{ID: "5E1A0005", Kind: "rtp", Mode: "sendrecv", Codec: "GSM-EFR/8000/1", PacketTime: 20, Local: "10.0.0.1:16008", Remote: "10.0.0.9:5006",
					Received: 100, Sent: 100, OctetsIn: 4300, OctetsSent: 4300, LossKnown: true, Silent: 0},
			}},
			{Name: "rtpbridge/3@mgw", Trunk: "virtual 0"},
		},
		IO: IO{Backend: "epoll", Configured: "auto", Fallback: "io_uring is switched off by kernel.io_uring_disabled", Select: "least-loaded", Coalesce: "auto",
			Pool: 1024, Received: 123456, OctetsReceived: 5555520, Sent: 120000, OctetsSent: 5400000, PacketsPerBatch: 3.2},
		Queues: []Queue{
			{Index: 0, CPU: "0*", Load: 1.5, Endpoints: 2, Received: 100000, Sent: 99000, Batches: 31000, Counters: []Count{
				{Name: "send_full", N: 3, Help: "datagrams dropped because the socket's send buffer was full"}}},
			{Index: 1, CPU: "any", Load: -1, Endpoints: 1, Received: 23456, Sent: 21000, Batches: 7000, Busy: true},
		},
		Process:  Process{Threads: 9, Files: 40},
		Counters: []Count{{Name: "send_full", N: 3}},
		Drops:    []Count{{Name: "from a wrong address", N: 2400}},
		Alarms:   []string{"queue 1 did not turn for 2 s"},
	}
}
