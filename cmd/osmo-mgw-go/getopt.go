package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// option is one command line option. Short is 0 for an option that has a long name only.
//
// The reference's options match first and ours (own) only where none of the reference's does, so that a unique
// prefix that works with osmo-mgw, or is ambiguous there, is the same here.
type option struct {
	long   string
	short  byte
	hasArg bool
	own    bool
	act    func(value string) verdict
}

// verdict is what an option makes of the program: go on reading, or end with a status.
type verdict struct {
	exit   bool
	status int
}

var goOn = verdict{}

func exitWith(status int) verdict { return verdict{exit: true, status: status} }

// getopt reads args by the rules of GNU getopt_long: options act in the order given, also behind positional
// arguments; long names may be cut to a unique prefix; a value stands in the same word (-cFILE, --config-file=FILE)
// or in the next; "--" ends the options. What it does not understand it reports on errs, in getopt's words, and
// passes over: osmo-mgw goes on after an unknown option, and so do we. It returns the positional arguments.
func getopt(program string, args []string, options []option, errs io.Writer) (rest []string, v verdict) {
	complain := func(format string, a ...any) {
		fmt.Fprintf(errs, "%s: "+format+"\n", append([]any{program}, a...)...)
	}
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		switch {
		case word == "--":
			return append(rest, args...), goOn
		case strings.HasPrefix(word, "--"):
			name, value, hasValue := strings.Cut(word[2:], "=")
			opt, candidates := findLong(options, name)
			switch {
			case len(candidates) > 1:
				complain("option '--%s' is ambiguous; possibilities: %s", name, quoteAll(candidates))
			case opt == nil:
				complain("unrecognized option '--%s'", name)
			case hasValue && !opt.hasArg:
				complain("option '--%s' doesn't allow an argument", opt.long)
			case opt.hasArg && !hasValue && len(args) == 0:
				complain("option '--%s' requires an argument", opt.long)
			default:
				if opt.hasArg && !hasValue {
					value, args = args[0], args[1:]
				}
				if v = opt.act(value); v.exit {
					return rest, v
				}
			}
		case len(word) > 1 && word[0] == '-':
			args, v = shortOptions(word[1:], args, options, complain)
			if v.exit {
				return rest, v
			}
		default:
			rest = append(rest, word)
		}
	}
	return rest, goOn
}

// shortOptions reads one word of letters; an option with a value takes the rest of the word or the next word.
func shortOptions(letters string, args []string, options []option, complain func(string, ...any)) ([]string, verdict) {
	for letters != "" {
		c := letters[0]
		letters = letters[1:]
		i := slices.IndexFunc(options, func(o option) bool { return o.short != 0 && o.short == c })
		if i < 0 {
			complain("invalid option -- '%c'", c)
			continue
		}
		value := ""
		if options[i].hasArg {
			switch {
			case letters != "":
				value, letters = letters, ""
			case len(args) > 0:
				value, args = args[0], args[1:]
			default:
				complain("option requires an argument -- '%c'", c)
				return args, goOn
			}
		}
		if v := options[i].act(value); v.exit {
			return args, v
		}
	}
	return args, goOn
}

// findLong finds the option that name, whole or a unique prefix, stands for; candidates are all that it could be.
func findLong(options []option, name string) (opt *option, candidates []string) {
	for _, own := range []bool{false, true} {
		for i := range options {
			o := &options[i]
			if o.own != own || !strings.HasPrefix(o.long, name) {
				continue
			}
			if o.long == name {
				return o, nil
			}
			opt, candidates = o, append(candidates, o.long)
		}
		if len(candidates) > 0 {
			break
		}
	}
	if len(candidates) != 1 {
		return nil, candidates
	}
	return opt, nil
}

func quoteAll(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = "'--" + n + "'"
	}
	return strings.Join(quoted, " ")
}
