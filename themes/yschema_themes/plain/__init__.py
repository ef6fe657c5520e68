"""References as documents of their own: a page, a table, a Markdown document."""
