package iuup

import (
	"errors"
	"math/bits"
)

// What an Instance does not do.
var (
	ErrNotReady = errors.New("iuup: data before the initialisation is complete")
	ErrNull     = errors.New("iuup: instance is not configured")
)

// State is the state of an Instance.
type State uint8

const (
	Null         State = iota // not configured
	Initialising              // support mode, Init not yet exchanged
	Ready                     // support mode, data both ways
)

func (s State) String() string {
	switch s {
	case Null:
		return "null"
	case Initialising:
		return "initialising"
	case Ready:
		return "ready"
	}
	return "invalid"
}

const (
	// SupportedVersions are versions 1 and 2 of the support mode.
	SupportedVersions uint16 = 0x0003

	// initTimeout is how long an answer to an Init is waited for, in nanoseconds.
	initTimeout = 1_000_000_000
	// maxRepetitions is how often an Init is sent again, be it for want of an answer or for a NACK.
	maxRepetitions = 3
)

// Distance says where an error occurred (3GPP TS 25.415, section 6.6.3.14).
type Distance uint8

const (
	Local            Distance = 0
	FirstForwarding  Distance = 1
	SecondForwarding Distance = 2
)

// Handler is what an Instance tells its owner. The methods are called from within the Instance's own, and must not
// call them in turn, except for [Instance.Init] and the other ones that only tell.
type Handler interface {
	// SendControl is to send a control PDU to the peer. The octets are valid during the call.
	SendControl(pdu []byte)
	// Initialised tells of an Init of the peer that was accepted, just before it is acknowledged. The Init is valid
	// until the next one.
	Initialised(in *Init)
	// InitFailed tells that an active Instance has given up: no more Inits are sent. A late acknowledgement still
	// makes it ready.
	InitFailed(cause Cause, distance Distance)
}

// Config says how an Instance starts.
type Config struct {
	// Active instances send an Init, passive ones wait for the peer's.
	Active bool
	// Init is what an active instance offers; its Chained and Versions are not used. A copy is made.
	Init *Init
	// Versions is offered and accepted; 0 means SupportedVersions.
	Versions uint16
}

// Instance is one end of an Iu UP connection in support mode. The zero value is in state [Null].
//
//	          Configure                  Init or ACK received
//	Null ───────────────► Initialising ───────────────────────► Ready
//	                        │   ▲  ▲                              │
//	                        └───┘  └──────────────────────────────┘
//	        timeout, NACK: Init again      Init refused, or chained
type Instance struct {
	handler  Handler
	active   bool
	state    State
	versions uint16
	version  uint8 // agreed, as transmitted: 0 means version 1

	table   Init   // the last accepted, or what we offer
	scratch Init   // the one being read
	offer   []byte // our Init as a PDU
	reply   [controlHeaderLen + 1]byte

	repetitions int
	armed       bool
	deadline    int64 // ns
}

// Configure takes the Instance from [Null] to [Initialising] at time now (ns); an active one sends its Init at
// once. Configuring again starts all over. On error, which says what is wrong with cfg.Init, nothing has changed.
func (i *Instance) Configure(now int64, cfg Config, h Handler) error {
	versions := cfg.Versions
	if versions == 0 {
		versions = SupportedVersions
	}
	if !cfg.Active {
		*i = Instance{handler: h, state: Initialising, versions: versions}
		return nil
	}
	if cfg.Init == nil {
		return errors.New("iuup: an active instance needs an Init to offer")
	}
	next := Instance{handler: h, active: true, state: Initialising, versions: versions}
	next.table.copyFrom(cfg.Init)
	next.table.Chained, next.table.Versions = false, versions
	payload, err := AppendInit(nil, &next.table)
	if err != nil {
		return err
	}
	next.offer = AppendControl(nil, PDU{Answer: Proc, Procedure: ProcInit, Payload: payload})
	*i = next
	i.sendInit(now)
	return nil
}

// State returns the state.
func (i *Instance) State() State { return i.state }

// Init returns the last Init of the peer that was accepted, else what an active instance offers; nil if there is
// neither. It is valid until the next Init.
func (i *Instance) Init() *Init {
	if len(i.table.RFCIs) == 0 {
		return nil
	}
	return &i.table
}

// Version returns the version of the support mode that was agreed on, as transmitted: 0 means version 1.
func (i *Instance) Version() uint8 { return i.version }

