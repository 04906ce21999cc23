package main

// Exit statuses (osmo-mgw's; scripts and systemd units know them).
const (
	exitOK          = 0
	exitDaemonise   = 1   // becoming a daemon failed
	exitUsage       = 2   // positional argument, unknown reference mode; also a subcommand used wrongly
	exitBadConfig   = 234 // an error in the configuration file (-EINVAL)
	exitVTYInUse    = 237 // the VTY socket cannot be bound (-ENODEV)
	exitNoConfig    = 254 // the configuration file cannot be opened (-ENOENT)
	exitStartFailed = 255 // the MGCP socket cannot be bound, and other start errors (-1)
)
