package live

import (
	"sync"

	"osmo-mgw-go/tui"
	"osmo-mgw-go/vty"
)

// operator runs a screen's commands.
type operator struct {
	may bool

	mu        sync.Mutex // a command may still run while the next key wants to complete a line
	commander *vty.Commander
}

var _ tui.Operator = (*operator)(nil)

func (o *operator) MayAct() bool { return o.may }

func (o *operator) Prompt() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.commander.Prompt()
}

func (o *operator) Run(line string) (string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.commander.Run(line)
}

func (o *operator) Act(lines ...string) (string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.commander.Act(lines...)
}

func (o *operator) Complete(line string) (string, []string) {
	if !o.mu.TryLock() {
		return line, nil
	}
	defer o.mu.Unlock()
	return o.commander.Complete(line)
}

func (o *operator) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.commander.Close()
}
