"""Merging documents into one another, as overlays."""

from yschema_engine.overlay.apply import apply
from yschema_engine.overlay.merge import merge

__all__ = ["apply", "merge"]
