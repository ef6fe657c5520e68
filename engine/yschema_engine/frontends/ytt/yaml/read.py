"""Reading a YAML file: events, composed to nodes, with the comments handed to their owners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from yschema_engine.frontends.ytt.yaml.attach import attach_comments
from yschema_engine.frontends.ytt.yaml.compose import Composer
from yschema_engine.model.findings import EngineError, Finding, legacy_finding, legacy_usage_error
from yschema_engine.nodes import Comment, Document, DocumentSet
from yschema_engine.source import Source, Span

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
        source = Source(name, data.decode("utf-8-sig", errors="replace"))
        raise legacy_usage_error(
            "the file is not UTF-8 text",
            Span(source, data.count(b"\n", 0, e.start) + 1),
            found=f"byte 0x{data[e.start]:02x} at offset {e.start}",
            expected="UTF-8",
            hint="save the file as UTF-8",
        ) from e


def read(source: Source, options: ReadOptions = ReadOptions()) -> DocumentSet:
    """The documents of a file, each comment attached to the node that it belongs to.

    Raises:
        EngineError: the text is not YAML, or a scalar does not fit its tag; with file and line.
    """
    try:
        documents, comments = _compose(source, options)
    except YAMLError as e:
        raise EngineError([_not_yaml(source, e)]) from e
    return DocumentSet(documents, attach_comments(documents, comments))


def _compose(source: Source, options: ReadOptions) -> tuple[list[Document], list[Comment]]:
    pure = options.pure or CParser is None
    composer = Composer(source, strict=options.strict)
    try:
        return composer.compose(_events(source.text, pure=pure)), composer.comments
    except YAMLError as first:
        if pure:
            raise
        # The parser in C refuses some of what YAML 1.2 allows, such as `[http://example.org]`.
        try:
            return _compose(source, replace(options, pure=True))
        except (YAMLError, EngineError):
            raise first from None


def _events(text: str, *, pure: bool) -> Iterator[Any]:
    if pure:
        return iter(YAML(typ="safe", pure=True).parse(text))
    return iter(CParser(text).get_event, None)


def _not_yaml(source: Source, error: YAMLError) -> Finding:
    if not isinstance(error, MarkedYAMLError):
        index = getattr(error, "span", 0) or 0
        character = Span(source, source.text.count("\n", 0, index) + 1)
        return legacy_finding(
            "this is not valid YAML", "parse", character, found=str(getattr(error, "reason", error))
        )
    problem = str(error.problem or error.context).removeprefix("found ")
    at = _line(source, error.problem_mark)
    start = _line(source, error.context_mark)
    if start is not None and (at is None or "end of stream" in problem):
        # Where a quote is never closed, its beginning tells more than the end of the file.
        at, problem = start, f"{problem} {error.context}".strip()
    related = ((str(error.context), start),) if start is not None and start != at and error.context else ()
    return legacy_finding(
        "this is not valid YAML", "parse", at, found=problem, related=related, hint=_hint(problem, at)
    )


def _line(source: Source, mark: Any) -> Span | None:
    return Span(source, mark.line + 1) if mark is not None else None


def _hint(problem: str, at: Span | None) -> str:
    if at is not None and "\t" in at.text[: len(at.text) - len(at.text.lstrip())]:
        return "indent with spaces: YAML allows no tabs there"
    if "mapping values are not allowed" in problem:
        return "is the indentation right? a value with `: ` in it needs quotes"
    if "quoted scalar" in problem:
        return "close the quote"
    if "expected" in problem:
        return "is the indentation right, and is every quote and bracket closed?"
    return ""
