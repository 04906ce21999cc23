package core

import (
	"errors"
	"fmt"
	"net/netip"

	"golang.org/x/sys/unix"
)

const (
	// osmuxBuffer is the receive buffer in octets of an Osmux socket, which all circuits share.
	osmuxBuffer = 4 << 20

	// probePort is where probe pretends to send to.
	probePort = 9
)

// socketOptions are set on a socket before it is bound.
type socketOptions struct {
	dscp     int // 0 leaves it alone
	priority int // likewise
	buffer   int // likewise

	// errorQueue lets what the network reports wait in the socket's error queue, which somebody has to read.
	errorQueue bool
}

func (g *Gateway) rtpOptions() socketOptions {
	return socketOptions{dscp: g.config.RTP.DSCP, priority: g.config.RTP.Priority, errorQueue: true}
}

func (g *Gateway) osmuxOptions() socketOptions {
	return socketOptions{dscp: g.config.RTP.DSCP, priority: g.config.RTP.Priority, buffer: osmuxBuffer, errorQueue: true}
}

// sockets is where bound sockets come from: the kernel, or a test.
type sockets interface {
	open(at netip.AddrPort, o socketOptions) (fd int, optionErr, err error)
	openPair(addr netip.Addr, port int, o socketOptions) (rtp, rtcp int, optionErr, err error)
	probe(remote netip.Addr) (string, error)
}

type kernel struct{}

// open returns a bound, blocking UDP socket: backends need blocking ones, and the epoll backend asks per call not to
// wait. Options that the kernel does not take are told by optionErr; the socket works anyway.
func (kernel) open(at netip.AddrPort, o socketOptions) (fd int, optionErr, err error) {
	family := socketFamily(at)
	fd, err = unix.Socket(family, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, nil, fmt.Errorf("open a UDP socket: %w", advise(err))
	}
	optionErr = o.set(fd, family)
	if err = unix.Bind(fd, sockaddr(at)); err != nil {
		unix.Close(fd)
		return -1, optionErr, fmt.Errorf("bind UDP %s: %w", at, err)
	}
	return fd, optionErr, nil
}

func (o socketOptions) set(fd, family int) error {
	var errs []error
	set := func(name string, level, option, value int) {
		if err := unix.SetsockoptInt(fd, level, option, value); err != nil {
			errs = append(errs, fmt.Errorf("%s %d: %w", name, value, err))
		}
	}
	if o.errorQueue {
		set("IP_RECVERR", unix.SOL_IP, unix.IP_RECVERR, 1) // holds for IPv4 peers of an IPv6 socket, too
	}
	if o.errorQueue && family == unix.AF_INET6 {
		set("IPV6_RECVERR", unix.SOL_IPV6, unix.IPV6_RECVERR, 1)
	}
	if o.dscp != 0 {
		const ecn = 3 // the two low bits are not DSCP's
		level, option := unix.SOL_IP, unix.IP_TOS
		if family == unix.AF_INET6 {
			level, option = unix.SOL_IPV6, unix.IPV6_TCLASS
		}
		old, err := unix.GetsockoptInt(fd, level, option)
		if err != nil || old < 0 {
			old = 0
		}
		set("rtp ip-dscp", level, option, old&ecn|o.dscp<<2)
	}
	if o.priority != 0 {
		set("rtp socket-priority", unix.SOL_SOCKET, unix.SO_PRIORITY, o.priority)
	}
	if o.buffer != 0 {
		set("receive buffer", unix.SOL_SOCKET, unix.SO_RCVBUF, o.buffer)
	}
	return errors.Join(errs...)
}

// advise says what to do about an error, where there is something.
func advise(err error) error {
	if errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE) {
		return fmt.Errorf("%w: raise the limit (ulimit -n, LimitNOFILE= of the systemd unit)", err)
	}
	return err
}

// openPair binds an even port and the next one, or neither.
func (k kernel) openPair(addr netip.Addr, port int, o socketOptions) (rtp, rtcp int, optionErr, err error) {
	rtp, optionErr, err = k.open(netip.AddrPortFrom(addr, uint16(port)), o)
	if err != nil {
		return -1, -1, nil, err
	}
	rtcp, _, err = k.open(netip.AddrPortFrom(addr, uint16(port+1)), o)
	if err != nil {
		unix.Close(rtp)
		return -1, -1, nil, err
	}
	return rtp, rtcp, optionErr, nil
}

// probe returns the address that the kernel would use towards a peer. Nothing is sent.
func (kernel) probe(remote netip.Addr) (string, error) {
	to := netip.AddrPortFrom(remote, probePort)
	fd, err := unix.Socket(socketFamily(to), unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	if err := unix.Connect(fd, sockaddr(to)); err != nil {
		return "", err
	}
	own, err := unix.Getsockname(fd)
	if err != nil {
		return "", err
	}
	return addrPort(own).Addr().String(), nil
}

func socketFamily(at netip.AddrPort) int {
	if at.Addr().Is4() {
		return unix.AF_INET
	}
	return unix.AF_INET6
}

func sockaddr(at netip.AddrPort) unix.Sockaddr {
	if at.Addr().Is4() {
		return &unix.SockaddrInet4{Addr: at.Addr().As4(), Port: int(at.Port())}
	}
	return &unix.SockaddrInet6{Addr: at.Addr().As16(), Port: int(at.Port())}
}

// addrPort is the address that the kernel tells, IPv4 in its own form also where it came on an IPv6 socket.
func addrPort(from unix.Sockaddr) netip.AddrPort {
	switch from := from.(type) {
	case *unix.SockaddrInet4:
		return netip.AddrPortFrom(netip.AddrFrom4(from.Addr), uint16(from.Port))
	case *unix.SockaddrInet6:
		return netip.AddrPortFrom(netip.AddrFrom16(from.Addr).Unmap(), uint16(from.Port))
	}
	return netip.AddrPort{}
}
