package live

import (
	"time"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/tui"
	"osmo-mgw-go/vty"
)

// AddCommand adds the command `tui` to the view and enable nodes.
func AddCommand(engine *vty.Engine, sampler *Sampler, logs *logging.System) {
	command := vty.Command{
		Syntax: "tui", Own: true,
		Help: vty.Words{"tui": "Live screen: calls, queues, log; ends with q"},
		Doc: "It needs a terminal of at least 80x24 characters that tells its size. Started from the view node it shows everything and " +
			"changes nothing.",
		Run: func(c *vty.Context, _ vty.Args) error { return show(c, sampler, logs) },
	}
	engine.AddCommands(vty.View, command)
	engine.AddCommands(vty.Enable, command)
}

// show lends the session's terminal to a screen.
func show(c *vty.Context, sampler *Sampler, logs *logging.System) error {
	user, may := c.Session().User(), c.MayEnable()
	if !may {
		user.Role = vty.Viewer // whatever the session could become elsewhere
	}
	return c.FullScreen(func(screen *vty.Screen) error {
		switch width, height := screen.Size(); {
		case width == 0 || height == 0:
			return vty.Failf("%% The terminal does not say how large it is: use ssh -t, or a telnet client that does (NAWS).")
		case width < tui.MinWidth || height < tui.MinHeight:
			return vty.Failf("%% The window has %d columns and %d lines; %dx%d are needed.", width, height, tui.MinWidth, tui.MinHeight)
		}
		tail, target := openLog(logs)
		defer logs.Remove(target)
		o := &operator{may: may, commander: c.Engine().NewCommander(user)}
		defer o.close()
		return tui.Serve(screen, user.Environment, &source{sampler: sampler, tail: tail, target: target, opened: time.Now()}, o)
	})
}
