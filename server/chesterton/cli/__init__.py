"""The command line: everything without an editor."""
