package stats

// Report tells all reporters now what has changed since the last report, whoever asked for that.
func (r *Registry) Report() {
	r.reporting.Lock()
	defer r.reporting.Unlock()
	r.report()
}

// timedReport is Report for the timer, which has nothing to do without reporters.
func (r *Registry) timedReport() {
	r.reporting.Lock()
	defer r.reporting.Unlock()
	if len(r.reporters) > 0 && r.interval > 0 {
		r.report()
	}
}

// report goes round all groups. What a report compares with moves on also when no reporter is enabled, as on osmo-mgw.
func (r *Registry) report() {
	telling := make([]*Reporter, 0, len(r.reporters))
	for _, p := range r.reporters {
		if p.settings.Enabled && p.Kind != Prometheus {
			p.begin()
			telling = append(telling, p)
		}
	}
	var increments, values []uint64
	for _, g := range r.reference() {
		increments, values = g.increments(increments[:0], values[:0])
		for _, p := range telling {
			for i, n := range increments {
				if n != 0 || p.all {
					p.out.counter(&p.settings, &g.identity, g.desc.Counters[i].Name, n, values[i])
				}
			}
		}
	}
	for _, g := range r.GaugeGroups() {
		if g.desc.Own {
			continue
		}
		g.report(func(i int, highest int64, changed bool) {
			for _, p := range telling {
				if changed || p.all {
					p.out.gauge(&p.settings, &g.identity, g.desc.Gauges[i].Name, g.desc.Gauges[i].Unit, highest)
				}
			}
		})
	}
	for _, p := range telling {
		p.out.flush(&p.settings)
		p.all = false
	}
}

// begin finds out whether this report tells all values.
func (p *Reporter) begin() {
	p.reports++
	if p.settings.FlushPeriod > 0 && p.reports >= p.settings.FlushPeriod {
		p.all = true
	}
	if p.all {
		p.reports = 0
	}
}

// increments appends what each counter has grown by since the last report, and its value.
func (g *Group) increments(increments, values []uint64) ([]uint64, []uint64) {
	g.registry.figures.Lock()
	defer g.registry.figures.Unlock()
	for i, total := range g.totals() {
		increments = append(increments, total-g.told[i])
		values = append(values, total-g.base[i])
		g.told[i] = total
	}
	return increments, values
}
