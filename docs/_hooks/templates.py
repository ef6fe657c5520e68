"""A hook of MkDocs: writes what templates are given into the page about them.

It comes from the code: the attributes of objects, with their docstrings, and the filters. A page asks for
them by a comment, `<!-- attributes of Field -->` or `<!-- filters -->`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from functools import partial
from types import FunctionType, MappingProxyType
from typing import Any

from jinja2.defaults import DEFAULT_FILTERS

from yschema_engine.outputs.html import (
    Documented,
    Download,
    LinesFile,
    Link,
    Must,
    Renderer,
    Sample,
    SampleFile,
    ShownFinding,
    View,
    find_theme,
)
from yschema_engine.outputs.html.yaml_view import Told, Written
from yschema_engine.outputs.yaml.values_file import Line
from yschema_engine.reference import Example, Field, Reference, Rule

OBJECTS: Mapping[str, type] = MappingProxyType(
    {
        cls.__name__: cls
        for cls in (
            *(Reference, Field, Rule, Example),
            *(View, LinesFile, Must, Download, Documented, Sample, SampleFile, Link, ShownFinding),
            *(Line, Told, Written),
        )
    }
)
_ASKED = re.compile(r"<!-- (?:attributes of (\w+)|filters) -->")
_ATTRIBUTE = re.compile(r"^    (\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Puts what a page asks for into it."""
    return _ASKED.sub(lambda asked: _table(attributes(asked[1]) if asked[1] else filters()), markdown)


def attributes(name: str) -> Iterator[tuple[str, str]]:
    """The attributes of an object with what they are, then its methods."""
    cls = OBJECTS[name]
    yield from _ATTRIBUTE.findall(inspect.getdoc(cls) or "")
    for other, value in vars(cls).items():
        if not other.startswith("_") and isinstance(value, property | FunctionType):
            yield other if isinstance(value, property) else f"{other}()", _first(value)


def filters() -> Iterator[tuple[str, str]]:
    """The filters beside those of Jinja, with what they give."""
    known = Renderer(find_theme("mkdocs"))._environment.filters
    for name in sorted(known.keys() - DEFAULT_FILTERS.keys()):
        filter_ = known[name]
        function = filter_.func if isinstance(filter_, partial) else filter_
        # What stands before the bar is the first argument.
        _, *others = (p for p in inspect.signature(filter_).parameters.values() if p.kind != p.KEYWORD_ONLY)
        arguments = f"({', '.join(p.name for p in others)})" if others else ""
        yield (
            f"{name}{arguments}",
            _first(function if inspect.isfunction(function) else type(function).__call__),
        )


def _first(documented: object) -> str:
    """The first paragraph of a docstring."""
    return (inspect.getdoc(documented) or "").partition("\n\n")[0]


def _table(rows: Iterator[tuple[str, str]]) -> str:
    return "\n".join(
        ["| Name | What it is |", "|---|---|", *(f"| `{name}` | {_cell(text)} |" for name, text in rows)]
    )


def _cell(text: str) -> str:
    """A text in one line of a table, which begins with a capital."""
    line = " ".join(text.split()).replace("|", "\\|")
    return line[0].upper() + line[1:]
