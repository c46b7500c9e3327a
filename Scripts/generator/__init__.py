"""Seeded fixtures: exports, dumps and catalogues, with their expected answers. Each field of each record
draws from (seed, field, index) alone, so that adding a field, a defect or a record changes no other.
`Scripts/make-fixtures` writes them; the oracle's trials, the benchmark and the fault campaign make
theirs with it."""
