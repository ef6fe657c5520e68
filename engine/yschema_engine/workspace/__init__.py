"""Which files are schema and which are libraries, and the way from them to a checked schema."""

from yschema_engine.workspace.inputs import File, find_files, read_files
from yschema_engine.workspace.load import LoadOptions, Schema, load_schema

__all__ = ["File", "LoadOptions", "Schema", "find_files", "load_schema", "read_files"]
