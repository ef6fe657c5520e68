"""Text in annotations that lacks quotes, or goes on in the next line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from yschema_engine.evaluate.starlark.scanner import translate
from yschema_engine.frontends.ytt.template.codes import (
    ANNOTATION_AFTER_SPACE,
    TEXT_NOT_QUOTED,
    UNFINISHED_TEXT,
)
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.lazy_import import lazy_module
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Span

if TYPE_CHECKING:
    import ast
else:
    ast = lazy_module("ast")


_TEXTS = frozenset(f"schema/{name}" for name in ("title", "desc", "doc", "deprecated", "removed"))
_ANNOTATION = lazy_pattern(r"\s*(?:schema|overlay|data)/[a-z][a-z-]*(?:\s|\Z)")
_CALL = lazy_pattern(r"\w[\w.]*[(\[]|\(|\w+\s*=(?!=)")
"""The start of code that computes a text."""


def check_text(name: str, arguments: str, span: Span) -> Finding | None:
    """Return the finding about the text of an annotation that cannot be parsed; None if there is none.

    Args:
        name: of the annotation.
        arguments: the source of its arguments.
        span: of the comment.
    """
    text = arguments.strip()
    if name not in _TEXTS or not text or _is_code(text):
        return None
    annotation = Verbatim(f"@{name}")
    if text[0] in "\"'" and text.count(text[0]) == 1:
        return finding(UNFINISHED_TEXT, span, annotation=annotation)
    correct = f"@{name} {json.dumps(_without_quotes(text), ensure_ascii=False)}"
    return finding(TEXT_NOT_QUOTED, span, annotation=annotation, correct=Verbatim(correct))


def check_code(code: str, span: Span) -> Finding | None:
    """Return the finding about a line of code that was meant as an annotation; None if it was not.

    Args:
        code: the text after `#@` and a space.
        span: of the comment.
    """
    if not _ANNOTATION.match(code):
        return None
    return finding(ANNOTATION_AFTER_SPACE, span, correct=Verbatim(f"#@{code.strip()}"))


def _is_code(text: str) -> bool:
    if _CALL.match(text):
        return True
    try:
        ast.parse(translate(f"f({text})"), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _without_quotes(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if is_quoted else text.strip("\"'")
