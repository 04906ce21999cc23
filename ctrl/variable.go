package ctrl

import (
	"fmt"
	"strconv"
	"strings"

	"osmo-mgw-go/stats"
)

// Answer returns the answer to the text of a request; empty if there is to be none. A fault of the text is an answer, too.
func Answer(registry *stats.Registry, text string) string {
	r, wrong := parse(text)
	if wrong != nil {
		return wrong.Error()
	}
	switch r.verb {
	case "ERROR":
		return ""
	case "SET_REPLY":
		if strings.HasPrefix(r.value, "OK") {
			return ""
		}
		fallthrough
	case "TRAP", "GET_REPLY":
		return "ERROR " + r.id + " Trying to execute something not GET or SET"
	}
	value, err := access(registry, &r)
	if err != nil {
		return "ERROR " + r.id + " " + err.Error()
	}
	return r.verb + "_REPLY " + r.id + " " + r.variable + " " + value
}

// refusal is a reason for not reading or setting a variable, in the words that clients know.
type refusal string

func (r refusal) Error() string { return string(r) }

const (
	errNoParts     refusal = "cmd_make_strvec failed."
	errNotFound    refusal = "Command not found"
	errNotPresent  refusal = "Command not present."
	errFSMIndex    refusal = "Error while parsing the index."
	errFSMObject   refusal = "Error while resolving object"
	errSetCounter  refusal = "Can't set counter."
	errSetRate     refusal = "Can't set rate counter."
	errSetGauge    refusal = "Read Only attribute"
	errNoCounter   refusal = "Counter name not found."
	errNoGroup     refusal = "Counter group with given name and index not found"
	errNoGauges    refusal = "Stat group with given name and index not found"
	errNoGauge     refusal = "No such stat item found"
	errBehindGauge refusal = "Garbage after stat item name"
	errInterval    refusal = "Unknown interval: it is one of 'abs', 'per_sec', 'per_min', 'per_hour' and 'per_day'."
	errGroupForm   refusal = "A counter group is given as name.index, for example mgcp.0"
	errGaugeForm   refusal = "A stat item is given as stat_item.last.group.index.item or stat_item.last.group.by_name.name.item"
)

// access reads the variable of a GET, or refuses a SET: nothing can be set here.
func access(registry *stats.Registry, r *request) (string, error) {
	parts := strings.FieldsFunc(r.variable, func(c rune) bool { return c == '.' })
	if len(parts) == 0 {
		return "", errNoParts
	}
	get := r.verb == "GET"
	first, rest := parts[0], parts[1:]
	switch {
	case first == "rate_ctr" && len(rest) > 0 && get:
		return rateCounter(registry, r.variable, rest)
	case first == "rate_ctr" && len(rest) > 0:
		return "", errSetRate
	case first == "stat_item" && len(rest) > 0 && get:
		return gauge(registry, rest)
	case first == "stat_item" && len(rest) > 0:
		return "", errSetGauge
	case first == "counter" && len(rest) > 0 && get:
		return "", errNoCounter
	case first == "counter" && len(rest) > 0:
		return "", errSetCounter
	case first == "fsm":
		return "", machine(rest)
	}
	return "", errNotFound
}

// rateCounter reads INTERVAL.GROUP.INDEX[.COUNTER]; INDEX is a number or the group's own name.
func rateCounter(registry *stats.Registry, variable string, parts []string) (string, error) {
	pick, ok := intervals[parts[0]]
	switch {
	case !ok:
		return "", errInterval
	case len(parts) < 3:
		return "", errGroupForm
	}
	g := registry.FindGroupNamed(parts[1], parts[2])
	if index, err := strconv.Atoi(parts[2]); err == nil {
		g = registry.FindGroup(parts[1], index)
	}
	if g == nil {
		return "", errNoGroup
	}
	figures, counters := g.Figures(), g.Desc().Counters
	if len(parts) == 3 {
		var b strings.Builder
		for i, f := range figures {
			fmt.Fprintf(&b, "%s %d;", counters[i].Name, pick(f))
		}
		return b.String(), nil
	}
	if len(parts) > 4 || strings.HasSuffix(variable, ".") {
		return "", errNoCounter
	}
	for i, f := range figures {
		if counters[i].Name == parts[3] {
			return strconv.FormatUint(pick(f), 10), nil
		}
	}
	return "", errNoCounter
}

// intervals say which figure of a counter each word means.
var intervals = map[string]func(stats.Figures) uint64{
	"abs":      func(f stats.Figures) uint64 { return f.Value },
	"per_sec":  func(f stats.Figures) uint64 { return f.Rates[stats.PerSecond] },
	"per_min":  func(f stats.Figures) uint64 { return f.Rates[stats.PerMinute] },
	"per_hour": func(f stats.Figures) uint64 { return f.Rates[stats.PerHour] },
	"per_day":  func(f stats.Figures) uint64 { return f.Rates[stats.PerDay] },
}

// gauge reads last.GROUP.INDEX.ITEM or last.GROUP.by_name.NAME.ITEM.
func gauge(registry *stats.Registry, parts []string) (string, error) {
	if len(parts) < 3 || parts[0] != "last" {
		return "", errGaugeForm
	}
	name, index, rest := parts[1], parts[2], parts[3:]
	var g *stats.Gauges
	if index == "by_name" {
		if len(rest) == 0 {
			return "", errGaugeForm
		}
		g, rest = registry.FindGaugesNamed(name, rest[0]), rest[1:]
	} else {
		number, err := strconv.Atoi(index)
		if err != nil || len(rest) == 0 {
			return "", errGaugeForm
		}
		g = registry.FindGauges(name, number)
	}
	switch {
	case g == nil:
		return "", errNoGauges
	case len(rest) == 0:
		return "", errGaugeForm
	}
	for i, d := range g.Desc().Gauges {
		if d.Name != rest[0] {
			continue
		}
		if len(rest) > 1 {
			return "", errBehindGauge
		}
		return strconv.FormatInt(g.Value(i), 10), nil
	}
	return "", errNoGauge
}

// machine refuses CLASS.(name|id).INSTANCE.ATTRIBUTE as osmo-mgw does while no state machine is there: ours are no objects
// that could be asked.
func machine(parts []string) error {
	switch {
	case len(parts) == 0:
		return errFSMIndex
	case parts[0] != "IuUP":
		return errFSMObject
	case len(parts) == 1:
		return errNotPresent
	case parts[1] != "name" && parts[1] != "id":
		return errNotPresent
	case len(parts) == 2:
		return errFSMIndex
	}
	return errFSMObject
}
