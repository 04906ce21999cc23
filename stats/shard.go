//go:build !race

package stats

// Add counts. Only the thread that owns the shard may call it.
//
// It is a plain addition and not an atomic store, which Go makes an XCHG on amd64: some 20 cycles, several times for every
// packet. There is one writer, so no addition is lost; the readers use atomic loads, and Go's memory model promises that
// they see a value that was written, for it is one aligned word. shard_race.go tells the race detector so.
func (s *Shard) Add(i int, n uint64) { s.v[i] += n }
