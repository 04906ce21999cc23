package ctrl

import (
	"strings"
	"testing"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/stats"
)

var general = stats.GroupDesc{Name: "mgcp", Title: "mgcp general statistics", Counters: []stats.Desc{
	{Name: "mgcp:rx_msgs", Description: "datagrams"},
	{Name: "mgcp:rx_msgs_handled", Description: "requests"},
}}

var trunk = stats.GaugeGroupDesc{Name: "trunk", Title: "mgw trunk", Gauges: []stats.GaugeDesc{
	{Name: "endpoints:total", Description: "endpoints"},
	{Name: "endpoints:used", Description: "endpoints in use"},
}}

// newRegistry holds figures for the tests: 5 of 5 messages in the last second, 3 endpoints.
func newRegistry(t testing.TB) *stats.Registry {
	r := stats.NewRegistry(logging.Discard)
	t.Cleanup(r.Close)
	r.NewGroup(&general, "mgw:general").Add(0, 5)
	r.NewGroup(&general, "mgw:second").Add(1, 8)
	r.NewGauges(&trunk, "virtual-0:common").Set(0, 3)
	r.Tick()
	return r
}

// The answers of osmo-mgw, seen on Debian's 1.10 where the specification is silent. "=" stands for an answer in
// words that are free, behind ERROR and the id.
var answers = []struct{ request, answer string }{
	{"", "ERROR err Request malformed"},
	{"  ", "ERROR err Request malformed"},
	{"FOO 1 x", "ERROR err Request type unknown"},
	{"GET\n1 x", "ERROR err Request type unknown"},
	{"GET", "ERROR err Missing ID"},
	{"GET x y", "ERROR err Invalid message ID number"},
	{"GET -1 mgcp", "ERROR err Invalid message ID number"},
	{"GET 1\nx", "ERROR err Invalid message ID number"},
	{"GET 1 ", "ERROR 1 GET incomplete"},
	{"set 1", "ERROR 1 SET incomplete"},
	{"SET 1 a ", "ERROR 1 SET incomplete"},
	{"SET 1 a\nb", "ERROR 1 SET incomplete"},
	{"SET 1 a b c", "ERROR 1 Command not found"},
	{"SET 1 a b\n", "ERROR 1 Command not found"},
	{"SET 1 a b\nc", "ERROR 1 SET with trailing characters"},
	{"SET 1 a* b", "ERROR 1 SET variable contains invalid characters"},
	{"GET 1 a b", "ERROR 1 GET with trailing characters"},
	{"GET 1 mgcp\nx", "ERROR 1 GET with trailing characters"},
	{"GET 1 mgcp\n", "ERROR 1 Command not found"},
	{"GET 1 mgcp\r", "ERROR 1 GET variable contains invalid characters"},
	{"GET 1 x\x80", "ERROR 1 GET variable contains invalid characters"},
	{"GET 1 rate_ctr.*", "ERROR 1 GET variable contains invalid characters"},
	{"GET 1 ...", "ERROR 1 cmd_make_strvec failed."},
	{"GET 99999999999999999999 mgcp", "ERROR 99999999999999999999 Command not found"},
	{"TRAP 1 a b", "ERROR 1 Trying to execute something not GET or SET"},
	{"TRAP 0", "ERROR 0 TRAP incomplete"},
	{"GET_REPLY 1 a b", "ERROR 1 Trying to execute something not GET or SET"},
	{"GET_REPLY 1", "ERROR 1 GET REPLY incomplete"},
	{"SET_REPLY 1 a b", "ERROR 1 Trying to execute something not GET or SET"},
	{"SET_REPLY 1 a OK", ""},
	{"ERROR 1 x", ""},
	{"ERROR x x", "ERROR err Invalid message ID number"},

	{"GET 1 rate_ctr", "ERROR 1 Command not found"},
	{"GET 1 rate_ctr.", "ERROR 1 Command not found"},
	{"SET 1 rate_ctr 4", "ERROR 1 Command not found"},
	{"SET 1 rate_ctr.abs.mgcp.0 5", "ERROR 1 Can't set rate counter."},
	{"GET 1 rate_ctr.foo", "="},
	{"GET 1 rate_ctr.ABS.mgcp.0", "="},
	{"GET 1 rate_ctr.abs", "="},
	{"GET 1 rate_ctr.abs.mgcp.", "="},
	{"GET 1 rate_ctr.abs.mgcp.0", "GET_REPLY 1 rate_ctr.abs.mgcp.0 mgcp:rx_msgs 5;mgcp:rx_msgs_handled 0;"},
	{"GET 1 rate_ctr.abs.mgcp.0.", "GET_REPLY 1 rate_ctr.abs.mgcp.0. mgcp:rx_msgs 5;mgcp:rx_msgs_handled 0;"},
	{"get 1 rate_ctr.abs.mgcp.mgw:second", "GET_REPLY 1 rate_ctr.abs.mgcp.mgw:second mgcp:rx_msgs 0;mgcp:rx_msgs_handled 8;"},
	{"GET 1 .rate_ctr..abs.mgcp.00.mgcp:rx_msgs", "GET_REPLY 1 .rate_ctr..abs.mgcp.00.mgcp:rx_msgs 5"},
	{"GET 1 rate_ctr.per_sec.mgcp.0.mgcp:rx_msgs", "GET_REPLY 1 rate_ctr.per_sec.mgcp.0.mgcp:rx_msgs 5"},
	{"GET 1 rate_ctr.per_min.mgcp.0.mgcp:rx_msgs", "GET_REPLY 1 rate_ctr.per_min.mgcp.0.mgcp:rx_msgs 0"},
	{"GET 1 rate_ctr.per_hour.mgcp.0.mgcp:rx_msgs", "GET_REPLY 1 rate_ctr.per_hour.mgcp.0.mgcp:rx_msgs 0"},
	{"GET 1 rate_ctr.per_day.mgcp.0.mgcp:rx_msgs", "GET_REPLY 1 rate_ctr.per_day.mgcp.0.mgcp:rx_msgs 0"},
	{"GET 1 rate_ctr.abs.mgcp.-1", "ERROR 1 Counter group with given name and index not found"},
	{"GET 1 rate_ctr.abs.nope.0", "ERROR 1 Counter group with given name and index not found"},
	{"GET 1 rate_ctr.abs.mgcp.0.nope", "ERROR 1 Counter name not found."},
	{"GET 1 rate_ctr.abs.mgcp.0.mgcp:rx_msgs.", "ERROR 1 Counter name not found."},
	{"GET 1 rate_ctr.abs.mgcp.0.mgcp:rx_msgs.x", "ERROR 1 Counter name not found."},

	{"GET 1 counter", "ERROR 1 Command not found"},
	{"GET 1 counter.x", "ERROR 1 Counter name not found."},
	{"SET 1 counter.x 5", "ERROR 1 Can't set counter."},
	{"SET 1 counter 5", "ERROR 1 Command not found"},

	{"GET 1 fsm", "ERROR 1 Error while parsing the index."},
	{"GET 1 fsm.x", "ERROR 1 Error while resolving object"},
	{"GET 1 fsm.IuUP", "ERROR 1 Command not present."},
	{"GET 1 fsm.IuUP.x", "ERROR 1 Command not present."},
	{"GET 1 fsm.IuUP.name", "ERROR 1 Error while parsing the index."},
	{"GET 1 fsm.IuUP.name.y.state", "ERROR 1 Error while resolving object"},
	{"SET 1 fsm.x.name.y.state 4", "ERROR 1 Error while resolving object"},

	{"GET 1 stat_item", "ERROR 1 Command not found"},
	{"SET 1 stat_item 4", "ERROR 1 Command not found"},
	{"SET 1 stat_item.x 4", "ERROR 1 Read Only attribute"},
	{"GET 1 stat_item.last", "="},
	{"GET 1 stat_item.last.trunk.0", "="},
	{"GET 1 stat_item.last.trunk.x.endpoints:total", "="},
	{"GET 1 stat_item.max.trunk.0.endpoints:total", "="},
	// Crashes osmo-mgw 1.15.
	{"GET 1 stat_item.last.trunk.by_name", "="},
	{"GET 1 stat_item.last.trunk.by_name.virtual-0:common", "="},
	{"GET 1 stat_item.last.trunk.0.endpoints:total.", "GET_REPLY 1 stat_item.last.trunk.0.endpoints:total. 3"},
	{"GET  1  stat_item.last.trunk.0.endpoints:total ", "GET_REPLY 1 stat_item.last.trunk.0.endpoints:total 3"},
	{" GET 1 stat_item.last.trunk.by_name.virtual-0:common.endpoints:used", "GET_REPLY 1 stat_item.last.trunk.by_name.virtual-0:common.endpoints:used 0"},
	{"GET 1 stat_item.last.trunk.by_name.x.endpoints:total", "ERROR 1 Stat group with given name and index not found"},
	{"GET 1 stat_item.last.trunk.0.endpoints:total.x", "ERROR 1 Garbage after stat item name"},
	{"GET 1 stat_item.last.trunk.0.nope", "ERROR 1 No such stat item found"},
	{"GET 1 stat_item.last.trunk.2.endpoints:total", "ERROR 1 Stat group with given name and index not found"},
	{"GET 1 version", "ERROR 1 Command not found"},
}

func TestAnswers(t *testing.T) {
	registry := newRegistry(t)
	for _, c := range answers {
		got := Answer(registry, c.request)
		if c.answer == "=" {
			if !strings.HasPrefix(got, "ERROR 1 ") || len(got) < len("ERROR 1 a sentence") {
				t.Errorf("%q: %q, want a sentence", c.request, got)
			}
			continue
		}
		if got != c.answer {
			t.Errorf("%q\n got %q\nwant %q", c.request, got, c.answer)
		}
	}
}

func FuzzRequest(f *testing.F) {
	for _, c := range answers {
		f.Add(c.request)
	}
	registry := newRegistry(f)
	f.Fuzz(func(t *testing.T, text string) {
		answer := Answer(registry, text)
		verb, _, _ := strings.Cut(answer, " ")
		switch verb {
		case "", "GET_REPLY", "SET_REPLY", "ERROR":
		default:
			t.Errorf("%q was answered %q", text, answer)
		}
		if verb == "" && !strings.Contains(strings.ToUpper(text), "REPLY") && !strings.Contains(strings.ToUpper(text), "ERROR") {
			t.Errorf("%q was not answered", text)
		}
	})
}
