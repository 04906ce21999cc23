package sidebyside

import (
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"osmo-mgw-go/internal/exchanges"
)

// A scenario is a conversation that starts with every endpoint free. In its requests "{T}" stands for a new
// transaction id, "{S}" for one that stays the same, "{I1}" for the id of the connection that the scenario made first, "{I2}" for the second's, "{Z}" for the
// endpoint that the last wildcard CRCX got.
type scenario struct {
	name     string
	requests []string
}

// scenarios returns all of them: by hand where a conversation has several steps, generated where one request is varied.
func scenarios() []scenario {
	var all []scenario
	add := func(name string, requests ...string) { all = append(all, scenario{name, requests}) }
	for _, group := range []func(add func(string, ...string)){
		headers, names, connectionOptions, modes, parameterLetters, descriptions, lines, extensions,
		modifications, deletions, calls, repetitions, worked,
	} {
		group(add)
	}
	return all
}

const ep = "rtpbridge/2@mgw"

// request puts a request together; lines after the header are given with LF and sent with CRLF.
func request(verb, endpoint string, parameters ...string) string {
	text := fmt.Sprintf("%s {T} %s MGCP 1.0\n", verb, endpoint)
	for _, p := range parameters {
		text += p + "\n"
	}
	return strings.ReplaceAll(text, "\n", "\r\n")
}

// offer is a description with one audio stream.
func offer(media string, attributes ...string) string {
	return strings.Join(append([]string{"", "v=0", "o=- 77 1 IN IP4 127.0.0.1", "s=-", "c=IN IP4 127.0.0.1", "t=0 0",
		"m=audio " + media}, attributes...), "\n")
}

// inOrder walks a map by its keys in order, so that two runs ask in the same order.
func inOrder[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			if !yield(name, m[name]) {
				return
			}
		}
	}
}

func headers(add func(string, ...string)) {
	for _, header := range []string{
		"AUEP {T} " + ep + " MGCP 1.0", "AUEP {T} " + ep + " mgcp 1.0", "AUEP {T} " + ep + " MGCP 0.1",
		"AUEP {T} " + ep, "AUEP {T}", "AUEP", "AUEP ", "AUEP {T} " + ep + " MGCP", "AUEP {T} " + ep + " MGCP 1.0 NCS 1.0",
		"AUEP {T} " + ep + " SIP 1.0", "AUEP  {T}   " + ep + "  MGCP  1.0  ", "AUEP{T} " + ep + " MGCP 1.0",
		"AUEPX {T} " + ep + " MGCP 1.0", "AUEP\t{T} " + ep + " MGCP 1.0", "AUEP {T} " + ep + " MGCP 1.00",
		"auep {T} " + ep + " MGCP 1.0", "NTFY {T} " + ep + " MGCP 1.0", "AUCX {T} " + ep + " MGCP 1.0",
		"EPCF {T} " + ep + " MGCP 1.0", "200 {T} OK", "  200 {T} OK", "-1x", "hello world", "\r\n", "abc", "",
		" AUEP {T} " + ep + " MGCP 1.0", "AUEP abc " + ep + " MGCP 1.0", "AUEP 007 " + ep + " MGCP 1.0",
		"AUEP {T} " + ep + " MGCP 2.0 X", "XXXX", "CRCX {T} " + ep + " MGCP 1.0", "MDCX {T}", "DLCX {T} x", "RQNT", "RSIP {T}",
	} {
		add("header "+header, header+"\r\n")
	}
	add("embedded NUL", "AUEP {T} "+ep+" MGCP 1.0\r\n\x00X: 1\r\n")
	add("no line end", "AUEP {T} "+ep+" MGCP 1.0")
	for _, verb := range []string{"RQNT", "AUEP"} {
		add(verb+" with lines", request(verb, ep, "X: 4f", "S: D/5", "R: D/1"))
	}
}

