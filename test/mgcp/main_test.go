// Package mgcp tests the MGCP side on real sockets: of the control side in this process, and of the running binary.
package mgcp

import (
	"testing"

	"osmo-mgw-go/internal/testnet"
)

func TestMain(m *testing.M) { testnet.Main(m) }