// DataType returns the PDU type that was agreed on for data.
func (i *Instance) DataType() PDUType { return i.table.DataType }

// AppendData appends the data PDU for d to dst, in the type that was agreed on. Where the payload already lies in
// its place, use [PutData] with [Instance.DataType], while the state is [Ready].
func (i *Instance) AppendData(dst []byte, d Data) ([]byte, error) {
	if i.state != Ready {
		return dst, ErrNotReady
	}
	return AppendData(dst, i.table.DataType, d), nil
}

// Deadline returns when (ns) [Instance.Expire] wants to be called, if at all. It changes with every call to
// Configure, Receive and Expire.
func (i *Instance) Deadline() (at int64, armed bool) { return i.deadline, i.armed }

// Expire lets the Instance act on its timer, at time now (ns). Nothing happens before the deadline.
func (i *Instance) Expire(now int64) {
	if i.armed && now >= i.deadline {
		i.armed = false
		i.repeatInit(now, CauseInitTimeout, Local)
	}
}

// Receive takes in a PDU of the peer at time now (ns). It returns the data of a data PDU, in the PDU's memory, and
// true; control PDUs are acted upon. The error says why a PDU was dropped.
func (i *Instance) Receive(now int64, pdu []byte) (d Data, isData bool, err error) {
	if i.state == Null {
		return Data{}, false, ErrNull
	}
	p, err := Parse(pdu)
	if err != nil {
		return Data{}, false, err
	}
	if p.Type != Control {
		if i.state != Ready {
			return Data{}, false, ErrNotReady
		}
		return Data{RFCI: p.RFCI, FrameNumber: p.FrameNumber, FQC: p.FQC, Payload: p.Payload}, true, nil
	}
	if p.Procedure != ProcInit {
		return Data{}, false, nil
	}
	switch p.Answer {
	case Proc:
		err = i.receiveInit(now, p)
	case Ack:
		if i.state == Initialising && i.active {
			i.version, i.state, i.armed = p.Version, Ready, false
		}
	case Nack:
		if i.state == Initialising && i.active {
			i.armed = false
			i.repeatInit(now, CauseInitRefused, SecondForwarding)
		}
	}
	return Data{}, false, err
}

// receiveInit answers an Init of the peer, in whichever state and role we are.
func (i *Instance) receiveInit(now int64, p PDU) error {
	err := ParseInit(&i.scratch, p.Payload)
	common := i.scratch.Versions & i.versions
	if err == nil && common == 0 {
		err = ErrInitVersion
	}
	if err != nil {
		i.answer(Nack, p.FrameNumber, err.(*Refusal).Cause)
		i.restart(now)
		return err
	}
	// What was read becomes the table; the old table's memory is read into next time.
	i.table, i.scratch = i.scratch, i.table
	i.version = uint8(bits.Len16(common) - 1)
	i.handler.Initialised(&i.table)
	i.answer(Ack, p.FrameNumber, 0)
	if i.table.Chained {
		i.restart(now)
		return nil
	}
	i.state, i.armed = Ready, false
	return nil
}

// restart leaves Ready after an Init that did not complete. An active instance offers its own again.
func (i *Instance) restart(now int64) {
	if i.state != Ready {
		return
	}
	i.state, i.repetitions = Initialising, 0
	if i.active {
		i.sendInit(now)
	}
}

// answer sends an ACK of an Init, or a NACK with its cause.
func (i *Instance) answer(a Answer, frameNumber uint8, cause Cause) {
	pdu := AppendControl(i.reply[:0], PDU{Answer: a, FrameNumber: frameNumber, Version: i.version, Procedure: ProcInit})
	if a == Nack {
		pdu = append(pdu, byte(cause)<<causeShift)
	}
	i.handler.SendControl(pdu)
}

// sendInit sends our Init and waits for the answer.
func (i *Instance) sendInit(now int64) {
	i.armed, i.deadline = true, now+initTimeout
	i.handler.SendControl(i.offer)
}

// repeatInit sends our Init once more, or gives up.
func (i *Instance) repeatInit(now int64, cause Cause, distance Distance) {
	if i.repetitions == maxRepetitions {
		i.handler.InitFailed(cause, distance)
		return
	}
	i.repetitions++
	i.sendInit(now)
}