func names(add func(string, ...string)) {
	for _, name := range []string{
		"rtpbridge/1@mgw", "rtpbridge/40@mgw", "rtpbridge/41@mgw", "rtpbridge/0@mgw", "rtpbridge/02@mgw", "rtpbridge/a@mgw",
		"rtpbridge/A@mgw", "RTPBRIDGE/3@MGW", "3@mgw", "a@mgw", "g@mgw", "rtpbridge/3", "rtpbridge/3@", "rtpbridge/3@mgw.example",
		"rtpbridge/3@mgw@mgw", "@mgw", "rtpbridge/@mgw", "rtpbridge@mgw", "*@mgw", "rtpbridge/*@mgw", "rtpbridge/1*@mgw",
		"rtpbridge/3@*", "gg*@mgw", "null@mgw", "NULL@anything.example", "null", "null@", "nullx@mgw", "ds/e1-1/s-4/su8-5@mgw",
		"ds/e1-65/s-4/su8-5@mgw", "rtpbridge/" + strings.Repeat("1", 300) + "@mgw", "rtpbridge/-1@mgw", "rtpbridge/0x1@mgw",
	} {
		add("AUEP "+name, request("AUEP", name))
	}
	for _, verb := range []string{"CRCX", "MDCX", "DLCX", "RQNT"} {
		for _, name := range []string{"null@mgw", "rtpbridge/41@mgw", "rtpbridge/3@other", "*@mgw"} {
			add(verb+" "+name, request(verb, name, "C: 1", "M: recvonly"))
		}
	}
}

func connectionOptions(add func(string, ...string)) {
	for _, options := range []string{
		"p:20, a:AMR, nt:IN", "p:20,a:AMR", "a:GSM", "a:gsm-efr", "a:GSM-HR-08", "a:AMR-WB", "a:PCMU", "a:PCMA", "a:G729", "a:FOO",
		"a:PCMA/8000/1", "a:PCMA/8000/2", "a:FOO/16000", "a:AMR/8000", "p:10, a:AMR", "p:30, a:AMR", "p:40, a:AMR", "p:0, a:AMR",
		"p:10-20, a:AMR", "p:10-30, a:AMR", "p:20-30, a:AMR", "p:111", "p:20", "", "a:", "a: AMR", ":x", "a", "p:20,", "p:20, foo",
		"p:20, foo, a:AMR", "p:20,,a:AMR", "P:20,p:20", "a:AMR, p:20, A:GSM", "nt:IN", "nt:", "x:y", "b:64, gc:2, s:off", " a:AMR",
		"a:ABCDEFGHIJKLMNOPQRSTU", "a:/8000", "A:AMR", "e:on,r:g,k:clear",
	} {
		add("L: "+options, request("CRCX", ep, "C: 1", "L: "+options, "M: recvonly"))
	}
	add("two L lines", request("CRCX", ep, "C: 1", "L: p:20", "L: a:AMR", "M: recvonly"))
	add("L after M", request("CRCX", ep, "C: 1", "M: recvonly", "L: p:20, a:GSM"))
}

func modes(add func(string, ...string)) {
	sdp := offer("40710 RTP/AVP 3")
	for _, mode := range []string{"recvonly", "sendrecv", "sendonly", "loopback", "RecvOnly", "inactive", "confrnce", "", "x", "recvonly "} {
		add("CRCX M: "+mode+" with a description", request("CRCX", ep, "C: 1", "M: "+mode, sdp))
		add("MDCX M: "+mode, request("CRCX", ep, "C: 1", "M: recvonly", sdp), request("MDCX", ep, "C: 1", "I: {I1}", "M: "+mode))
	}
	add("CRCX sendrecv without a remote side", request("CRCX", ep, "C: 1", "M: sendrecv", "L: a:GSM-EFR"))
	add("CRCX without a mode", request("CRCX", ep, "C: 1"))
	add("mode twice", request("CRCX", ep, "C: 1", "M: sendrecv", "M: recvonly", sdp))
}

