"""Reading a YAML file: events, composed to nodes, with the comments handed to their owners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from yschema_engine.diagnostics import Diagnostic, EngineError, UsageError
from yschema_engine.nodes import DocumentSet
from yschema_engine.reader.attach import attach_comments
from yschema_engine.reader.compose import Composer
from yschema_engine.source import Position, Source

try:
    from ruamel.yaml.cyaml import CParser  # type: ignore[attr-defined]
except ImportError:  # the package with the parser in C is missing
    CParser = None


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read.

    Attributes:
        strict: refuse plain scalars that readers of YAML may take for different things.
        pure: use the parser in Python even where the one in C is there.
    """

    strict: bool = False
    pure: bool = False


def decode(name: str, data: bytes) -> str:
    """The text of a file.

    Raises:
        UsageError: the bytes are not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        line = data.count(b"\n", 0, e.start) + 1
        raise UsageError(
            f"{name}:{line}: the file is not UTF-8 text",
            found=f"byte 0x{data[e.start]:02x} at offset {e.start}",
            expected="UTF-8",
            hint="save the file as UTF-8",
        ) from e


def read(source: Source, options: ReadOptions = ReadOptions()) -> DocumentSet:
    """The documents of a file, each comment attached to the node that it belongs to.

    Raises:
        EngineError: the text is not YAML, or a scalar does not fit its tag; with file and line.
    """
    composer = Composer(source, strict=options.strict)
    try:
        documents = composer.compose(_events(source.text, pure=options.pure))
    except YAMLError as e:
        raise EngineError([_not_yaml(source, e)]) from e
    except RecursionError:
        problem = Diagnostic("the maps and arrays are nested too deep", "parse", Position(source, 1))
        raise EngineError([problem]) from None
    return DocumentSet(documents, attach_comments(documents, composer.comments))


def _events(text: str, *, pure: bool) -> Iterator[Any]:
    if pure or CParser is None:
        return iter(YAML(typ="safe", pure=True).parse(text))
    return iter(CParser(text).get_event, None)


def _not_yaml(source: Source, error: YAMLError) -> Diagnostic:
    if isinstance(error, MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        at = Position(source, mark.line + 1) if mark else None
        problem = str(error.problem or error.context)
        related: tuple[tuple[str, Position], ...] = ()
        if error.context and error.context_mark and error.context_mark.line + 1 != (at.line if at else 0):
            related = ((str(error.context), Position(source, error.context_mark.line + 1)),)
        return Diagnostic(
            "this is not valid YAML", "parse", at, found=problem, related=related, hint=_hint(problem)
        )
    index = getattr(error, "position", 0) or 0
    at = Position(source, source.text.count("\n", 0, index) + 1)
    return Diagnostic("this is not valid YAML", "parse", at, found=str(getattr(error, "reason", error)))


def _hint(problem: str) -> str:
    if "\\t" in problem or "tab" in problem:
        return "indent with spaces"
    if "mapping values are not allowed" in problem:
        return "is the indentation right? a value with `: ` in it needs quotes"
    if "expected <block end>" in problem or "did not find expected" in problem:
        return "is the indentation right, and is every quote and bracket closed?"
    return ""
