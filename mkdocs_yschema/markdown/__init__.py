"""The Python-Markdown extension: the directive, checked blocks and cross-references."""

from mkdocs_yschema.markdown.extension import makeExtension

__all__ = ["makeExtension"]
