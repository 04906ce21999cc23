package exchanges

import (
	"strings"
	"testing"
)

func TestAll(t *testing.T) {
	list := All()
	if len(list) != 103 {
		t.Fatalf("%d exchanges, want the 102 of the specification and one more", len(list))
	}
	for i, e := range list {
		if e.Request == "" {
			t.Errorf("%s: no request", e.Name)
		}
		if want := len(list) - 5; i == want && !strings.HasPrefix(e.Name, "98.") {
			t.Errorf("exchange %d is %s", i, e.Name)
		}
	}
	var s Session
	var create, other Exchange // the connection is learned from the first and asked for in the second
	for _, e := range list {
		if strings.HasPrefix(e.Name, "60.") {
			create = e
		}
		if strings.HasPrefix(e.Name, "65.") {
			other = e
		}
	}
	if diff := s.Check(create, []byte(strings.ReplaceAll(create.Reply, "EE28F15F", "00C0FFEE"))); diff != "" {
		t.Errorf("another id is taken for a difference: %s", diff)
	}
	if diff := s.Check(create, []byte(strings.ReplaceAll(create.Reply, "12626", "12628"))); diff == "" {
		t.Error("another port is not noticed")
	}
	if got := string(s.Request(other)); !strings.Contains(got, "I: 000c0ffee\r\n") {
		t.Errorf("the request names another connection:\n%s", got)
	}
}
