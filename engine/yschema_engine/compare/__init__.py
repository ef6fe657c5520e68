"""Comparison of two versions of a schema: what changes for existing values."""
