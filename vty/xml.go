package vty

var showOnlineHelpCommand = Command{Syntax: "show online-help", Help: Words{"online-help": "This reference as XML"}, Run: doNothing}
