"""Parsing of YAML files to nodes with comments, and syntax errors in our words.

The library has no codes for problems. Its texts are those of libyaml, whose parser in C it uses, or of its
own parser.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, StringMark, YAMLError

from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError, Finding, Related, finding
from yschema_engine.text.nodes import Comment, Document, DocumentSet
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.comments import attach_comments
from yschema_engine.yaml.compose import Composer
from yschema_engine.yaml.scalars import HALF_CHARACTER, NOT_YAML, QUESTION_MARK
from yschema_engine.yaml.toml import read_toml

try:
    from ruamel.yaml.cyaml import CParser  # type: ignore[attr-defined]
except ImportError:  # the package with the parser in C is missing
    CParser = None


_TABS = phrase("indent with spaces: YAML allows no tabs there")
_CLOSE = phrase("check the indentation, and close every quote and bracket")
_QUOTE = phrase("put the value in quotes")
_CHARACTER = phrase(r"remove the character, or write it as an escape such as `\x07` in double quotes")
_ESCAPE = (
    phrase("an unknown escape sequence"),
    phrase(r"write `\\` for a backslash, or use single quotes"),
)
_PROBLEMS: Mapping[str, tuple[Phrase, Phrase]] = {
    "mapping values are not allowed": (
        phrase("an unexpected `:`"),
        phrase("check the indentation, and put a value that contains `: ` in quotes"),
    ),
    "expected key": (
        phrase("text where a key is expected"),
        phrase("check the indentation and the quotes; in single quotes, write `''` for an apostrophe"),
    ),
    "could not find expected ':'": (
        phrase("a key without a colon"),
        phrase("write a colon and a space after the key, or check the indentation"),
    ),
    "expected <document start>": (
        phrase("text after the end of the document"),
        phrase("check the indentation, or begin another document with `---`"),
    ),
    "quoted scalar": (phrase("a quote that is not closed"), phrase("close the quote")),
    "expected '-' indicator": (phrase("text where an array item is expected"), _CLOSE),
    "expected ',' or ']'": (phrase("an array in brackets that is not closed"), _CLOSE),
    "expected ',' or '}'": (phrase("a map in braces that is not closed"), _CLOSE),
    "expected node content": (phrase("no value"), _QUOTE),
    "unknown escape character": _ESCAPE,
    "expected hexdecimal number": _ESCAPE,
    "invalid Unicode character escape": _ESCAPE,
    "block sequence entries are not allowed": (
        phrase("an array item where no array can begin"),
        phrase("begin the array on a line of its own"),
    ),
    "incompatible YAML document": (
        phrase("a version of YAML that is not supported"),
        phrase("delete this line, or write `%YAML 1.1`"),
    ),
    "expected tag URI": (
        phrase("a tag without a name"),
        phrase("remove the tag, or put the value in quotes"),
    ),
    "unexpected non-alphabetical character": (
        phrase("a line that begins with `%`, which only directives do"),
        phrase("put the key in quotes"),
    ),
    "expected comment or line break": (
        phrase("text on the line of `|` or `>`"),
        phrase("begin the text on the next line"),
    ),
}
_INNER_MARK = phrase("a byte order mark in the middle of the file")
_UNSEEN = phrase("delete this character, which editors do not show")
_MAYBE_TAB = ("tab character", "cannot start any token")
_INDENTATION = re.compile(r"(?:[-?:](?=\s)|\s)*")
_FIRST_CHARACTERS = ("cannot start any token", "expected alphabetic or numeric character")


def explain(problem: str, span: Span | None) -> tuple[Param, Phrase | None]:
    """Return the phrases for `found` and `hint`.

    Args:
        problem: the text of the library.
        span: the character.
    """
    indentation = _INDENTATION.match(span.text) if span is not None else None
    is_indented_by_tab = indentation is not None and "\t" in indentation.group()
    if is_indented_by_tab and any(text in problem for text in _MAYBE_TAB):
        return phrase("a tab in the indentation"), _TABS
    if any(text in problem for text in _FIRST_CHARACTERS) and (character := _character(problem, span)):
        return phrase("{character} at the start of a value", character=Verbatim(f"`{character}`")), _QUOTE
    for text, explained in _PROBLEMS.items():
        if text in problem:
            return explained
    return problem, _CLOSE if "expected" in problem else None


def _character(problem: str, span: Span | None) -> str:
    """Return the first character of the value: for an alias or an anchor, the problem is in its name."""
    if span is None:
        return ""
    index = span.column - 1
    if "alphabetic" in problem:
        index = max(span.text.rfind(sign, 0, index) for sign in "*&")
    return span.text[index : index + 1].strip()


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Options for reading YAML.

    Attributes:
        strict: refuse plain scalars that readers of YAML may read differently.
        pure: use the parser in Python even if the one in C is installed.
        lenient: allow what ytt refuses: `?` in values without quotes in brackets, lists of maps behind `<<`.
        core_words: read `yes`, `no`, `on`, `off`, `y` and `n` as strings.
    """

    strict: bool = False
    pure: bool = False
    lenient: bool = False
    core_words: bool = False


