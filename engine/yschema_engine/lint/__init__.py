"""Checks of the documentation in a schema: what is missing, how much is covered, what its author accepts."""
