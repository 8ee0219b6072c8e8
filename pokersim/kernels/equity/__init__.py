"""Equities: every deal of a spot, or a sample, and hand against hand."""
