package ctrl

import "strings"

// request is a message of a client.
type request struct {
	verb     string // upper case: GET, SET, GET_REPLY, SET_REPLY, TRAP, ERROR
	id       string // digits
	variable string
	value    string
}

// fault is what is wrong with a request; id is "err" as long as there is none.
type fault struct{ id, text string }

func (f *fault) Error() string { return "ERROR " + f.id + " " + f.text }

// verbs are the types of messages, with their names in error texts.
var verbs = map[string]string{
	"GET": "GET", "SET": "SET", "TRAP": "TRAP", "ERROR": "ERROR", "GET_REPLY": "GET REPLY", "SET_REPLY": "SET REPLY",
}

// parse reads a request. Where the text is none, the fault is the answer.
func parse(text string) (request, *fault) {
	verb, rest := word(text, " ")
	if verb == "" {
		return request{}, &fault{"err", "Request malformed"}
	}
	r := request{verb: strings.ToUpper(verb)}
	name, known := verbs[r.verb]
	if !known {
		return request{}, &fault{"err", "Request type unknown"}
	}
	r.id, rest = word(rest, " ")
	if r.id == "" {
		return request{}, &fault{"err", "Missing ID"}
	}
	if strings.Trim(r.id, "0123456789") != "" {
		return request{}, &fault{"err", "Invalid message ID number"}
	}
	if r.verb == "ERROR" {
		r.value = rest
		return r, nil
	}
	incomplete := &fault{r.id, name + " incomplete"}
	if r.verb != "GET" {
		r.variable, rest = word(rest, " ")
		r.value, rest = word(rest, "\n")
		if r.variable == "" || r.value == "" {
			return request{}, incomplete
		}
	} else if r.variable, rest = word(rest, " \n"); r.variable == "" {
		return request{}, incomplete
	}
	if strings.ContainsFunc(r.variable, illegal) {
		return request{}, &fault{r.id, name + " variable contains invalid characters"}
	}
	if rest = strings.TrimLeft(rest, " \n"); rest != "" && (r.verb == "GET" || r.verb == "SET") {
		return request{}, &fault{r.id, name + " with trailing characters"}
	}
	return r, nil
}

// word cuts the first word off s; words are separated by any number of the octets in separators.
func word(s, separators string) (first, rest string) {
	s = strings.TrimLeft(s, separators+" ")
	if end := strings.IndexAny(s, separators); end >= 0 {
		return s[:end], s[end+1:]
	}
	return s, ""
}

// illegal says that a variable cannot hold the character.
func illegal(r rune) bool {
	return r <= ' ' || r > '~' || strings.ContainsRune(",{}[]()<>|~\\^`'\"?=;/+*&%$#!", r)
}