_TABBED = re.compile(r"(?:[&!]\S*\s+)*[|>][-+]?(?=\s).*(?:\n *)+\t")
_LINE_END = r"\r\n?|\n"
# Faults for go-yaml, which ytt, Helm and Kubernetes use, but not for the parser in Python.
_REFUSED = ("expected tag URI", "expected <document start>", "unexpected non-alphabetical character")
_NOTICED_LATE = ("end of stream", "could not find expected ':'")

YAML_1_2 = ReadOptions(lenient=True)
"""The options for files that ytt does not read."""
YAML_CORE = ReadOptions(lenient=True, core_words=True)
"""The options for text that only tools with a reader of YAML 1.2 read."""


READING: Mapping[str, ReadOptions] = {"ytt": ReadOptions(), "1.1": YAML_1_2, "1.2": YAML_CORE}
"""The options for values, by the kind of YAML that the tool reads which takes them."""


def read(source: Source, options: ReadOptions = ReadOptions()) -> DocumentSet:
    """Return the documents of a file, with each comment attached to its node; of TOML, without comments.

    Raises:
        EngineError: the text is not valid YAML or TOML, or a scalar does not fit its tag.
    """
    if source.path.endswith(".toml"):
        return read_toml(source)
    if not options.core_words and (mark := source.text.find("\n\ufeff")) >= 0:
        # Of the parsers, each reads the character in another way; for go-yaml, it is a part of the next word.
        span = Span(source, source.text.count("\n", 0, mark) + 2, 1, 2)
        raise EngineError.of(NOT_YAML, span, found=_INNER_MARK, hint=_UNSEEN)
    try:
        documents, comments = _compose(source, options)
    except YAMLError as e:
        raise EngineError([_not_yaml(source, e)]) from e
    return DocumentSet(documents, attach_comments(documents, comments))


def events(source: Source) -> Iterator[Any]:
    """Yield the events of a file that `read` reads without an error.

    Raises:
        EngineError: the text is not valid YAML.
    """
    for pure in (False, True) if CParser is not None else (True,):
        try:
            parsed = list(_events(source.text, pure=pure))
        except YAMLError as e:
            if pure:
                raise EngineError([_not_yaml(source, e)]) from e
        else:
            yield from parsed
            return


def _compose(source: Source, options: ReadOptions) -> tuple[list[Document], Sequence[Comment]]:
    pure = options.pure or CParser is None
    composer = Composer(source, options)
    try:
        return composer.compose(_events(source.text, pure=pure)), composer.comments
    except YAMLError as first:
        # For ytt, some other characters end lines as well: only the parser in C reads them like that.
        has_other_lines = not options.lenient and _has_other_line_ends(source.text)
        is_final = any(text in str(first) for text in _REFUSED)
        if pure or has_other_lines or (is_final and not options.core_words):
            raise
        # The parser in C refuses some of what YAML 1.2 allows, such as `[http://example.org]`.
        try:
            return _compose(source, replace(options, pure=True))
        except YAMLError:
            raise first from None
        except EngineError as e:
            # The parser in C refuses these, too, but does not say why.
            explained = (HALF_CHARACTER, NOT_YAML, QUESTION_MARK)
            raise (e if e.findings[0].code in explained else first) from None


