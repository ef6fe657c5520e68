"""Data values: their sources, merging, checking, and the least values that a schema accepts."""
