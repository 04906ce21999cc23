// Package epoll is the I/O backend for every Linux: epoll tells which sockets have something, and each datagram costs one receive
// and one send call. Importing it registers it as "epoll".
//
// Sends happen at once, in Send; the sockets stay blocking and each call says MSG_DONTWAIT, so that they can move to another
// backend as they are. The calls that do not wait go past Go's scheduler, which saves a tenth of a packet's cost.
package epoll
