# osmo-mgw-go: build, run, test. `make` builds bin/osmo-mgw-go.

VERSION  := 0.1.0
COMMIT   := $(shell git rev-parse --short=10 HEAD 2>/dev/null || echo unknown)$(shell git diff --quiet HEAD 2>/dev/null || echo +)

# giouring (the io_uring binding) reaches two runtime functions by go:linkname, which the linker of Go 1.23 and
# later refuses without -checklinkname=0. An -ldflags on the command line replaces the one in GOFLAGS, so the
# flag stands here, once, for build, test and run alike; README has the whole story.
LDFLAGS  := -checklinkname=0 -X main.version=$(VERSION) -X main.commit=$(COMMIT)
GOARGS   := -trimpath -buildvcs=false -ldflags '$(LDFLAGS)'

# Tests run with -v so that what could not run says so ("not run: NAME: needs X") and figures are seen; the rest of
# -v is dropped.
QUIETLY  := 2>&1 | { grep -v -E '^ *(=== (RUN|PAUSE|CONT|NAME)|--- (PASS|SKIP)|PASS$$)|\[no test files\]$$' || true; }
SHELL    := /bin/bash
.SHELLFLAGS := -o pipefail -c

# The shipped binary is static; only the race detector needs cgo.
export CGO_ENABLED ?= 0

BIN      := bin/osmo-mgw-go
PKG      := ./...
FUZZTIME := 60s
SOAKTIME := 60s
ARGS     := --defaults

prefix     := /usr
sysconfdir := /etc
unitdir    := $(prefix)/lib/systemd/system

.PHONY: build
build:
	go build $(GOARGS) -o $(BIN) ./cmd/osmo-mgw-go

.PHONY: run
run: build
	$(BIN) $(ARGS)

# Everything, fuzz targets with their seeds only.
.PHONY: test
test:
	go test -v $(GOARGS) $(PKG) $(QUIETLY)

.PHONY: race
race:
	CGO_ENABLED=1 go test -v -race $(GOARGS) $(PKG) $(QUIETLY)

# Every fuzz target of every package, FUZZTIME each, of which little goes into making findings smaller: make fuzz FUZZTIME=10s PKG=./mgcp
.PHONY: fuzz
fuzz:
	@set -e; for pkg in $$(go list $(PKG)); do \
	  for target in $$(go test $(GOARGS) -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "== $$pkg $$target"; \
	    go test $(GOARGS) -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg; \
	  done; \
	done

.PHONY: bench
bench:
	go test $(GOARGS) -run '^$$' -bench . -benchmem $(PKG)

# The long versions of the tests that watch for leaks and lost media: sessions, noise and calls for SOAKTIME each.
.PHONY: soak
soak:
	MGW_SOAK=$(SOAKTIME) go test $(GOARGS) -count=1 -timeout 60m -v -run Soak ./test/... ./vty/telnet $(QUIETLY)

.PHONY: lint
lint:
	@files=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$files" ]; then echo "gofmt: $$files"; exit 1; fi
	go vet $(PKG)
	go tool staticcheck $(PKG)

# The other architecture that operators run: it must vet and build, also where it cannot be run.
.PHONY: arm64
arm64:
	GOARCH=arm64 go vet $(PKG)
	GOARCH=arm64 go build $(GOARGS) -o bin/osmo-mgw-go.arm64 ./cmd/osmo-mgw-go

# The chapters of the manual that are made from the declarations of commands and counters.
.PHONY: docs
docs: build
	mkdir -p docs/reference
	$(BIN) reference commands > docs/reference/commands.md
	$(BIN) reference counters > docs/reference/counters.md

.PHONY: install
install: build docs
	install -D -m 755 $(BIN) $(DESTDIR)$(prefix)/bin/osmo-mgw-go
	install -D -m 644 etc/osmo-mgw-go.service $(DESTDIR)$(unitdir)/osmo-mgw-go.service
	install -D -m 644 etc/osmo-mgw-go.logrotate $(DESTDIR)$(sysconfdir)/logrotate.d/osmo-mgw-go
	install -D -m 644 -t $(DESTDIR)$(prefix)/share/doc/osmo-mgw-go README.md CHANGELOG.md LICENSE docs/*.md
	install -D -m 644 -t $(DESTDIR)$(prefix)/share/doc/osmo-mgw-go/reference docs/reference/*.md
	install -D -m 644 -t $(DESTDIR)$(prefix)/share/doc/osmo-mgw-go/examples etc/*.cfg etc/grafana-dashboard.json
	@# What stands in a configuration that the operator has is never touched.
	test -e $(DESTDIR)$(sysconfdir)/osmocom/osmo-mgw.cfg || \
	  install -D -m 660 etc/osmo-mgw.cfg $(DESTDIR)$(sysconfdir)/osmocom/osmo-mgw.cfg
	@# The unit's user has to read it, and `write` makes new files beside it: owners and modes as osmo-mgw's package
	@# sets them. Who installs into a DESTDIR makes a package, and sets them there.
	if [ -z "$(DESTDIR)" ] && id osmocom >/dev/null 2>&1; then \
	  chgrp osmocom $(sysconfdir)/osmocom && chmod 2775 $(sysconfdir)/osmocom && \
	  chown osmocom: $(sysconfdir)/osmocom/osmo-mgw.cfg; fi

.PHONY: clean
clean:
	rm -rf bin docs/reference
