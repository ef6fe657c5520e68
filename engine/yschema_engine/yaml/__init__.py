"""YAML: parsed to nodes with comments and spans, printed, and edited in place."""
