// A program that uses the packet engine on epoll alone, as somebody else's might. It is built by TestEngineLinksPlainly.
package main

import (
	"fmt"

	_ "osmo-mgw-go/iobackend/epoll"
	"osmo-mgw-go/pktio"
)

func main() {
	engine, err := pktio.New(pktio.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	engine.Close()
	fmt.Println("done")
}
