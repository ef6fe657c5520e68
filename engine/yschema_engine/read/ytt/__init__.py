"""The reader of ytt's schema language."""
