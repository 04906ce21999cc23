package process

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/internal/needs"
)

// scheduling returns policy and real-time priority of a thread.
func scheduling(t *testing.T, id int) (policy, priority uint32) {
	t.Helper()
	attr, err := unix.SchedGetAttr(id, 0)
	if err != nil {
		t.Fatal(err)
	}
	return attr.Policy, attr.Priority
}

// Under `policy rr N` queues run at N and control threads at N+1, those that start later too.
func TestPolicyRR(t *testing.T) {
	needs.RealTime(t)
	t.Cleanup(func() { // the other tests of this process go on as usual
		ids, _ := threadIDs()
		for _, id := range ids {
			err := unix.SchedSetAttr(id, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_NORMAL}, 0)
			if err != nil && !errors.Is(err, unix.ESRCH) {
				t.Errorf("back to normal scheduling: %v", err)
			}
		}
	})
	threads := NewThreads("test-control")
	queue, control := enter(t, threads, "mgw-q0", Media), enter(t, threads, "test-control", Control)
	if err := threads.SetPolicyRR(7); err != nil {
		t.Fatal(err)
	}
	lateQueue, reader := enter(t, threads, "mgw-q1", Media), enter(t, threads, "mgw-mgcp", Control)
	for _, tt := range []struct {
		name     string
		id       int
		priority uint32
	}{{"mgw-q0", queue, 7}, {"test-control", control, 8}, {"mgw-q1", lateQueue, 7}, {"mgw-mgcp", reader, 8}} {
		policy, priority := scheduling(t, tt.id)
		if policy != unix.SCHED_RR || priority != tt.priority {
			t.Errorf("%s: policy %d priority %d, want round robin %d", tt.name, policy, priority, tt.priority)
		}
	}
	if threads.PolicyRR() != 7 {
		t.Errorf("remembered: %d", threads.PolicyRR())
	}
}
