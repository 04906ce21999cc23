#!/usr/bin/env bash
# Compares the CPU that gateways need for the same calls, as alternating rounds of rtpload on one machine.
#
# usage: bench/compare.sh [-c calls] [-n rounds] [-s seconds] CANDIDATE...
#
# A candidate is NAME=COMMAND; COMMAND starts a gateway that answers MGCP on 127.0.0.1:$PORT (the word PORT in
# it is replaced). The gateway runs on CPU 0, the generator on CPU 1. After one round of every candidate the
# next round starts, so that what disturbs the machine disturbs all alike. Printed per candidate: the
# smallest CPU figure (disturbance only adds), the quartiles, the latency of the round with that figure, RSS,
# and what was lost in all rounds together.
#
# RTPLOAD names the generator (test/tools/rtpload.c, built with gcc -O2).
set -euo pipefail

calls=200 rounds=9 seconds=5
while getopts c:n:s: opt; do
	case $opt in
	c) calls=$OPTARG ;;
	n) rounds=$OPTARG ;;
	s) seconds=$OPTARG ;;
	*) sed -n '2,12p' "$0" >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { sed -n '2,12p' "$0" >&2; exit 2; }

: "${RTPLOAD:=rtpload}"
command -v "$RTPLOAD" >/dev/null || { echo "compare: no generator: set RTPLOAD to the built test/tools/rtpload.c" >&2; exit 2; }
ulimit -n "$(ulimit -Hn)"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

one_round() { # NAME COMMAND PORT
	local cmd=${2//PORT/$3} pid
	# exec: the shell becomes the gateway, so that its pid is the one to measure and to end.
	taskset -c 0 bash -c "exec $cmd" >"$out/$1.log" 2>&1 &
	pid=$!
	sleep 1
	if ! taskset -c 1 "$RTPLOAD" -c "$calls" -s "$seconds" -m "$3" -p "$pid" >>"$out/$1" 2>>"$out/$1.log"; then
		echo "compare: $1: a round lost packets or failed:" >&2
		tail -n 1 "$out/$1" >&2
		tail -n 3 "$out/$1.log" >&2
	fi
	kill "$pid" 2>/dev/null || true
	wait "$pid" 2>/dev/null || true
}

port=2600
for ((round = 1; round <= rounds; round++)); do
	for candidate in "$@"; do
		name=${candidate%%=*}
		port=$((port + 1))
		one_round "$name" "${candidate#*=}" "$port"
	done
	echo "round $round of $rounds done" >&2
done

printf '| %-28s | %8s | %15s | %9s | %8s | %8s | %7s | %5s |\n' gateway 'CPU %' 'quartiles' 'µs/packet' 'p50 µs' 'p99 µs' 'RSS MB' lost
printf '|---|---|---|---|---|---|---|---|\n'
for candidate in "$@"; do
	name=${candidate%%=*}
	sed 's/lat_us p50=/p50=/' "$out/$name" | awk -v name="$name" '
		{
			for (i = 1; i <= NF; i++) { split($i, kv, "="); v[kv[1]] = kv[2] }
			cpu[NR] = v["cpu_pct"]; lost += v["lost"] + v["bad"] + v["reorder"]
			if (NR == 1 || v["cpu_pct"] < min) { min = v["cpu_pct"]; us = v["us_per_pkt"]; p50 = v["p50"]; p99 = v["p99"] }
			if (v["hwm_kb"] > rss) rss = v["hwm_kb"]
		}
		END {
			n = asort_copy(cpu)
			printf "| %-28s | %8.2f | %6.2f – %6.2f | %9.3f | %8.0f | %8.0f | %7.1f | %5d |\n",
				name, min, cpu[int((n + 3) / 4)], cpu[int((3 * n + 3) / 4)], us, p50, p99, rss / 1024, lost
		}
		function asort_copy(a,   i, j, t, n) {
			n = length(a)
			for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j - 1] + 0 > a[j] + 0; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
			return n
		}'
done
