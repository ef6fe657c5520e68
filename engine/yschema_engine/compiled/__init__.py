"""The compiled form of a schema, and checks of values by the keywords of JSON Schema."""
