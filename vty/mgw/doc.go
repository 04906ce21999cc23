// Package mgw is what the gateway looks like from the VTY: its nodes and commands on the engine of package vty, and what
// they write into the configuration.
//
// One file holds one node or one family of commands. In the nodes of the configuration a setting's commands, help and
// written line stand together in one vty.Setting; the numbers beside them (Place, Order) are osmo-mgw's orders of `list`
// and of the written configuration. Commands and nodes that osmo-mgw does not have carry Own: they are listed behind the
// others and never change what an abbreviation means.
//
// The settings of MGCP and trunks live in core.Config and are changed by core.Gateway.Configure; E1 lines belong to the
// control goroutine, too, and are reached by Gateway.Do. Those of the packet engine live here, in IO. Commands run on the
// goroutine of the session that typed them; none touches a packet or a queue.
package mgw
