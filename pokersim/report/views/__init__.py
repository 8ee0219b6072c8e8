"""What each study found, as tables for programs and for people."""
