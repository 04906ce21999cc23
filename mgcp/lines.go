package mgcp

import "strings"

// cutLine splits off the first line of text (§5.0). CR, LF and CRLF each end a line; LF CR ends two. A terminator at the
// very end does not open another line: text has lines as long as it is not empty.
func cutLine(text string) (line, rest string) {
	end := strings.IndexAny(text, "\r\n")
	if end < 0 {
		return text, ""
	}
	line, rest = text[:end], text[end+1:]
	if text[end] == '\r' && strings.HasPrefix(rest, "\n") {
		rest = rest[1:]
	}
	return line, rest
}
