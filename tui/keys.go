package tui

import "github.com/charmbracelet/bubbles/key"

// The keys of all pages.
var keys = struct {
	quit, help, command, next, previous, back, confirm, refuse key.Binding
	page                                                       [numPages]key.Binding
	span                                                       key.Binding
	up, down                                                   key.Binding
	filter, all, sort, reverse, open, kill, reset              key.Binding
	backend, queues, cpu, coalesce                             key.Binding
	level, category                                            key.Binding
}{
	quit:     bind("quit", "q", "ctrl+c"),
	help:     bind("help", "?"),
	command:  bind("command", ":"),
	next:     bind("next page", "tab", "right"),
	previous: bind("previous page", "shift+tab", "left"),
	back:     bind("back", "esc"),
	confirm:  bind("do it", "y"),
	refuse:   bind("leave it", "n", "esc"),
	page: [numPages]key.Binding{
		bind("overview", "1"), bind("endpoints", "2"), bind("queues", "3"), bind("osmux", "4"), bind("log", "5"),
	},
	span:     bind("1, 5 or 60 minutes", "t"),
	up:       bind("up", "up", "k"),
	down:     bind("down", "down", "j"),
	filter:   bind("filter", "/"),
	all:      bind("all or active", "a"),
	sort:     bind("sort", "s"),
	reverse:  bind("reverse", "r"),
	open:     bind("open call", "enter"),
	reset:    bind("reset the endpoint", "r"),
	kill:     bind("free the endpoint", "x"),
	backend:  bind("backend", "b"),
	queues:   bind("queues", "n"),
	cpu:      bind("CPU", "c"),
	coalesce: bind("coalescing", "o"),
	level:    bind("level", "l"),
	category: bind("category", "c"),
}

func bind(help string, names ...string) key.Binding {
	return key.NewBinding(key.WithKeys(names...), key.WithHelp(names[0], help))
}
