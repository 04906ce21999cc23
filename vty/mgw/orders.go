package mgw

// Orders of blocks in the written configuration, as osmo-mgw has them. (`line vty` stands between stats and e1_input;
// the engine writes it.) Where a constant is named Rule, a line "!" stands there.
const (
	orderLogging     = 200
	orderLoggingRule = 299
	orderStats       = 300
	orderReporters   = 310
	orderStatsRule   = 399
	orderE1          = 500
	orderCTRL        = 600
	orderSched       = 700
	orderIO          = 750 // ours: before mgcp, and only where it differs from the default
	orderPrometheus  = 760 // ours
	orderMGCP        = 800
)

// OrderSSH is the place of the node ssh, which vty/ssh makes: ours, before mgcp.
const OrderSSH = 770
