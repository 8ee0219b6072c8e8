"""The command line: one file a command, no loop and no arithmetic in it."""
