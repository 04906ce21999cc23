package mgw

import (
	"strings"
	"testing"
)

// TestTranscriptsCounters holds the lists of groups and the answers to wrong commands against the recorded sessions.
func TestTranscriptsCounters(t *testing.T) {
	for _, name := range []string{"42-counters-idle", "43-counters-e1"} {
		t.Run(name, func(t *testing.T) {
			b := newStartedBed(t, transcript(t, name+".cfg"))
			for _, step := range parseSession(transcript(t, name+".vty")) {
				if strings.HasPrefix(step.command, "stats re") && len(step.answer) > 0 || step.command == "enable" {
					continue // refused outside the enable node, in which this test is
				}
				answers, err := b.try(step.command)
				if err != nil && answers == "" {
					answers = err.Error()
				}
				got := strings.Split(strings.TrimSuffix(answers, "\n"), "\n")
				if got[0] == "" {
					got = got[:0]
				}
				if !matches(got, step.answer) {
					t.Errorf("%s:\n%s\nwant\n%s", step.command, answers, strings.Join(step.answer, "\n"))
				}
			}
		})
	}
}

func TestReportersAreMadeFoundAndRemoved(t *testing.T) {
	b := newBed(t, "")
	b.run("configure terminal", "stats reporter statsd", "exit", "stats reporter statsd one", "prefix ONE", "exit",
		"stats reporter log", "exit", "stats reporter prometheus", "bind 127.0.0.2")
	for _, want := range []string{
		"stats reporter statsd\n  level global\n  no prefix\n  disable\n",
		"stats reporter statsd one\n  level global\n  prefix ONE\n  disable\n",
		"stats reporter log\n  level global\n  no prefix\n  disable\n",
		"stats reporter prometheus\n  bind 127.0.0.2 9427\n  level global\n  disable\n",
	} {
		if text := b.run("show running-config"); !strings.Contains(text, want) {
			t.Errorf("not written:\n%s\nin\n%s", want, text)
		}
	}
	b.run("configure terminal", "no stats reporter statsd", "no stats reporter log", "no stats reporter prometheus")
	if left := b.stats.Reporters(); len(left) != 1 || left[0].Name != "one" {
		t.Errorf("left are %v", left)
	}
}

func TestWrongReporterSettings(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"no stats reporter statsd X"}, "% There is no such statsd reporter with name 'X'"},
		{[]string{"no stats reporter log"}, "% There is no such log reporter with name ''"},
		{[]string{"stats reporter log", "remote-ip 127.0.0.1"}, "% Unable to set remote address: Operation not supported"},
		{[]string{"stats reporter log", "remote-port 1"}, "% Unable to set remote port: Operation not supported"},
		{[]string{"stats reporter log", "local-ip 127.0.0.1"}, "% Unable to set local address: Operation not supported"},
		{[]string{"stats reporter log", "mtu 1000"}, "% Unable to set mtu: Operation not supported"},
		{[]string{"stats reporter statsd", "remote-ip ::1"}, "% Unable to set remote address: Invalid argument"},
		{[]string{"stats reporter statsd", "remote-ip nowhere"}, "% Unable to set remote address: Invalid argument"},
		{[]string{"stats reporter statsd", "enable", "local-ip 192.0.2.1"}, "% Unable to set local address: Cannot assign requested address"},
		{[]string{"stats reporter statsd", "mtu 99"}, "% Unknown command."},
	} {
		b := newBed(t, "")
		answer, err := b.try(append([]string{"configure terminal"}, c.lines...)...)
		if err == nil || !strings.Contains(answer, c.want+"\n") {
			t.Errorf("%q: %q, want %q", c.lines, answer, c.want)
		}
		for _, r := range b.stats.Reporters() {
			if r.Settings().Enabled {
				t.Errorf("%q: the reporter is enabled", c.lines)
			}
		}
	}
}

// `stats reset` is for counters; gauges stay.
func TestResetSetsCountersTo0(t *testing.T) {
	b := newStartedBed(t, onLoopback)
	b.gateway.HandleDatagram(caller, []byte("?"))
	const line = "mgcp:err_rx_msg_parse:          1 "
	if before := b.run("show rate-counters skip-zero"); !strings.Contains(before, line) {
		t.Errorf("no %q in\n%s", line, before)
	}
	b.run("stats reset")
	if after := b.run("show rate-counters skip-zero"); strings.Contains(after, "err_rx_msg_parse") {
		t.Errorf("not 0 after the reset:\n%s", after)
	}
	if gauges := b.run("show stats"); !strings.Contains(gauges, "mgw trunk (0)('virtual-0:common'):") {
		t.Errorf("no gauges in\n%s", gauges)
	}
}
