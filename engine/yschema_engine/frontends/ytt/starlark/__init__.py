"""`starlark-pyo3` behind a small interface: code with `end` blocks in, values and spans out."""

from yschema_engine.frontends.ytt.starlark.blocks import TEXT_NAME, Line, LineKind, check_expression, indent
from yschema_engine.frontends.ytt.starlark.host import BridgeError, CodedError, Functions
from yschema_engine.frontends.ytt.starlark.literals import NotLiteral, parse_arguments
from yschema_engine.frontends.ytt.starlark.marshal import Fragment, Function, Other, decode, to_starlark
from yschema_engine.frontends.ytt.starlark.module import Module
from yschema_engine.frontends.ytt.starlark.runtime import Bridge, Loader, run
from yschema_engine.frontends.ytt.starlark.script import Script
from yschema_engine.frontends.ytt.starlark.session import Session
from yschema_engine.model.findings import LimitError

__all__ = [
    "TEXT_NAME",
    "Bridge",
    "BridgeError",
    "CodedError",
    "Fragment",
    "Function",
    "Functions",
    "LimitError",
    "Line",
    "LineKind",
    "Loader",
    "Module",
    "NotLiteral",
    "Other",
    "Script",
    "Session",
    "check_expression",
    "decode",
    "indent",
    "parse_arguments",
    "run",
    "to_starlark",
]
