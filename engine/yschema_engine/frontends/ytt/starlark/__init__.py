"""`starlark-pyo3` behind one small interface: code with `end` blocks in, values and spans out."""

from yschema_engine.frontends.ytt.starlark.blocks import Line, LineKind, check_expression, indent
from yschema_engine.frontends.ytt.starlark.limits import Limits
from yschema_engine.frontends.ytt.starlark.literals import NotLiteral, parse_arguments
from yschema_engine.frontends.ytt.starlark.marshal import BridgeError, Fragment, Function, decode, to_starlark
from yschema_engine.frontends.ytt.starlark.runtime import (
    Bridge,
    Loader,
    Module,
    Script,
    Session,
    run,
)
from yschema_engine.model.findings import LimitError

__all__ = [
    "Bridge",
    "BridgeError",
    "Fragment",
    "Function",
    "LimitError",
    "Limits",
    "Line",
    "LineKind",
    "Loader",
    "Module",
    "NotLiteral",
    "Script",
    "Session",
    "check_expression",
    "decode",
    "indent",
    "parse_arguments",
    "run",
    "to_starlark",
]
