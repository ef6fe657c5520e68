"""The codes of findings about standard modules."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

UNKNOWN_MODULE = Code(
    "unknown-module",
    "template",
    phrase("unknown standard module {module}"),
    expected=phrase("one of {modules}"),
)
