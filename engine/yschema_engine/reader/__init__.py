"""Text in, nodes with comments and positions out."""

from yschema_engine.reader.read import ReadOptions, decode, read

__all__ = ["ReadOptions", "decode", "read"]
