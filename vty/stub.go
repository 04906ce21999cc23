package vty

func enable(c *Context, a Args) error {
	c.expert = a.Has(0)
	c.frames = []frame{{node: c.engine.node(Enable)}}
	return nil
}

var whoCommand = Command{Syntax: "who", Help: Words{"who": "Sessions"}, Run: doNothing}
var showOnlineHelpCommand = Command{Syntax: "show online-help", Help: Words{"online-help": "This reference as XML"}, Run: doNothing}
