"""The draw: the value of every hold, exact or sampled."""
