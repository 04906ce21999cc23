package vty

import (
	"sync"
	"time"
)

// Options are what the program tells its VTY.
type Options struct {
	// Name stands in prompts and greeting, Version in `show version` and written files.
	Name, Version string
	// Copyright is a few lines of free text, shown in the greeting and by `show version`.
	Copyright string
	// Flags are the letters that commands may carry, in the order of their columns in `list with-flags`.
	Flags []Flag
	// ConfigFile is the file that `write` saves to until `write file PATH` names another.
	ConfigFile string
	// Shutdown ends the program; the `shutdown` command calls it. Default: nothing happens.
	Shutdown func()
	// Snapshot runs write while nothing changes what the settings' Write functions read. Default: just runs it.
	Snapshot func(write func())
	// Log is told what an operator should know about sessions: refused, cut off, crashed. Default: nobody is told.
	Log func(format string, a ...any)
}

// Flag is a letter in `list with-flags` and what it means, in one line.
type Flag struct {
	Letter  byte
	Library bool // listed with the library's attributes, else with the application's
	Text    string
}

// Engine is a command tree with its sessions and the host settings (passwords, banner and the like).
//
// Building the tree (AddNode, AddCommands, AddSettings) is over before the first session starts and the first file is
// read; from then on the tree does not change and needs no lock. Mu guards the rest.
type Engine struct {
	options Options
	started time.Time

	nodes  map[string]*Node
	order  []*Node // as added; the order of the reference
	words  Words
	common []*Command // those that all nodes below Config have

	mu       sync.Mutex
	host     host
	holder   *Session         // has the configuration lock
	sessions map[int]*Session // by number
	closed   bool

	saving sync.Mutex // held while the configuration file is written
}

// New makes an engine with the nodes View, Enable, Config and Line and their commands.
func New(options Options) *Engine {
	if options.Shutdown == nil {
		options.Shutdown = func() {}
	}
	if options.Snapshot == nil {
		options.Snapshot = func(write func()) { write() }
	}
	if options.Log == nil {
		options.Log = func(string, ...any) {}
	}
	e := &Engine{
		options:  options,
		started:  time.Now(),
		nodes:    make(map[string]*Node),
		words:    make(Words),
		sessions: make(map[int]*Session),
	}
	e.host = host{file: options.ConfigFile, maxSessions: defaultMaxSessions}
	e.AddWords(engineWords)
	e.addViewNode()
	e.addEnableNode()
	e.addConfigNode()
	e.addLineNode()
	return e
}

// AddWords adds help texts that commands of all nodes share.
func (e *Engine) AddWords(words Words) {
	for key, text := range words {
		e.words[key] = text
	}
}

// Log tells the operator's log something about sessions. Transports use it.
func (e *Engine) Log(format string, a ...any) { e.options.Log(format, a...) }
