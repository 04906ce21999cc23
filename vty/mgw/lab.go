package mgw

import (
	"time"

	"osmo-mgw-go/vty"
)

// toneCodecs are the words of `test tone` and the codecs that they stand for.
var toneCodecs = map[string]string{"alaw": "PCMA", "gsm": "GSM", "amr": "AMR"}

var labWords = vty.Words{
	"test": "Prove one leg of a call", "ENDPOINT": "Name, as in rtpbridge/1@mgw", "CONN": "Connection id, as `show mgcp endpoint` has it",
}

// labCommands prove one leg of a call without the other.
func (m *mgw) labCommands() []vty.Command {
	const tone, loop = "test tone ENDPOINT CONN (alaw|gsm|amr) <1-3600>", "test loop ENDPOINT CONN (on|off)"
	return []vty.Command{{
		Syntax: tone, Own: true, Changes: true,
		Help: helpFor(tone, labWords, vty.Words{
			"tone": "Play 1000 Hz to the peer, in place of everything else", "alaw": "As PCMA", "gsm": "As GSM full rate", "amr": "As AMR 12.2",
			"<1-3600>": "Seconds",
		}),
		Doc: "The peer must have named the codec in its SDP. The tone goes out in whatever mode the connection is.",
		Run: func(_ *vty.Context, a vty.Args) error {
			if err := m.gateway.PlayTone(a.Word(0), a.Word(1), toneCodecs[a.Word(2)], time.Duration(a.Int(3))*time.Second); err != nil {
				return percent(err)
			}
			return nil
		},
	}, {
		Syntax: loop, Own: true, Changes: true,
		Help: helpFor(loop, labWords, vty.Words{
			"loop": "Send what the peer sends back to it", "on": "From now on", "off": "In the mode that MGCP said",
		}),
		Doc: "The next MDCX ends it, too.",
		Run: func(_ *vty.Context, a vty.Args) error {
			if err := m.gateway.LoopConnection(a.Word(0), a.Word(1), a.Word(2) == "on"); err != nil {
				return percent(err)
			}
			return nil
		},
	}}
}
