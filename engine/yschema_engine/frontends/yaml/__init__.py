"""The reader of YAML: text in, nodes with comments and spans out."""

from yschema_engine.frontends.yaml.read import ReadOptions, read

__all__ = ["ReadOptions", "read"]
