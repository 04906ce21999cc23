package transcript

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// recording is a .json file.
type recording struct {
	Note          string   `json:"note"`
	Config        *string  `json:"cfg"`      // passed with -c
	CopyConfig    string   `json:"copy_cfg"` // copy Config to the working directory under this name, and pass that
	Args          []string `json:"args"`
	MGCPLocalPort int      `json:"mgcp_local_port"`
	MGCPPort      int      `json:"mgcp_port"`
	Steps         []step   `json:"steps"`
}

// step is one step of a recording. Which fields are there says what it does; testdata/transcripts/README.md has the
// list. All strings are octets in Latin-1.
type step struct {
	Sleep    float64 `json:"sleep"`
	UDPBind  []any   `json:"udp_bind"` // name, port
	UDP      *string `json:"udp"`
	UDPSend  []any   `json:"udp_send"` // name, port or ${GROUP}
	Hex      string  `json:"hex"`
	Count    int     `json:"count"`
	MGCP     *string `json:"mgcp"`
	CTRL     *string `json:"ctrl"`
	Signal   int     `json:"signal"`
	Exit     *int    `json:"exit"`
	Running  *bool   `json:"running"`
	Stderr   *string `json:"stderr"`
	Stdout   *string `json:"stdout"`
	File     *string `json:"file"`
	C        *string `json:"c"` // name of a VTY connection
	Open     bool    `json:"open"`
	Port     int     `json:"port"`
	Send     *string `json:"send"`
	Close    bool    `json:"close"`
	EOF      *bool   `json:"eof"`
	T        float64 `json:"t"` // seconds of silence
	Expect   *string `json:"expect"`
	ExpectRE *string `json:"expect_re"`

	raw json.RawMessage // the step as written, for messages
}

func (s *step) UnmarshalJSON(data []byte) error {
	type plain step
	s.raw = append(json.RawMessage(nil), data...)
	return json.Unmarshal(data, (*plain)(s))
}

func readRecording(file string) (*recording, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := new(recording)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, err
	}
	return r, nil
}

// arguments returns the command line of the recording's program and the name of its configuration file, "" if it has
// none. The file is copied to dir when the recording says so.
func (r *recording) arguments(file, dir string) (args []string, config string, err error) {
	args = append(args, r.Args...)
	if r.Config == nil {
		return args, "", nil
	}
	config = filepath.Join(filepath.Dir(file), *r.Config)
	if r.CopyConfig != "" {
		text, err := os.ReadFile(config)
		if err != nil {
			return nil, "", err
		}
		if err := os.WriteFile(filepath.Join(dir, r.CopyConfig), text, 0o644); err != nil {
			return nil, "", err
		}
		config = r.CopyConfig
	}
	return append(args, "-c", config), config, nil
}
