package sidebyside

import (
	"regexp"
	"strings"
)

// A difference is a reason for which we answer otherwise than osmo-mgw 1.10, and the requests and replies that it
// explains. "changed in" reasons are osmo-mgw's own changes up to 1.15, which is our reference; docs/from-osmo-mgw.md
// has what is ours.
type difference struct {
	reason  string
	request string // regular expression on "SCENARIO: REQUEST" or on the request alone; "" is any
	theirs  string // the reply of 1.10: a code, "" for none, or "*" for anything
	ours    string
}

// differences, the first that fits explains a difference. One that explains nothing is an error: it would hide the next
// mistake.
var differences = []difference{
	{"changed in 1.15: an unknown verb is answered", `^(NTFY|AUCX|EPCF|XXXX) `, "", "504"},
	{"changed in 1.15: the verb is looked at before the rest of the header", ``, "510", "504"},
	{"changed in 1.15: the case of the verb does not matter", `^auep `, "", "200"},
	{"changed in 1.12: the null endpoint", `^AUEP \S+ (?i:null@)`, "500", "200"},
	{"changed in 1.12: the null endpoint", `^(CRCX|MDCX|DLCX|RQNT|RSIP) \S+ null@`, "500", "502"},
	{"changed in 1.12: mode confecho", `^CRCX [\s\S]*\nM: confecho`, "517", "200"},
	{"changed in 1.12: any number of connections on an endpoint", `^CRCX `, "540", "200"},
	{"changed in 1.13: no remote side is needed to send", `^(CRCX|MDCX) `, "527", "200"},
	{"changed in 1.14: an unknown mode in MDCX is passed over", `^MDCX [\s\S]*\r\nM: `, "517", "200"},
	{"changed in 1.14/1.15: DLCX takes M, L and X lines", `^DLCX [\s\S]*\r\n[MLX]: `, "539", "*"},
	{"changed in 1.14/1.15: C and I are looked at when all lines are read", `^DLCX `, "*", "539"},
	{"changed in 1.14/1.15: DLCX and MDCX refuse Z lines", `^(MDCX|DLCX) [\s\S]*\r\nZ: `, "*", "539"},
	{"changed in 1.14/1.15: MDCX reads its lines before it looks for the connection", `^MDCX `, "400", "539"},
	{"changed in 1.15: a missing p: is 0, not what a refused request left behind", `^exchange 35\. `, "535", "534"},
	{"changed in 1.15: a missing p: is 0, not what a refused request left behind", `^exchange 3[79]\. `, "535", "200"},
	{"changed in 1.13: MDCX chooses the codec anew, from those of both legs", `^two legs.*, first in common: MDCX `, "200", "200"},
	{"changed in 1.14: a=maxptime behind a=ptime", `a=ptime:20\r\na=maxptime:40`, "200", "200"},
	{"ours: a=maxptime in front of a=ptime", `a=maxptime:40\r\na=ptime:20`, "200", "200"},
	{"ours: a request is carried out at most once", `^CRCX {S} rtpbridge/\*`, "200", "200"},
	{"changed in 1.15: X-Osmux while Osmux is off", `^CRCX [\s\S]*\r\nX-Osmux: `, "200", "511"},
}

// explains says whether d is the reason why the replies to one request differ.
func (d difference) explains(scenario, request, theirs, ours string) bool {
	re := regexp.MustCompile(d.request)
	return (re.MatchString(request) || re.MatchString(scenario+": "+request)) && isCode(d.theirs, theirs) && isCode(d.ours, ours)
}

func isCode(want, reply string) bool {
	if want == "" {
		return reply == ""
	}
	return want == "*" || strings.HasPrefix(reply, want+" ")
}
