"""Pots played for chips, and what their counts mean."""
