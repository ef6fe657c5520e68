"""Changes between two versions of a schema as text, JSON, Markdown and annotations of forges."""
