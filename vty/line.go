package vty

import "strings"

// maxWords is how many words a line may have; one with more is an unknown command.
const maxWords = 256

// splitLine splits a line at white space. There is no quoting. A comment (first character ! or #) has no words.
func splitLine(line string) []string {
	words := strings.FieldsFunc(line, isBlank)
	if len(words) > 0 && (words[0][0] == '!' || words[0][0] == '#') {
		return nil
	}
	return words
}

func isBlank(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' }
