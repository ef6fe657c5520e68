"""Rules and formats, each defined once."""
