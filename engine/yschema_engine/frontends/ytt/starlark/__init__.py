"""`starlark-pyo3` behind a small interface: code with `end` blocks in, values and spans out."""

from types import MappingProxyType

from yschema_engine.text.lazy_import import lazy_names

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from yschema_engine.frontends.ytt.starlark.blocks import (
        TEXT_NAME,
        Line,
        LineKind,
        check_expression,
        indent,
    )
    from yschema_engine.frontends.ytt.starlark.functions import Function
    from yschema_engine.frontends.ytt.starlark.host import BridgeError, CodedError, Functions
    from yschema_engine.frontends.ytt.starlark.literals import NotLiteral, parse_arguments
    from yschema_engine.frontends.ytt.starlark.marshal import Fragment, Other, decode, to_starlark
    from yschema_engine.frontends.ytt.starlark.module import Module
    from yschema_engine.frontends.ytt.starlark.runtime import Bridge, Loader, run
    from yschema_engine.frontends.ytt.starlark.script import Script
    from yschema_engine.frontends.ytt.starlark.session import Session
    from yschema_engine.text.findings import LimitError

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

__getattr__ = lazy_names(
    __name__,
    MappingProxyType(
        {
            "Bridge": "yschema_engine.frontends.ytt.starlark.runtime",
            "BridgeError": "yschema_engine.frontends.ytt.starlark.host",
            "CodedError": "yschema_engine.frontends.ytt.starlark.host",
            "Fragment": "yschema_engine.frontends.ytt.starlark.marshal",
            "Function": "yschema_engine.frontends.ytt.starlark.functions",
            "Functions": "yschema_engine.frontends.ytt.starlark.host",
            "LimitError": "yschema_engine.text.findings",
            "Line": "yschema_engine.frontends.ytt.starlark.blocks",
            "LineKind": "yschema_engine.frontends.ytt.starlark.blocks",
            "Loader": "yschema_engine.frontends.ytt.starlark.runtime",
            "Module": "yschema_engine.frontends.ytt.starlark.module",
            "NotLiteral": "yschema_engine.frontends.ytt.starlark.literals",
            "Other": "yschema_engine.frontends.ytt.starlark.marshal",
            "Script": "yschema_engine.frontends.ytt.starlark.script",
            "Session": "yschema_engine.frontends.ytt.starlark.session",
            "TEXT_NAME": "yschema_engine.frontends.ytt.starlark.blocks",
            "check_expression": "yschema_engine.frontends.ytt.starlark.blocks",
            "decode": "yschema_engine.frontends.ytt.starlark.marshal",
            "indent": "yschema_engine.frontends.ytt.starlark.blocks",
            "parse_arguments": "yschema_engine.frontends.ytt.starlark.literals",
            "run": "yschema_engine.frontends.ytt.starlark.runtime",
            "to_starlark": "yschema_engine.frontends.ytt.starlark.marshal",
        }
    ),
)
