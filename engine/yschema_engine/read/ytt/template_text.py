"""Text templates, text in annotations that lacks quotes, and the codes of findings about templates."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from yschema_engine.evaluate.starlark.scanner import translate
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, EngineError, Finding, finding
from yschema_engine.text.lazy_import import lazy_module
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Span

if TYPE_CHECKING:
    import ast
else:
    ast = lazy_module("ast")


PLAIN_COMMENT = Code(
    "plain-comment",
    "template",
    phrase("ordinary comments are not allowed in a templated file"),
    found=phrase("{comment}"),
    expected=phrase("#! for a comment, #@ for code and annotations"),
    hint=phrase("write {correct}"),
)
ATTACHED_ARGUMENTS = Code(
    "attached-arguments",
    "template",
    phrase("the name of an annotation ends at the first space"),
    found=phrase("{comment}"),
    expected=phrase("the arguments after a space, without parentheses"),
    hint=phrase("write {correct}"),
)
TEXT_NOT_QUOTED = Code(
    "text-not-quoted",
    "template",
    phrase("{annotation} needs a string in quotes"),
    hint=phrase("write `{correct}`"),
)
UNFINISHED_TEXT = Code(
    "unfinished-text",
    "template",
    phrase("the string of {annotation} does not end on this line"),
    expected=phrase("a string in quotes on one line"),
    hint=phrase("write `\\n` in the string for a line break"),
)
ANNOTATION_AFTER_SPACE = Code(
    "annotation-after-space",
    "template",
    phrase("this annotation is read as code because of the space after `#@`"),
    hint=phrase("write `{correct}`"),
)
CODE_AFTER_NODE_BLOCK = Code(
    "code-after-node-block",
    "template",
    phrase("code follows a block for one node (`…/end`)"),
    expected=phrase("the node"),
)
VALUE_AND_CODE = Code(
    "value-and-code",
    "template",
    phrase("this node has both a value and code that computes one"),
    expected=phrase("one of the two"),
)
UNOPENED_CODE = Code(
    "unopened-code",
    "template",
    phrase("unmatched `@)`"),
    expected=phrase("code between `(@` and `@)`"),
)
UNCLOSED_CODE = Code(
    "unclosed-code",
    "template",
    phrase("unclosed `(@`"),
    expected=phrase("code between `(@` and `@)`"),
)

REPEATED_KEY = Code(
    "repeated-key",
    "template",
    phrase("the map has this key twice"),
    found=phrase("{key}"),
    hint=phrase("remove one, or annotate the later one @yaml/map-key-override"),
)
REPEATED_OPEN_KEY = Code(
    "repeated-open-key",
    "template",
    phrase("the map has this key twice"),
    found=phrase("{key}"),
    hint=phrase("give items that stand for other keys different names"),
)
DOCUMENTS_AS_VALUE = Code(
    "documents-as-value",
    "template",
    phrase("the value of a node cannot be YAML documents"),
    expected=phrase("a map, an array or a scalar"),
)
VALUE_WITHOUT_YAML = Code(
    "value-without-yaml",
    "template",
    phrase("YAML cannot represent this value"),
    found=phrase("{type}"),
    expected=phrase("a map, an array or a scalar"),
)
WRONG_REPLACEMENT = Code(
    "wrong-replacement",
    "template",
    phrase("template.replace needs a value of the same kind as the collection around the node"),
)
MIXED_ITEMS = Code(
    "mixed-items",
    "template",
    phrase("map items and array items are mixed"),
    expected=phrase("items of one kind"),
)

LOAD_WITHOUT_COLON = Code(
    "load-without-colon",
    "template",
    phrase("the path {file} names a library but no file"),
    expected=phrase("@LIBRARY:FILE"),
)
LOAD_MISSING_LIBRARY = Code(
    "load-missing-library",
    "template",
    phrase("cannot find the library {library}"),
    expected=phrase("files in the folder _ytt_lib/{library} beside the file that loads it"),
)
LOAD_CYCLE = Code("load-cycle", "template", phrase("the file {file} loads itself"), found=phrase("{files}"))
LOAD_NOT_TEXT = Code("load-not-text", "template", phrase("the file {file} is not UTF-8 text"))
LOAD_MISSING_FILE = Code(
    "load-missing-file",
    "template",
    phrase("the input files do not contain {file}"),
    hint=phrase("pass the file with -f"),
)
LOAD_WRONG_FILE = Code(
    "load-wrong-file",
    "template",
    phrase("the file {file} cannot be loaded"),
    expected=phrase("a .star, .lib.yml or .lib.txt file"),
)
LOAD_WITHOUT_CODE = Code(
    "load-without-code", "template", phrase("the file {file} defines nothing that can be loaded")
)


ANNOTATION = "yaml/text-templated-strings"
_OPEN, _CLOSE = "(@", "@)"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text template, and the line that it starts on."""

    kind: Literal["text", "value", "code"]
    content: str
    span: Span


