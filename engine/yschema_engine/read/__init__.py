"""Readers of schema languages, from files to a schema."""
