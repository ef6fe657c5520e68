"""Schemas in other forms. The modules are siblings, blind to each other."""
