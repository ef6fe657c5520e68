"""Comparing two versions of a schema: what changes for the values that users have."""
