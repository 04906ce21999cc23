package sidebyside

import (
	"fmt"
	"slices"
	"testing"

	"osmo-mgw-go/internal/testnet"
)

// leastRequests is how many requests the comparison has to send to be worth its name.
const leastRequests = 300

func TestRepliesAreThoseOfTheReference(t *testing.T) {
	reference := testnet.StartReference(t)
	config := testnet.NewConfig(t)
	config.IPv6 = "" // as the reference has it
	ours := testnet.Start(t, config)
	them := &side{agent: testnet.NewAgent(t, reference), ip: reference.Config.IP, nextID: 1000}
	us := &side{agent: testnet.NewAgent(t, ours), ip: ours.Config.IP, nextID: 1000}

	requests := 0
	explained := make([]int, len(differences))
	for _, sc := range scenarios() {
		theirs, ours := them.play(t, sc), us.play(t, sc)
		for i, e := range theirs {
			requests++
			if e.reply == ours[i].reply {
				continue
			}
			n := slices.IndexFunc(differences, func(d difference) bool { return d.explains(sc.name, e.request, e.reply, ours[i].reply) })
			if n < 0 {
				t.Errorf("%s, request %d:\n%s\nreference:\n%s\nwe:\n%s", sc.name, i+1, e.request, orNone(e.reply), orNone(ours[i].reply))
				break
			}
			explained[n]++
			t.Logf("%-50q %.4s → %.4s  %s", sc.name, orNone(e.reply), orNone(ours[i].reply), differences[n].reason)
			// From here on the two are in different states; what follows is compared by scenarios of its own.
			break
		}
	}
	fmt.Printf("%d requests, %d of them answered differently for a listed reason\n", requests, sum(explained))
	if requests < leastRequests {
		t.Errorf("only %d requests, want %d", requests, leastRequests)
	}
	for n, count := range explained {
		if count == 0 {
			t.Errorf("nothing differs for this reason any more, take it out: %s", differences[n].reason)
		}
	}
}

func orNone(reply string) string {
	if reply == "" {
		return "none"
	}
	return reply
}

func sum(numbers []int) (total int) {
	for _, n := range numbers {
		total += n
	}
	return total
}
