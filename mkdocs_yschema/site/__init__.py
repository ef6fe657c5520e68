"""The files, pages and links of a site."""
