"""The parts for `mkdocs serve`: rebuilds on change, and banners above pages."""
