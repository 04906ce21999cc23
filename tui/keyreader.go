package tui

import (
	"context"
	"io"
	"time"
)

// escapeTime is how long the rest of a key's sequence may take to come behind its ESC. A lone ESC is a key, too.
const escapeTime = 50 * time.Millisecond

// keyReader hands keys on in whole: terminals give octets one by one, and bubbletea takes what one Read returns for
// whole keys.
type keyReader struct {
	ctx    context.Context
	octets chan byte
}

// newKeyReader starts to read keys. When there are no more, gone is called.
func newKeyReader(ctx context.Context, keys io.Reader, gone func()) *keyReader {
	k := &keyReader{ctx: ctx, octets: make(chan byte)}
	go k.read(keys, gone)
	return k
}

func (k *keyReader) read(keys io.Reader, gone func()) {
	defer gone()
	buffer := make([]byte, 64)
	for {
		n, err := keys.Read(buffer)
		for _, octet := range buffer[:n] {
			select {
			case k.octets <- octet:
			case <-k.ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// Read waits for a key, and takes what else comes along with it.
func (k *keyReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	select {
	case p[0] = <-k.octets:
	case <-k.ctx.Done():
		return 0, io.EOF
	}
	n := 1
	for n < len(p) {
		wait := 2 * time.Millisecond
		if p[n-1] == 0x1b || p[n-1] >= 0x80 {
			wait = escapeTime
		}
		timer := time.NewTimer(wait)
		select {
		case p[n] = <-k.octets:
			n++
			timer.Stop()
		case <-timer.C:
			return n, nil
		case <-k.ctx.Done():
			timer.Stop()
			return n, nil
		}
	}
	return n, nil
}
