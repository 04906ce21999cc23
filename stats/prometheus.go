package stats

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"osmo-mgw-go/logging"
)

// scrapePatience is how long a client may take to ask, and to take its answer.
const scrapePatience = 10 * time.Second

// scrapes is how many are answered at a time; further ones are told to come again.
const scrapes = 4

// prometheusServer answers GET /metrics. Reports do not concern it: Prometheus asks when it likes.
type prometheusServer struct {
	registry  *Registry
	collector collector
	handler   http.Handler

	bound  netip.AddrPort
	server *http.Server // nil: closed
	done   chan struct{}
}

func newPrometheusServer(r *Registry) *prometheusServer {
	p := &prometheusServer{registry: r, collector: collector{registry: r}}
	metrics := prometheus.NewRegistry()
	metrics.MustRegister(&p.collector, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(metrics,
		promhttp.HandlerOpts{MaxRequestsInFlight: scrapes, ErrorHandling: promhttp.ContinueOnError, ErrorLog: p}))
	p.handler = mux
	return p
}

// Println takes what promhttp complains of.
func (p *prometheusServer) Println(v ...any) {
	p.registry.log.Log(logging.LStats, logging.Error, "prometheus: %v", v)
}

// open listens, once the registry runs: a file that is only read binds nothing.
func (p *prometheusServer) open(s *ReporterSettings) error {
	p.collector.level.Store(uint32(s.Level))
	if !p.registry.running || p.server != nil && p.bound == s.Bind {
		return nil
	}
	p.close()
	listener, err := net.Listen("tcp", s.Bind.String())
	if err != nil {
		return reason(err)
	}
	server, done := &http.Server{
		Handler: p.handler, ReadTimeout: scrapePatience, WriteTimeout: scrapePatience, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10,
	}, make(chan struct{})
	p.bound, p.server, p.done = s.Bind, server, done
	go func() {
		defer close(done)
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			p.registry.log.Log(logging.LStats, logging.Error, "prometheus at %s: %v", listener.Addr(), err)
		}
	}()
	return nil
}

func (p *prometheusServer) counter(*ReporterSettings, *identity, string, uint64, uint64) {}

func (p *prometheusServer) gauge(*ReporterSettings, *identity, string, string, int64) {}

func (p *prometheusServer) flush(*ReporterSettings) {}

func (p *prometheusServer) close() {
	if p.server != nil {
		p.server.Close()
		<-p.done
		p.server = nil
	}
}
