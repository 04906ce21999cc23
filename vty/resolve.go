package vty

// Resolve finds the command that words stand for in a node, as if they were typed there, and does not run it. The error
// is the answer that the operator would read. With own false it is as if there were osmo-mgw's commands only.
func (e *Engine) Resolve(node string, words []string, own bool) (*Command, error) {
	n := *e.node(node)
	if !own {
		n.tiers[1] = nil
	}
	cmd, _, err := n.match(words, typed)
	return cmd, err
}
