package vty

import (
	"fmt"
	"slices"
	"strings"
)

// completeLine answers the TAB key: it completes the last word of the line as far as it is sure, or lists what it
// could become. The whole line counts, not only the part before the cursor.
func (s *Session) completeLine() {
	if len(strings.FieldsFunc(string(s.edit.line), isBlank)) == 0 {
		return
	}
	n, words, last := s.cursorWords()
	s.print("\n")
	keywords, err := n.keywords(words, last)
	if err != nil {
		s.print(err.Error() + "\n")
	}
	common := commonPrefix(keywords)
	certain := len(keywords) == 1
	if len(keywords) > 1 && len(common) <= len(last) {
		s.print(formatKeywords(keywords))
	}
	s.redraw()
	if certain || len(common) > len(last) {
		s.edit.back(len(last))
		s.edit.show(common...)
		s.edit.line = append(s.edit.line[:len(s.edit.line)-len(last)], common...)
		s.edit.cursor = len(s.edit.line)
		if certain {
			s.edit.insert(' ')
		}
	}
}

// keywords lists, once each, the keywords behind words that begin with last; those of hidden and deprecated commands,
// too.
func (n *Node) keywords(words []string, last string) ([]string, error) {
	found, err := n.following(words)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, c := range found {
		for _, cmd := range c.commands {
			if c.rest || c.position >= len(cmd.elements) {
				continue
			}
			for _, t := range cmd.elements[c.position].tokens {
				if t.kind == keyword && strings.HasPrefix(t.text, last) && !slices.Contains(list, t.text) {
					list = append(list, t.text)
				}
			}
		}
	}
	return list, nil
}

// commonPrefix is what all words begin with.
func commonPrefix(words []string) []byte {
	if len(words) == 0 {
		return nil
	}
	prefix := words[0]
	for _, word := range words[1:] {
		for !strings.HasPrefix(word, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	return []byte(prefix)
}

// formatKeywords lays keywords out six to a row.
func formatKeywords(words []string) string {
	var b strings.Builder
	for row := range slices.Chunk(words, 6) {
		for _, word := range row {
			fmt.Fprintf(&b, "%-10s ", word)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
