package sidebyside

import (
	"testing"

	"osmo-mgw-go/internal/testnet"
)

func TestMain(m *testing.M) { testnet.Main(m) }
