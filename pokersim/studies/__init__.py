"""One file a question; each returns records and prints nothing."""
