package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/pflag"
	"golang.org/x/crypto/bcrypt"
)

// hashPassword is `osmo-mgw-go hash-password`: it reads a password and prints what stands behind `password 8` and
// `enable password 8` in the configuration.
func hashPassword(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := pflag.NewFlagSet("hash-password", pflag.ContinueOnError)
	flags.SetOutput(stderr)
	cost := flags.Int("cost", bcrypt.DefaultCost, fmt.Sprintf("work per try, %d to %d; each step doubles it", bcrypt.MinCost, bcrypt.MaxCost))
	flags.Usage = func() {
		fmt.Fprintf(stderr, "Usage: %s hash-password [--cost N]\nReads a password from standard input and prints its bcrypt hash, for `password 8 HASH`.\n%s",
			programName, flags.FlagUsages())
	}
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return exitOK
		}
		fmt.Fprintf(stderr, "%s hash-password: %v\n", programName, err)
		return exitUsage
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "%s hash-password: the password is read from standard input, where others cannot see it\n", programName)
		return exitUsage
	}
	password, err := readPassword(stdin, stderr)
	if err != nil {
		fmt.Fprintf(stderr, "%s hash-password: %v\n", programName, err)
		return 1
	}
	hash, err := bcrypt.GenerateFromPassword(password, *cost)
	if err != nil {
		fmt.Fprintf(stderr, "%s hash-password: %v\n", programName, err)
		return exitUsage
	}
	fmt.Fprintf(stdout, "%s\n", hash)
	return exitOK
}

// readPassword reads one line; typed at a terminal it is not shown.
func readPassword(stdin io.Reader, stderr io.Writer) ([]byte, error) {
	if file, ok := stdin.(*os.File); ok && term.IsTerminal(file.Fd()) {
		fmt.Fprint(stderr, "Password: ")
		defer fmt.Fprintln(stderr)
		return term.ReadPassword(file.Fd())
	}
	line, err := bufio.NewReader(stdin).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return nil, errors.New("no password on standard input")
	}
	return []byte(line), nil
}
