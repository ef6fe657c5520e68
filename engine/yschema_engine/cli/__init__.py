"""The command line: arguments in, exit status out; the only part that prints."""
