package mgw

import (
	"os"

	"osmo-mgw-go/process"
	"osmo-mgw-go/vty"
)

// Scheduling is what the commands need of process.Threads.
type Scheduling interface {
	SetPolicyRR(priority int) error
	PolicyRR() int
	SetAffinity(target, mask string, delay bool) error
	Affinities() []process.Affinity
	List() ([]process.Thread, error)
}

// nodeSched is the node of scheduling and CPU affinity.
const nodeSched = "config-cpu-sched"

// enterSched is the command of the config node.
var enterSched = vty.Command{
	Syntax: "cpu-sched",
	Help:   vty.Words{"cpu-sched": "Scheduling of this program's threads, and the CPUs that they may use"},
	Enters: nodeSched,
	Run:    enter(nodeSched),
}

// addSched makes the node cpu-sched. It bounds what the program's threads may use; the node io chooses inside it.
func (m *mgw) addSched() {
	m.engine.AddNode(vty.Node{
		ID: nodeSched, Parent: vty.Config, Order: orderSched, Blocks: vty.OneBlock("cpu-sched"), OmitEmpty: true,
	})
	m.engine.AddSettings(nodeSched, m.policy(), m.affinity())
}

func (m *mgw) policy() vty.Setting {
	return vty.Setting{
		Order: 10,
		Commands: []vty.Command{{
			Syntax: "policy rr <1-32>", Attr: vty.Immediate,
			Help: vty.Words{
				"policy": "How the kernel schedules this program",
				"rr":     "Real time, round robin",
				"<1-32>": "Priority of media; MGCP and control run at one more",
			},
			Doc: "Needs the privilege CAP_SYS_NICE. The way back is a restart without the line.",
			Run: func(_ *vty.Context, a vty.Args) error {
				if err := m.threads.SetPolicyRR(a.Int(0)); err != nil {
					return vty.Failf("%% Failed setting SCHED_RR priority %d", a.Int(0))
				}
				return nil
			},
		}},
		Write: func(w *vty.Writer, _ any) {
			if priority := m.threads.PolicyRR(); priority != 0 {
				w.Line("policy rr %d", priority)
			}
		},
	}
}

func (m *mgw) affinity() vty.Setting {
	return vty.Setting{
		Order: 20,
		Commands: []vty.Command{{
			Syntax: "cpu-affinity (self|all|<0-4294967295>|THREADNAME) CPUHEXMASK [delay]", Attr: vty.Immediate,
			Help: vty.Words{
				"cpu-affinity":   "CPUs that threads may use",
				"self":           "The thread that serves this VTY",
				"all":            "All threads that there are",
				"<0-4294967295>": "The thread with this id; not kept in the configuration",
				"THREADNAME":     "Threads of this name, see \"show cpu-sched threads\"",
				"CPUHEXMASK":     "CPUs as a hexadecimal mask, bit 0 is CPU 0: 0x5 is CPUs 0 and 2",
				"delay":          "When a thread of that name starts, not now",
			},
			Run: func(_ *vty.Context, a vty.Args) error {
				if err := m.threads.SetAffinity(a.Word(0), a.Word(1), a.Has(2)); err != nil {
					return percent(err)
				}
				return nil
			},
		}},
		Write: func(w *vty.Writer, _ any) {
			for _, a := range m.threads.Affinities() {
				delay := ""
				if a.Delay {
					delay = " delay"
				}
				w.Line("cpu-affinity %s %s%s", a.Target, process.FormatMask(a.Mask), delay)
			}
		},
		Samples: map[string][]string{"THREADNAME": {"mgw-q0"}, "CPUHEXMASK": {"0x1"}},
	}
}

// showThreads is a command of the view and enable nodes.
func (m *mgw) showThreads() vty.Command {
	return vty.Command{
		Syntax: "show cpu-sched threads",
		Help:   vty.Words{"cpu-sched": "Scheduling of this program", "threads": "Its threads and the CPUs that they may use"},
		Run: func(c *vty.Context, _ vty.Args) error {
			list, err := m.threads.List()
			if err != nil {
				return percent(err)
			}
			c.Printf("Thread list for PID %d:\n", os.Getpid())
			for _, t := range list {
				c.Printf(" TID: %d, NAME: '%s', cpu-affinity: %s\n", t.ID, t.Name, process.FormatMask(t.Affinity))
			}
			return nil
		},
	}
}
