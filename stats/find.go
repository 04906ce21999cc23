package stats

// FindGroup returns the group of rate counters of a name and index, the newest if there are several; or nil.
func (r *Registry) FindGroup(name string, index int) *Group {
	for _, g := range r.Groups() {
		if g.name == name && g.index == index {
			return g
		}
	}
	return nil
}

// FindGroupNamed returns the group of a name and text name, or nil.
func (r *Registry) FindGroupNamed(name, text string) *Group {
	for _, g := range r.Groups() {
		if g.name == name && g.text == text {
			return g
		}
	}
	return nil
}

// FindGauges returns the group of gauges of a name and index, or nil.
func (r *Registry) FindGauges(name string, index int) *Gauges {
	for _, g := range r.GaugeGroups() {
		if g.name == name && g.index == index {
			return g
		}
	}
	return nil
}

// FindGaugesNamed returns the group of gauges of a name and text name, or nil.
func (r *Registry) FindGaugesNamed(name, text string) *Gauges {
	for _, g := range r.GaugeGroups() {
		if g.name == name && g.text == text {
			return g
		}
	}
	return nil
}

// Desc returns the declaration that the group was made from.
func (g *Gauges) Desc() *GaugeGroupDesc { return g.desc }
