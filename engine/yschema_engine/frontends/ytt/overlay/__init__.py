"""Application of documents onto one another, as overlays."""

from yschema_engine.frontends.ytt.overlay.apply import apply, merge

__all__ = ["apply", "merge"]
