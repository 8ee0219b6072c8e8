"""Jobs that deal at random, and what their counts mean."""
