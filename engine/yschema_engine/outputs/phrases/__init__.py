"""Phrases in the language of a reader, from gettext catalogues."""

from yschema_engine.outputs.phrases.catalogues import CatalogueError
from yschema_engine.outputs.phrases.language import Language, find_language

__all__ = ["CatalogueError", "Language", "find_language"]
