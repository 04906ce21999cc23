// Package tui is the live screen: what the gateway does, page by page, and the VTY's commands at a key's reach.
//
// It draws plain data (Snapshot) that a Source hands out and acts through an Operator, which runs VTY commands with the
// rights of the session that the screen belongs to. It knows no gateway; tui/live connects the two. Nothing that moves
// packets ever waits for a screen: a screen asks for a snapshot twice a second, and one whose client does not read just
// stops asking.
//
// One file has one page. Keys and what they are called stand in keys.go, colours in styles.go. Only the terminal's own
// foreground and background and six basic colours are used, so that it reads well on light and dark, with 16 colours and
// with none.
//
// A Model belongs to the goroutine of its program (Serve).
package tui
