"""MkDocs hook that inserts the context of templates into the page about them.

The tables come from the code: the attributes of objects with their docstrings, and the filters. A page
requests them with comments, `<!-- attributes of Field -->` or `<!-- filters -->`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from types import FunctionType, MappingProxyType
from typing import Any

from jinja2.defaults import DEFAULT_FILTERS

from yschema_engine.schema.alternatives import Shape
from yschema_engine.schema.fields import Example, Field, ValueType
from yschema_engine.schema.keys import KeyPolicy
from yschema_engine.schema.metadata import Property, Table
from yschema_engine.schema.schema import Schema
from yschema_engine.show import fact_kinds
from yschema_engine.show.fact_kinds import Rule
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.findings import Excerpt
from yschema_engine.show.html.changes_view import ChangeSection, ShownChange, ShownSuccessor
from yschema_engine.show.html.page_data import IndexRow
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.standalone import SitePageParts
from yschema_engine.show.html.theme import find_theme
from yschema_engine.show.html.values_view import AnnotatedLine
from yschema_engine.show.html.view import (
    Documented,
    Download,
    GoneField,
    LinesFile,
    Link,
    MyValues,
    MyValuesInPage,
    RequiredSummary,
    Sample,
    SampleFile,
    ShownFinding,
    View,
)
from yschema_engine.show.markdown_text import Flavor
from yschema_engine.show.values_file import Line

OBJECTS: Mapping[str, type] = MappingProxyType(
    {
        cls.__name__: cls
        for cls in (
            *(Schema, Property, Table, Field, ValueType, KeyPolicy, Shape, Example, Facts, Rule),
            *(
                fact_kinds.Title,
                fact_kinds.Removed,
                fact_kinds.Deprecated,
                fact_kinds.Description,
                fact_kinds.Type,
                fact_kinds.Labelled,
            ),
            *(
                fact_kinds.Alternatives,
                fact_kinds.Absent,
                fact_kinds.Default,
                fact_kinds.Rules,
                fact_kinds.Combined,
                fact_kinds.Choice,
                fact_kinds.Items,
                fact_kinds.Examples,
            ),
            *(View, LinesFile, MyValues, MyValuesInPage, RequiredSummary, SitePageParts),
            *(Download, Documented, Sample, SampleFile, Link),
            *(ShownFinding, Excerpt, IndexRow),
            *(GoneField, ChangeSection, ShownChange, ShownSuccessor),
            *(Line, AnnotatedLine),
            Flavor,
        )
    }
)
_REQUEST = re.compile(r"<!-- (?:attributes of (\w+)|filters) -->")
_ATTRIBUTE = re.compile(r"^    (\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace the comments of a page with tables."""
    return _REQUEST.sub(lambda request: _table(attributes(request[1]) if request[1] else filters()), markdown)


def attributes(name: str) -> Iterator[tuple[str, str]]:
    """Yield the attributes of an object with their descriptions, then its methods."""
    cls = OBJECTS[name]
    if issubclass(cls, fact_kinds.Kind):
        yield "name", f"`{cls.name}`."
    yield from _ATTRIBUTE.findall(inspect.getdoc(cls) or "")
    for other, value in vars(cls).items():
        if not other.startswith("_") and isinstance(value, property | cached_property | FunctionType):
            yield f"{other}()" if isinstance(value, FunctionType) else other, _first(value)


def filters() -> Iterator[tuple[str, str]]:
    """Yield the filters in addition to those of Jinja, with their descriptions."""
    renderer = Renderer(find_theme("mkdocs"))
    known = renderer._environment(renderer.words).filters
    for name in sorted(known.keys() - DEFAULT_FILTERS.keys()):
        filter_ = known[name]
        function = filter_.func if isinstance(filter_, partial) else filter_
        arguments = (p for p in inspect.signature(filter_).parameters.values() if p.kind != p.KEYWORD_ONLY)
        # The first argument is the value before the bar. Templates do not pass what they have as variables.
        others = [p for p in arguments if p.name not in ("flavor", "anchors")][1:]
        yield (
            f"{name}({', '.join(p.name for p in others)})" if others else name,
            _first(function if inspect.isfunction(function) else type(function).__call__),
        )


def _first(documented: object) -> str:
    """Return the first paragraph of a docstring."""
    return (inspect.getdoc(documented) or "").partition("\n\n")[0]


def _table(rows: Iterator[tuple[str, str]]) -> str:
    return "\n".join(
        ["| Name | Meaning |", "|---|---|", *(f"| `{name}` | {_cell(text)} |" for name, text in rows)]
    )


def _cell(text: str) -> str:
    """Return a text as a table cell, starting with a capital letter."""
    line = " ".join(text.split()).replace("|", "\\|")
    return line[0].upper() + line[1:]
