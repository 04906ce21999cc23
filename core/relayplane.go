package core

import "osmo-mgw-go/relay"

// NewDataPlane is relay's plane as the control side sees it.
func NewDataPlane(p *relay.Plane) DataPlane { return dataPlane{p} }

type dataPlane struct{ *relay.Plane }

func (p dataPlane) NewTrunk(name string, cfg relay.TrunkConfig, line bool) PlaneTrunk {
	return planeTrunk{p.Plane.NewTrunk(cfg, line)}
}

func (p dataPlane) OpenOsmux(trunk PlaneTrunk, fd4, fd6 int) {
	p.Plane.OpenOsmux(trunk.(planeTrunk).Trunk, fd4, fd6)
}

type planeTrunk struct{ *relay.Trunk }

func (t planeTrunk) NewEndpoint(name string) PlaneEndpoint {
	return planeEndpoint{t.Trunk.NewEndpoint(name)}
}

type planeEndpoint struct{ *relay.Endpoint }

func (e planeEndpoint) AddConn(cfg relay.ConnConfig, rtpFD, rtcpFD int) (PlaneConn, error) {
	c, err := e.Endpoint.AddConn(cfg, rtpFD, rtcpFD)
	if err != nil {
		return nil, err
	}
	return planeConn{c}, nil
}

type planeConn struct{ *relay.Conn }

func (c planeConn) Rebind(rtpFD, rtcpFD int, closed func()) {
	c.Conn.RebindThen(rtpFD, rtcpFD, closed)
}

func (c planeConn) Close(closed func()) { c.Conn.CloseThen(closed) }
