package ctrl

import (
	"bufio"
	"errors"
	"io"
	"net"
	"time"

	"osmo-mgw-go/logging"
)

// serve answers a client's frames in order until it goes, or sends what cannot be read.
func (s *Server) serve(conn net.Conn) {
	log := s.options.Log.With("ctrl " + conn.RemoteAddr().String())
	log.Log(logging.LCtrl, logging.Info, "accepted")
	err := s.converse(conn, punctual{conn})
	if errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) {
		log.Log(logging.LCtrl, logging.Info, "closed")
		return
	}
	log.Log(logging.LCtrl, logging.Error, "closed: %v", err)
}

// punctual gives the client of a connection a bounded time to take what is written.
type punctual struct{ net.Conn }

func (p punctual) Write(b []byte) (int, error) {
	if err := p.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return 0, err
	}
	return p.Conn.Write(b)
}

// converse reads frames and writes answers, each in one Write, until an error ends it: io.EOF if the client has gone.
func (s *Server) converse(r io.Reader, w io.Writer) error {
	in := bufio.NewReaderSize(r, 2*maxFrame)
	frame := make([]byte, maxFrame)
	var out []byte
	for {
		protocol, payload, err := readFrame(in, frame)
		if err != nil {
			return err
		}
		if out, err = s.answer(out[:0], protocol, payload); err != nil {
			return err
		}
		if len(out) == 0 {
			continue
		}
		if _, err := w.Write(out); err != nil {
			return err
		}
	}
}

// answer appends the answer to a frame, if there is one.
func (s *Server) answer(out []byte, protocol byte, payload []byte) ([]byte, error) {
	switch {
	case len(payload) == 0:
		return out, nil
	case protocol == protocolCCM:
		return append(out, answerCCM(payload)...), nil
	case protocol == protocolOSMO && payload[0] == extensionCTRL:
		if text := Answer(s.options.Registry, string(payload[1:])); text != "" {
			out = appendFrame(out, text)
		}
		return out, nil
	}
	return nil, errProtocol
}
