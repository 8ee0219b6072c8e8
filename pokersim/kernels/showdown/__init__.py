"""Showdowns and games without betting."""
