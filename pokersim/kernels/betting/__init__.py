"""The betting engine, and pots played by policies."""