func parameterLetters(add func(string, ...string)) {
	for letter := 'A'; letter <= 'Z'; letter++ {
		if strings.ContainsRune("CILMX", letter) { // they mean something and are varied elsewhere
			continue
		}
		line := string(letter) + ": 1"
		add("CRCX "+line, request("CRCX", ep, "C: 1", "M: recvonly", line))
		add("MDCX and DLCX "+line, request("CRCX", ep, "C: 1", "M: recvonly"),
			request("MDCX", ep, "C: 1", "I: {I1}", line), request("DLCX", ep, "C: 1", line))
	}
	for _, line := range []string{" C: 1", "1: 2", ".", "X: 1234", "X-Foo: 1", "c: 1", "C:  1"} {
		add("CRCX line "+line, request("CRCX", ep, line, "C: 1", "M: recvonly"))
	}
}

func descriptions(add func(string, ...string)) {
	for _, sdp := range [][]string{
		{"40720 RTP/AVP 8"}, {"40720 RTP/AVP 0"}, {"40720 RTP/AVP 18"}, {"40720 RTP/AVP 3 8 0"}, {"40720 RTP/AVP 99 8"},
		{"40720 RTP/AVP 97", "a=rtpmap:97 GSM-EFR/8000"}, {"40720 RTP/AVP 96", "a=rtpmap:96 GSM-HR-08/8000"},
		{"40720 RTP/AVP 112", "a=rtpmap:112 AMR/8000/1", "a=ptime:20"}, {"40720 RTP/AVP 112", "a=rtpmap:112 AMR/8000", "a=ptime:40"},
		{"40720 RTP/AVP 112", "a=rtpmap:112 AMR", "a=fmtp:112 octet-align=1"},
		{"40720 RTP/AVP 112", "a=rtpmap:112 AMR", "a=fmtp:112 octet-align=0"},
		{"40720 RTP/AVP 112", "a=rtpmap:112 AMR", "a=fmtp:112 mode-set=0; octet-align=1"},
		{"40720 RTP/AVP 112 113", "a=rtpmap:112 AMR/8000/1", "a=rtpmap:113 AMR-WB/16000/1"},
		{"40720 RTP/AVP 112", "a=rtpmap:112 AMR/8000/2"}, {"40720 RTP/AVP 0", "a=rtpmap:0 FOO/16000"},
		{"40720 RTP/AVP 128"}, {"40720 RTP/AVP 8 8"}, {"40720 RTP/AVP x"}, {"40720 RTP/AVPF 8"}, {"40720 RTP/AVP"}, {"40720"},
		{"0 RTP/AVP 8"}, {"40720/2 RTP/AVP 8"}, {"x RTP/AVP 8"}, {"40720 RTP/AVP 0 3 8 18 96 97 98 99 100 101"},
		{"40720 RTP/AVP 0 3 8 18 96 97 98 99 100 101 102"}, {"40720 RTP/AVP 8", "a=sendrecv", "a=rtcp:40799"},
		{"40720 RTP/AVP 8", "a=ptime:30"}, {"40720 RTP/AVP 8", "a=ptime:10-20"}, {"40720 RTP/AVP 8", "a=maxptime:20"},
		{"40720 RTP/AVP 8", "a=maxptime:40", "a=ptime:20"}, {"40720 RTP/AVP 8", "a=ptime:20", "a=maxptime:40"},
		{"40720 RTP/AVP 96", "a=rtpmap:96 VND.3GPP.IUFP/16000"}, {"40720 RTP/AVP 2"}, {"40720 RTP/AVP 96"},
		{"40720 RTP/AVP 101 3", "a=rtpmap:101 telephone-event/8000"}, {"70000 RTP/AVP 8"},
	} {
		add("SDP "+strings.Join(sdp, " "), request("CRCX", ep, "C: 1", "M: recvonly", offer(sdp[0], sdp[1:]...)))
	}
	for _, address := range []string{
		"IN IP4 127.0.0.1", "IN IP4 media.example", "IN IP4 127.1", "IN IP4 127.0.0.1/127", "IN IP4  127.0.0.1 x", "IN IP4", "IN IP5 1.2.3.4",
		"IN IP6 127.0.0.1", "XX IP4 127.0.0.1", "", "IN IP4 300.0.0.1", "IN IP4 ::1",
	} {
		add("c="+address, request("CRCX", ep, "C: 1", "M: recvonly", "", "v=0", "c="+address, "m=audio 40720 RTP/AVP 8"))
	}
	for name, sdp := range inOrder(map[string][]string{
		"empty description":         {""},
		"only a version":            {"", "v=0"},
		"rtpmap in front of m=":     {"", "c=IN IP4 127.0.0.1", "a=rtpmap:97 GSM-EFR/8000", "m=audio 40720 RTP/AVP 97"},
		"video":                     {"", "c=IN IP4 127.0.0.1", "m=video 40720 RTP/AVP 97"},
		"audio and video":           {"", "c=IN IP4 127.0.0.1", "m=audio 40720 RTP/AVP 8", "m=video 40730 RTP/AVP 97"},
		"two addresses":             {"", "c=IN IP4 127.0.0.3", "c=IN IP4 127.0.0.1", "m=audio 40720 RTP/AVP 8"},
		"garbage":                   {"", "garbage", "=", "m", "a=", "a=rtpmap:", "m=audio 40720 RTP/AVP 8"},
		"options and a description": {"L: p:20, a:AMR", "", "c=IN IP4 127.0.0.1", "m=audio 40720 RTP/AVP 8"},
	}) {
		add(name, request("CRCX", ep, append([]string{"C: 1", "M: recvonly"}, sdp...)...))
	}
}

