"""Schemas as JSON Schema: for editors, for Helm, and exactly as they are checked."""
