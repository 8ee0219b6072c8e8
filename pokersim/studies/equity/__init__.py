"""What hands are worth with cards still to come."""