func lines(add func(string, ...string)) {
	crcx := request("CRCX", ep, "C: 1", "M: recvonly", offer("40720 RTP/AVP 8"))
	add("LF", strings.ReplaceAll(crcx, "\r\n", "\n"))
	add("CR", strings.ReplaceAll(crcx, "\r\n", "\r"))
	add("no last line end", strings.TrimRight(crcx, "\r\n"))
	add("an empty line more", request("CRCX", ep, "C: 1", "M: recvonly", "L: a:GSM", ""))
	add("piggy-back", request("CRCX", ep, "C: 1", "M: recvonly", ".", "AUEP 5610 "+ep+" MGCP 1.0"))
	add("no blank behind the colon", request("CRCX", ep, "C:1", "M:recvonly"))
	add("short lines", request("CRCX", ep, "C: 1", "C", "M: recvonly"))
}

func extensions(add func(string, ...string)) {
	for _, cid := range []string{"*", "7", "255", "256", "x", ""} {
		add("X-Osmux: "+cid, request("CRCX", ep, "C: 1", "M: recvonly", "X-Osmux: "+cid))
	}
	for _, ignore := range []string{"C", "c", "X", "C X", ""} {
		add("X-Osmo-IGN: "+ignore, request("CRCX", ep, "C: 1", "M: recvonly"),
			request("CRCX", ep, "C: 2", "M: recvonly", "X-Osmo-IGN: "+ignore), request("DLCX", ep, "C: 3"))
	}
}

