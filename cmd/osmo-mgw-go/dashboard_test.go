package main

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every series that the Grafana dashboard asks for is one that there is.
func TestDashboardAsksForSeriesThatThereAre(t *testing.T) {
	text, err := os.ReadFile("../../etc/grafana-dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(text) {
		t.Fatal("not JSON")
	}
	var reference bytes.Buffer
	run([]string{"reference", "counters"}, strings.NewReader(""), &reference, os.Stderr)
	asked := regexp.MustCompile(`osmo_mgw_\w+`).FindAllString(string(text), -1)
	if len(asked) < 50 {
		t.Errorf("only %d series in it", len(asked))
	}
	for _, series := range asked {
		if !strings.Contains(reference.String(), "`"+series+"`") {
			t.Errorf("there is no series %s", series)
		}
	}
}
