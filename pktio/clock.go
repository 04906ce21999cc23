package pktio

import "time"

// wallClock is the clock of the kernel's time stamps: nanoseconds since 1970.
func wallClock() int64 { return time.Now().UnixNano() }