func modifications(add func(string, ...string)) {
	make1 := request("CRCX", ep, "C: 77", "M: recvonly", offer("40720 RTP/AVP 112", "a=rtpmap:112 AMR/8000"))
	add("MDCX on a free endpoint", request("MDCX", ep, "C: 77", "I: 1", "M: sendrecv"))
	add("MDCX with a wildcard", request("MDCX", "rtpbridge/*@mgw", "C: 77", "I: 1"))
	for name, parameters := range inOrder(map[string][]string{
		"nothing":                 {},
		"without an id":           {"C: 77", "M: sendrecv"},
		"unknown id":              {"C: 77", "I: 12AB", "M: sendrecv"},
		"empty id":                {"C: 77", "I: ", "M: sendrecv"},
		"long id":                 {"C: 77", "I: 000000000000000000000000000000001"},
		"other call":              {"C: 78", "I: {I1}"},
		"without a call":          {"I: {I1}", "M: sendrecv"},
		"zeros in front":          {"C: 77", "I: 0{I1}", "M: sendrecv"},
		"other codec":             {"C: 77", "I: {I1}", offer("40720 RTP/AVP 8")},
		"other port":              {"C: 77", "I: {I1}", "", "m=audio 40760 RTP/AVP 8 0"},
		"other address":           {"C: 77", "I: {I1}", "", "c=IN IP4 127.0.0.4", "m=audio 40760 RTP/AVP 8"},
		"bad address":             {"C: 77", "I: {I1}", "", "c=IN IP4 x"},
		"bad options":             {"C: 77", "I: {I1}", "L: a:"},
		"packets of 30 ms":        {"C: 77", "I: {I1}", "L: p:30"},
		"codec by option":         {"C: 77", "I: {I1}", "L: p:20, a:GSM"},
		"codec with two channels": {"C: 77", "I: {I1}", "L: a:FOO/8000/2"},
		"options without a codec": {"C: 77", "I: {I1}", "L: p:20"},
		"empty description":       {"C: 77", "I: {I1}", ""},
	}) {
		add("MDCX "+name, make1, request("MDCX", ep, parameters...), request("AUEP", ep))
	}
}

func deletions(add func(string, ...string)) {
	make1 := request("CRCX", ep, "C: 77", "M: recvonly", offer("40720 RTP/AVP 8"))
	add("DLCX on a free endpoint", request("DLCX", ep, "C: 77"))
	add("DLCX twice", make1, request("DLCX", ep, "C: 77"), request("DLCX", ep, "C: 77"))
	add("wildcard DLCX", make1, request("DLCX", "rtpbridge/*@mgw"), request("DLCX", ep), request("DLCX", "rtpbridge/*@mgw", "C: 1"))
	add("DLCX by one and by all", make1, make1, request("DLCX", ep, "C: 77", "I: {I1}"), request("DLCX", ep))
	add("RSIP", make1, request("RSIP", ep, "RM: restart"), request("DLCX", ep))
	for name, parameters := range inOrder(map[string][]string{
		"one connection":   {"C: 77", "I: {I1}"},
		"by id alone":      {"I: {I1}"},
		"everything":       {},
		"other call":       {"C: 78"},
		"other call by id": {"C: 78", "I: {I1}"},
		"unknown id":       {"C: 77", "I: FFFFFFFF"},
		"empty id":         {"C: 77", "I: "},
		"long id":          {"I: 000000000000000000000000000000001"},
		"with a mode":      {"C: 77", "I: {I1}", "M: recvonly"},
		"with options":     {"C: 77", "I: {I1}", "L: p:20"},
		"with bad options": {"C: 77", "I: {I1}", "L: p:30"},
		"with X":           {"C: 77", "I: {I1}", "X: 1"},
		"two mistakes":     {"I: FFFFFFFF", "E: 3"},
	}) {
		add("DLCX "+name, make1, request("DLCX", ep, parameters...), request("DLCX", ep, "C: 77"))
	}
}

