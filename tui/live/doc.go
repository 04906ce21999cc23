// Package live connects the screens of package tui to a running gateway: it takes the snapshots, keeps the history that
// all screens share, runs their commands through the VTY, and adds the VTY command `tui`.
package live
