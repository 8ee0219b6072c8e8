"""The formats that reports are written in."""
