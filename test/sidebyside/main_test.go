// Package sidebyside sends the same MGCP requests to Debian's osmo-mgw (1.10) and to us and compares the replies. Every
// difference must be one that differences.go lists with its reason.
package sidebyside

import (
	"testing"

	"osmo-mgw-go/internal/testnet"
)

func TestMain(m *testing.M) { testnet.Main(m) }
