"""Merging documents into one another."""

from yschema_engine.overlay.merge import merge

__all__ = ["merge"]
