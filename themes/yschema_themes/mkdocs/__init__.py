"""Reference pages in the site theme `mkdocs`."""
