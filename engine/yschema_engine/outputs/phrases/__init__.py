"""Words for readers, in every language."""
