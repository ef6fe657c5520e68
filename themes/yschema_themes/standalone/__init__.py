"""References without a site: a page, a table, a Markdown document."""
