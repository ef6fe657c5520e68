"""Resources in YAML files, as charts and repositories contain them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yschema_engine.compiled.documents import get_value
from yschema_engine.read.inputs import File
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Array, Map, Value
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.read import YAML_1_2, read

_SUFFIXES = (".yaml", ".yml", ".json")
# Actions of Go templates: those alone on their lines, and those within a line.
_ACTION_LINE = r"(?m)^[ \t]*(?:\{\{.*?\}\}[ \t]*)+$"
_ACTION = r"\{\{.*?\}\}"


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource.

    Attributes:
        kind: its `kind`.
        api_version: its `apiVersion`.
        value: the whole resource.
        span: its place.
    """

    kind: str
    api_version: str
    value: Map
    span: Span

    def get(self, *keys: str) -> Value:
        """Return the value below some keys; null if one of them is missing."""
        return get_value(self.value, *keys)

    def text(self, *keys: str) -> str:
        """Return the string below some keys; empty if there is none."""
        value = self.get(*keys)
        return value if isinstance(value, str) else "" if value is None else str(value)


def mentions(file: File, kind: str) -> bool:
    """Return whether a file may hold a resource of a kind."""
    if not file.path.endswith(_SUFFIXES) or kind.encode() not in file.data:
        return False
    name = kind.encode()
    in_yaml = rb"""^\s*-?\s*['"]?kind['"]?\s*:\s*['"]?%s['"]?\s*,?\s*(?:#.*)?\r?$""" % name
    pattern = rb'%s|"kind"\s*:\s*"%s"' % (in_yaml, name)
    return re.search(pattern, file.data, re.MULTILINE) is not None


def resources(files: Sequence[File], kind: str) -> list[Resource]:
    """Return the resources of a kind.

    Raises:
        EngineError: a file that may hold one is not YAML.
    """
    return [
        resource
        for file in files
        if mentions(file, kind)
        for resource in _resources(file.source)
        if resource.kind == kind
    ]


def _resources(source: Source) -> Iterator[Resource]:
    for document in read(_without_actions(source), YAML_1_2).documents:
        yield from _in_value(document.value, document.span)


def _in_value(value: Value, span: Span) -> Iterator[Resource]:
    kind, version = get_value(value, "kind"), get_value(value, "apiVersion")
    if not isinstance(value, Map) or not isinstance(kind, str) or not isinstance(version, str):
        return
    items = get_value(value, "items")
    if kind.endswith("List") and isinstance(items, Array):
        for item in items.items:
            yield from _in_value(item.value, item.span)
        return
    yield Resource(kind, version, value, value.items[0].span if value.items else span)


def _without_actions(source: Source) -> Source:
    """Return a source in which actions of templates are blank, or letters within a line.

    Charts wrap resources in conditions. Lines and columns stay the same.
    """
    if "{{" not in source.text:
        return source
    try:
        read(source, YAML_1_2)
    except EngineError:
        text = re.sub(_ACTION_LINE, "", source.text)
        return Source(source.name, re.sub(_ACTION, lambda match: "x" * len(match[0]), text), source.path)
    return source


def texts(value: Value) -> list[str]:
    """Return the strings of an array, or of a string."""
    if isinstance(value, str):
        return [value]
    items = value.items if isinstance(value, Array) else ()
    return [str(item.value) for item in items if isinstance(item.value, str | int | float)]
