package mgw

import "osmo-mgw-go/vty"

// withoutEffect are commands of old configuration files that do nothing any more. They are accepted with a line that
// says so, like in osmo-mgw.
func withoutEffect(kind trunkKind) []vty.Command {
	ignored := func(why string) func(*vty.Context, vty.Args) error {
		return func(c *vty.Context, _ vty.Args) error {
			c.Printf("%% Ignored: %s\n", why)
			return nil
		}
	}
	const (
		payloads    = "payload types and names are those that the call agent says"
		transcoding = "there is no transcoding between codecs; framings of one codec are converted always"
		old         = "Has no effect any more"
	)
	commands := []vty.Command{
		{
			Syntax: "sdp audio-payload number <0-255>", Place: kind.at(24, 4), Attr: vty.Deprecated,
			Help: vty.Words{"number": old, "<0-255>": "Payload type"},
			Run:  ignored(payloads),
		},
		{
			Syntax: "sdp audio-payload name NAME", Place: kind.at(25, 5), Attr: vty.Deprecated,
			Help: vty.Words{"name": old, "NAME": "Name of a payload type"},
			Run:  ignored(payloads),
		},
		{
			Syntax: "sdp audio payload number <0-255>", Place: kind.at(26, 6), Attr: vty.Deprecated,
			Help: vty.Words{"number": old, "<0-255>": "Payload type"},
			Run:  ignored(payloads),
		},
		{
			Syntax: "sdp audio payload name NAME", Place: kind.at(27, 7), Attr: vty.Deprecated,
			Help: vty.Words{"name": old, "NAME": "Name of a payload type"},
			Run:  ignored(payloads),
		},
		{
			Syntax: "loop (0|1)", Place: kind.at(28, 8), Attr: vty.Deprecated,
			Help: vty.Words{"loop": old, "0": "No", "1": "Yes"},
			Run:  ignored("the call agent asks for loopback by connection mode; see also loop-endpoint"),
		},
		{
			Syntax: "sdp audio fmtp-extra .NAME", Place: kind.at(41, 20), Attr: vty.Deprecated,
			Help: vty.Words{"fmtp-extra": old, "NAME": "Parameters"},
			Run:  ignored("format parameters are those that the call agent says"),
		},
		{
			Syntax: "allow-transcoding", Place: kind.at(54, 25), Attr: vty.Deprecated,
			Help: vty.Words{"allow-transcoding": old},
			Run:  ignored(transcoding),
		},
		{
			Syntax: "no allow-transcoding", Place: kind.at(55, 26), Attr: vty.Deprecated,
			Help: vty.Words{"allow-transcoding": old},
			Run:  ignored(transcoding),
		},
	}
	if kind == virtualTrunk {
		commands = append(commands, vty.Command{
			Syntax: "bind early (0|1)", Place: 4, Attr: vty.Deprecated,
			Help: vty.Words{"early": old, "0": "No", "1": "Yes"},
			Run:  ignored("ports are bound when a connection is made"),
		})
	}
	return commands
}