def _events(text: str, *, pure: bool) -> Iterator[Any]:
    events = _pure_events(text) if pure else iter(CParser(text).get_event, None)
    return _with_lines_of_editors(events, text) if _has_other_line_ends(text) else events


def _has_other_line_ends(text: str) -> bool:
    """Return whether YAML 1.1 ends lines where editors and pages do not."""
    return not text.isascii() and any(end in text for end in "\x85\u2028\u2029")


def _with_lines_of_editors(events: Iterator[Any], text: str) -> Iterator[Any]:
    starts = _line_starts(text)
    for event in events:
        event.start_mark = _mark(event.start_mark, starts)
        event.end_mark = _mark(event.end_mark, starts)
        yield event


def _line_starts(text: str) -> list[int]:
    return [0, *(end.end() for end in re.finditer(_LINE_END, text))]


def _mark(mark: Any, starts: list[int]) -> StringMark:
    """Return a mark with the line on which its character is, of those that start at these indexes."""
    line = bisect_right(starts, mark.index) - 1
    return StringMark(mark.name, mark.index, line, mark.index - starts[line], None, 0)


ERRORS_IN_PYTHON = (AssertionError, LookupError, OverflowError, TypeError, ValueError)
"""What the library raises in addition: about `%YAML`, `"\\UFFFFFFFF"`, and a map within a key."""


def _pure_events(text: str) -> Iterator[Any]:
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            _refuse_tab(event, text)
            yield event
    except ERRORS_IN_PYTHON as e:
        raise YAMLError(str(e)) from e


def _refuse_tab(event: Any, text: str) -> None:
    """Refuse a tab in the indentation of a block scalar, as the parser in C and ytt do.

    Raises:
        MarkedYAMLError: the first line has a tab after its spaces, and nothing says how many there are.
    """
    if getattr(event, "style", None) not in ("|", ">"):
        return
    start = event.start_mark
    if tabbed := _TABBED.match(text, start.index):
        *above, line = tabbed.group().split("\n")
        mark = StringMark(start.name, tabbed.end() - 1, start.line + len(above), len(line) - 1, None, 0)
        problem = "found a tab character where an indentation space is expected"
        raise MarkedYAMLError("while scanning a block scalar", start, problem, mark)


def _not_yaml(source: Source, error: YAMLError) -> Finding:
    if not isinstance(error, MarkedYAMLError):
        index = _character_index(source.text, error)
        column = index - source.text.rfind("\n", 0, index)
        character = Span(source, source.text.count("\n", 0, index) + 1, column, column + 1)
        return finding(NOT_YAML, character, found=str(getattr(error, "reason", error)), hint=_CHARACTER)
    problem = str(error.problem or error.context).removeprefix("found ")
    span = _span(source, error.problem_mark)
    start = _span(source, error.context_mark)
    if start is not None and (span is None or any(text in problem for text in _NOTICED_LATE)):
        # If a quote is never closed, or a key has no colon, its beginning says more than what follows.
        span, problem = start, f"{problem} {error.context}".strip()
    related: tuple[Related, ...] = ()
    if start is not None and start != span and error.context:
        related = ((str(error.context), start),)
    found, hint = explain(problem, span)
    return finding(NOT_YAML, span, found=found, related=related, hint=hint)


def _character_index(text: str, error: YAMLError) -> int:
    """Return the index of the character that a reader refuses; the reader in C counts bytes."""
    position: int = getattr(error, "position", 0)
    if getattr(error, "encoding", "") == "unicode":
        return position
    return len(text.encode("utf-8", errors="surrogatepass")[:position].decode("utf-8", errors="ignore"))


def _span(source: Source, mark: Any) -> Span | None:
    if mark is None:
        return None
    if _has_other_line_ends(source.text):
        mark = _mark(mark, _line_starts(source.text))
    if mark.line > source.text.count("\n"):
        # The parser in C counts the end of a file without a last line end as another line.
        column = len(source.line(mark.line)) + 1
        return Span(source, mark.line, column, column + 1)
    return Span(source, mark.line + 1, mark.column + 1, mark.column + 2)
