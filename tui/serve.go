package tui

import (
	"context"
	"errors"
	"io"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
)

// Screen is a terminal: keys and what they draw on.
type Screen interface {
	io.ReadWriter
	Size() (width, height int)
	Resized() <-chan struct{}
}

// Serve shows the screen until its operator quits or hangs up. Environment is what the client says of its terminal.
func Serve(screen Screen, environment []string, source Source, operator Operator) error {
	ctx, hangUp := context.WithCancel(context.Background())
	defer hangUp()
	r := lipgloss.NewRenderer(screen)
	r.SetColorProfile(profile(environment))
	r.SetHasDarkBackground(true) // no colour depends on it; asking the terminal would take its keys
	m := New(source, operator, r)
	m.width, m.height = screen.Size()
	m.ended = ctx.Done()
	p := tea.NewProgram(m,
		tea.WithContext(ctx),
		tea.WithInput(newKeyReader(ctx, screen, hangUp)),
		tea.WithOutput(screen),
		tea.WithEnvironment(environment),
		tea.WithAltScreen(),
		tea.WithoutSignalHandler(),
		tea.WithFPS(10),
		tea.WithFilter(func(_ tea.Model, msg tea.Msg) tea.Msg {
			switch msg.(type) {
			case tea.SuspendMsg: // it would stop the whole process
				return nil
			case tea.InterruptMsg:
				return tea.QuitMsg{}
			}
			return msg
		}),
	)
	sized := make(chan struct{})
	go func() {
		defer close(sized)
		for {
			// Send waits for a program whose client does not read, and so does this goroutine, alone.
			width, height := screen.Size()
			p.Send(tea.WindowSizeMsg{Width: width, Height: height})
			select {
			case <-screen.Resized():
			case <-ctx.Done():
				return
			}
		}
	}()
	_, err := p.Run()
	hangUp()
	<-sized
	if errors.Is(err, context.Canceled) {
		return nil // hung up
	}
	return err
}
