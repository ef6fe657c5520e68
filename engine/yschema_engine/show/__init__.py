"""Facts about a schema and about findings in words, in a module or folder for each output."""
