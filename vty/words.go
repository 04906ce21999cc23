package vty

// engineWords are help texts that many commands share.
var engineWords = Words{
	"show":           "Show how things stand",
	"no":             "Take a setting back, or switch it off",
	"write":          "Write the configuration",
	"list":           "List the commands of this node",
	"help":           "Explain how to get help here",
	"exit":           "Leave this node; at the top, close the session",
	"end":            "Leave the configuration",
	"enable":         "Become operator",
	"password":       "Password",
	"banner":         "Text that greets a new session",
	"motd":           "Message of the day",
	"service":        "Properties of all sessions",
	"terminal":       "Properties of this session",
	"hostname":       "Name of this host",
	"length":         "Height of the screen",
	"copy":           "Copy a configuration",
	"history":        "Lines typed in this session",
	"A.B.C.D":        "IPv4 address",
	"X:X::X:X":       "IPv6 address",
	"with-flags":     "Show with each command when it takes effect",
	"running-config": "Configuration in force",
}
