"""Reference pages in the site theme `mkdocs`; the base of the other themes."""
