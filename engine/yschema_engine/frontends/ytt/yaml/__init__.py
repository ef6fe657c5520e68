"""The reader of YAML: text in, nodes with comments and spans out."""

from yschema_engine.frontends.ytt.yaml.read import ReadOptions, decode, read

__all__ = ["ReadOptions", "decode", "read"]
