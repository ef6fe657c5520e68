"""The compiled form of a schema, and checks of values against JSON Schema."""
