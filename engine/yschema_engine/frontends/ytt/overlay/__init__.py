"""Merging documents into one another, as overlays."""

from yschema_engine.frontends.ytt.overlay.apply import apply
from yschema_engine.frontends.ytt.overlay.merge import merge

__all__ = ["apply", "merge"]
