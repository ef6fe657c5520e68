"""The reader of YAML: text in, nodes with comments and spans out."""

from yschema_engine.frontends.yaml.read import YAML_1_2, YAML_CORE, ReadOptions, events, read

__all__ = ["YAML_1_2", "YAML_CORE", "ReadOptions", "events", "read"]
