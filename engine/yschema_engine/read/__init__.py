"""Files to a schema: a reader for each schema language."""
