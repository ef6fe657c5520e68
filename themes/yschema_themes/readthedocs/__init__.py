"""Reference pages in the site theme `readthedocs`."""
