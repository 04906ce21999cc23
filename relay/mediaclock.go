package relay

// mediaClock is the gateway's own RTP clock: monotonic nanoseconds at a rate in Hz, mod 2^32
// (media.md section 6.1).
func mediaClock(now int64, rate uint32) uint32 {
	const second = 1e9
	sec, nsec := uint64(now)/second, uint64(now)%second
	return uint32(sec*uint64(rate) + nsec*uint64(rate)/second)
}
