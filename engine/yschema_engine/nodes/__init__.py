"""YAML nodes: the model, walking it, and its way from and to plain Python values."""