func calls(add func(string, ...string)) {
	first := func(endpoint string, sdp ...string) string {
		return request("CRCX", endpoint, append([]string{"C: a1", "M: recvonly"}, sdp...)...)
	}
	amr := []string{"a=rtpmap:112 AMR/8000", "a=fmtp:112 octet-align=1"}
	add("a call as osmo-msc makes it",
		request("CRCX", "rtpbridge/*@mgw", "C: a1", "L: p:20, a:AMR, nt:IN", "M: recvonly"),
		request("CRCX", "{Z}", "C: a1", "L: p:20, a:AMR, nt:IN", "M: recvonly"),
		request("MDCX", "{Z}", "C: a1", "I: {I1}", "M: sendrecv", offer("40710 RTP/AVP 112", amr...)),
		request("MDCX", "{Z}", "C: a1", "I: {I2}", "M: sendrecv", offer("40720 RTP/AVP 112", amr...)),
		request("DLCX", "{Z}", "C: a1", "I: {I2}"), request("DLCX", "{Z}", "C: a1"))
	add("wildcards take the lowest free endpoint", first("rtpbridge/3@mgw"), first("rtpbridge/*@mgw"), first("rtpbridge/*@mgw"),
		first("rtpbridge/*@mgw"), request("DLCX", "rtpbridge/1@mgw", "C: a1"), first("rtpbridge/*@mgw"))
	add("another call on the endpoint", first(ep), request("CRCX", ep, "C: b2", "M: recvonly"))
	add("three connections", first(ep), first(ep), first(ep))
	for name, codecs := range inOrder(map[string][2][]string{
		"same codec":      {{"40710 RTP/AVP 8"}, {"40720 RTP/AVP 8"}},
		"first in common": {{"40710 RTP/AVP 8 3 0"}, {"40720 RTP/AVP 0 3"}},
		"none in common":  {{"40710 RTP/AVP 8"}, {"40720 RTP/AVP 3"}},
		"other rates":     {{"40710 RTP/AVP 98", "a=rtpmap:98 AMR/8000"}, {"40720 RTP/AVP 99", "a=rtpmap:99 AMR-WB/16000"}},
		"two framings": {append([]string{"40710 RTP/AVP 112"}, amr...),
			{"40720 RTP/AVP 98", "a=rtpmap:98 AMR/8000", "a=fmtp:98 octet-align=0"}},
		"names in two cases": {{"40710 RTP/AVP 98", "a=rtpmap:98 AMR/8000"}, {"40720 RTP/AVP 98", "a=rtpmap:98 amr/8000"}},
		"rate said and not":  {{"40710 RTP/AVP 98", "a=rtpmap:98 AMR/8000"}, {"40720 RTP/AVP 99", "a=rtpmap:99 AMR"}},
	}) {
		add("two legs, "+name, first(ep, offer(codecs[0][0], codecs[0][1:]...)), first(ep, offer(codecs[1][0], codecs[1][1:]...)),
			request("MDCX", ep, "C: a1", "I: {I1}", "M: sendrecv"))
		add("two legs modified, "+name, first(ep), first(ep),
			request("MDCX", ep, "C: a1", "I: {I1}", "M: sendrecv", offer(codecs[0][0], codecs[0][1:]...)),
			request("MDCX", ep, "C: a1", "I: {I2}", "M: sendrecv", offer(codecs[1][0], codecs[1][1:]...)))
	}
}

func repetitions(add func(string, ...string)) {
	same := func(verb, endpoint string, parameters ...string) string {
		return strings.Replace(request(verb, endpoint, parameters...), "{T}", "{S}", 1)
	}
	crcx := same("CRCX", ep, "C: 1", "M: recvonly")
	add("CRCX repeated", crcx, crcx)
	add("AUEP repeated", same("AUEP", ep), same("AUEP", ep))
	add("DLCX repeated", request("CRCX", ep, "C: 1", "M: recvonly"), same("DLCX", ep, "C: 1"), same("DLCX", ep, "C: 1"))
	add("MDCX repeated", request("CRCX", ep, "C: 1", "M: recvonly"),
		same("MDCX", ep, "C: 1", "I: {I1}", "M: recvonly"), same("MDCX", ep, "C: 1", "I: {I1}", "M: recvonly"))
	add("error repeated", same("CRCX", ep, "C: 1"), same("CRCX", ep, "C: 1"))
	wild := same("CRCX", "rtpbridge/*@mgw", "C: 1", "M: recvonly")
	add("wildcard CRCX repeated", wild, wild)
}

var transaction = regexp.MustCompile(`^(\w{4}) \d+ `)

// worked asks each of the specification's worked exchanges by itself. Most of them find a free endpoint or an unknown
// connection then, which is as good a question.
func worked(add func(string, ...string)) {
	for _, e := range exchanges.All() {
		text := strings.ReplaceAll(strings.ReplaceAll(e.Request, "\r\n", "\n"), "\n", "\r\n")
		add("exchange "+e.Name, transaction.ReplaceAllString(text, "$1 {T} "))
	}
}
