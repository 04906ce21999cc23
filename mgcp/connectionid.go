package mgcp

import "strings"

// maxConnectionID is the length that RFC 3435 section 2.1.3.2 allows a connection id.
const maxConnectionID = 32

// CheckConnectionID returns 0 if the id of a request is well formed, else CodeProtocolError (§5.5).
func CheckConnectionID(id string) Code {
	if id == "" || len(id) > maxConnectionID {
		return CodeProtocolError
	}
	return 0
}

// CanonicalConnectionID returns the form in which connection ids are compared: upper case, no zeros in front.
func CanonicalConnectionID(id string) string {
	return strings.TrimLeft(upperASCII(id), "0")
}
