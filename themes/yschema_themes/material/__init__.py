"""Reference pages in the site theme `material`."""