def is_template(text: object) -> bool:
    """Return whether a value is a string with code in it."""
    return isinstance(text, str) and (_OPEN in text or _CLOSE in text)


def pieces(text: str, span: Span) -> list[Piece]:
    """Return the pieces of a text template, with white space around `(@-` and `-@)` trimmed.

    Raises:
        EngineError: code is not closed, or is closed without being opened.
    """
    untrimmed = list(_split(text, span))
    trimmed = []
    for index, piece in enumerate(untrimmed):
        content = piece.content
        if piece.kind == "text":
            before = untrimmed[index - 1].content if index else ""
            after = untrimmed[index + 1].content if index + 1 < len(untrimmed) else ""
            content = content.lstrip() if before.endswith("-") else content
            content = content.rstrip() if after.startswith("-") else content
            trimmed.append(Piece("text", content, piece.span))
        else:
            content = content.removeprefix("-")
            is_value = content.startswith("=")
            content = content.removeprefix("=").removesuffix("-")
            trimmed.append(Piece("value" if is_value else "code", content, piece.span))
    return trimmed


def _split(text: str, span: Span) -> Iterator[Piece]:
    at = 0
    while True:
        start, stray = text.find(_OPEN, at), text.find(_CLOSE, at)
        if stray != -1 and (start == -1 or stray < start):
            raise EngineError([finding(UNOPENED_CODE, _at(text, stray, span))])
        yield Piece("text", text[at : start if start != -1 else None], _at(text, at, span))
        if start == -1:
            return
        end, nested = text.find(_CLOSE, start + 2), text.find(_OPEN, start + 2)
        if end == -1 or -1 < nested < end:
            raise EngineError([finding(UNCLOSED_CODE, _at(text, start, span))])
        yield Piece("code", text[start + 2 : end], _at(text, start, span))
        at = end + 2


def _at(text: str, offset: int, span: Span) -> Span:
    """Return the span of the text from an offset to the end of its line; of the line if it has escapes."""
    number = span.line + text.count("\n", 0, offset)
    start = text.rfind("\n", 0, offset) + 1
    content = text[offset:].partition("\n")[0]
    line = span.source.line(number)
    column = line.find(text[start:offset] + content) + 1
    if not content or not column:
        return Span(span.source, number)
    column += offset - start
    return Span(span.source, number, column, column + len(content))


_TEXTS = frozenset(f"schema/{name}" for name in ("title", "desc", "doc", "deprecated", "removed"))
_ANNOTATION = r"\s*(?:schema|overlay|data)/[a-z][a-z-]*(?:\s|\Z)"
_CALL = r"\w[\w.]*[(\[]|\(|\w+\s*=(?!=)"
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
    if not re.match(_ANNOTATION, code):
        return None
    return finding(ANNOTATION_AFTER_SPACE, span, correct=Verbatim(f"#@{code.strip()}"))


def _is_code(text: str) -> bool:
    if re.match(_CALL, text):
        return True
    try:
        ast.parse(translate(f"f({text})"), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _without_quotes(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if is_quoted else text.strip("\"'")
