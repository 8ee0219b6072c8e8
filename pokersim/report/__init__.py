"""Reports: what a study found as tables, and the formats these are written in."""
