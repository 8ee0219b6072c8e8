"""Rulesets compiled into rankings and lookup tables."""
