// Package needs says what a test cannot do without. A test that lacks something prints one line,
//
//	not run: NAME: needs X
//
// and is passed over; with MGW_TEST_NEEDS=all in the environment, as continuous integration has it, it fails instead,
// so that nothing goes untested in silence.
package needs

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Program returns the path of a program that the test runs. Package is the Debian package it comes in.
func Program(t testing.TB, name, debianPackage string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Missing(t, name+" (Debian package "+debianPackage+")")
	}
	return path
}

// Root asks for user 0, and not only that of a user namespace, where other users do not exist.
func Root(t testing.TB) {
	t.Helper()
	users, err := os.ReadFile("/proc/self/uid_map")
	if f := strings.Fields(string(users)); os.Geteuid() != 0 || err != nil || len(f) != 3 || f[2] == "1" {
		Missing(t, "root")
	}
}

// RealTime asks for the privilege of real-time scheduling.
func RealTime(t testing.TB) {
	t.Helper()
	tid := unix.Gettid()
	before, err := unix.SchedGetAttr(tid, 0)
	if err == nil {
		err = unix.SchedSetAttr(tid, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_RR, Priority: 1}, 0)
	}
	if err != nil {
		Missing(t, "the privilege of real-time scheduling (CAP_SYS_NICE)")
	}
	_ = unix.SchedSetAttr(tid, before, 0)
}

// Missing ends the test: passed over, or failed where everything is supposed to be there.
func Missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("MGW_TEST_NEEDS") == "all" {
		t.Fatalf("not run: %s: needs %s", t.Name(), what)
	}
	t.Skipf("not run: %s: needs %s", t.Name(), what)
}
