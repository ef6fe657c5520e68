"""The Python-Markdown extension: the directive, checked blocks and cross-references."""
