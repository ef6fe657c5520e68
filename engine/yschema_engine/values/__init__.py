"""Data values: their sources, documents and checks, and minimal values that a schema accepts."""
