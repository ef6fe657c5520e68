"""The compiled form of a JSON Schema, which the checker in a page interprets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeAlias

from yschema_engine.schema.schema_keywords import keyword_of
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Finding
from yschema_engine.text.nodes import Document, Value
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import Param


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword of a JSON Schema.

    Attributes:
        name: as an error refers to it.
        value: what it asks for; schemas within it are numbers of `JsonSchemaFacts.nodes`.
        expected: what it asks for in words.
        if_several: the words if several alternatives match, and one should.
    """

    name: str
    value: Any
    expected: Param | None = None
    if_several: Param | None = None


Node: TypeAlias = bool | tuple[Keyword, ...]
HIDDEN = -1
"""In the place of the number of a schema: the key is hidden, and its values may be anything."""
UNKNOWN = "unresolved"
"""The name of the keyword of a schema that is not known: whether a value matches it cannot be said."""
WHOLE_NUMBER = "whole"
"""The type `integer` of draft 4, in which 1.0 is none."""


def renumbered(keyword: Keyword, number_of: Callable[[int], int]) -> Any:
    """Return the value of a keyword with other numbers of schemas.

    Args:
        keyword: the keyword.
        number_of: returns the number in the place of another one; it is asked for each number in order.
    """
    value = keyword.value
    match keyword_of(keyword.name).numbers:
        case "one":
            return number_of(value)
        case "all":
            return [number_of(each) for each in value]
        case "first":
            return [number_of(value[0]), *value[1:]]
        case "second":
            return [value[0], number_of(value[1]), *map(int, value[2:])]
        case "by key":
            return [
                (key, inner if isinstance(inner, list) or inner == HIDDEN else number_of(inner))
                for key, inner in value
            ]
    return value


def numbers_in(node: Node) -> list[int]:
    """Return the numbers of the schemas in a schema."""
    numbers: list[int] = []

    def note(number: int) -> int:
        numbers.append(number)
        return number

    for keyword in () if isinstance(node, bool) else node:
        renumbered(keyword, note)
    return numbers


@dataclass(frozen=True, slots=True)
class JsonSchemaFacts:
    """A JSON Schema whose references are resolved.

    Attributes:
        nodes: the schema and all schemas in it, in no particular order.
        root: the number of the schema.
    """

    nodes: tuple[Node, ...]
    root: int


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A rule that a script does not check.

    Attributes:
        path: of the field.
        words: the rule.
    """

    path: Path
    words: Param


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """The JSON Schemas that decide about a value, instead of the types and rules of fields.

    Attributes:
        schemas: in order; of findings at the same place, those of the first one count.
        parts: further facts about the values at some keys: those of the charts that a chart depends on.
        conditions: of such a part: the keys that lead to the values that turn it on and off.
        tags: of such a part: the names of the tags that do so.
        unchecked: the rules that a script does not check.
        is_chart: whether the value is that of a chart, in which null removes a key.
        has_schema_file: whether the author of a chart wrote one of the schemas; else comments did.
        commented_out: the keys that comments of a chart show, although no field has them.
    """

    schemas: tuple[JsonSchemaFacts, ...]
    parts: tuple[tuple[str, CheckFacts], ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    is_chart: bool = False
    has_schema_file: bool = False
    commented_out: frozenset[str] = frozenset()
    conditions: tuple[tuple[str, ...], ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """What facts are about.

    Attributes:
        path: of the value.
        hidden: the paths of fields that readers do not see.
    """

    path: Path = ROOT
    hidden: frozenset[Path] = frozenset()

    def hides_below(self, path: Path) -> bool:
        """Return whether a field at or below a path is hidden."""
        return any(each.starts_with(path) for each in self.hidden)


class OwnCheck(Protocol):
    """What decides about values in place of the types and rules of fields; it is data."""

    def check(self, value: Value) -> Iterable[Finding]:
        """Return the findings about complete values, each with the path of its value."""

    def facts(self, scope: Scope) -> CheckFacts:
        """Return the compiled facts that decide about values, for scripts."""


@dataclass(frozen=True, slots=True)
class InEffect:
    """Values in effect.

    Attributes:
        value: the values.
        check: what decides about them.
        findings: what is to be said about merging.
    """

    value: Value
    check: OwnCheck
    findings: tuple[Finding, ...]


class OwnMerging(Protocol):
    """What merges values with the defaults in place of ytt's overlays; it is data."""

    def in_effect(self, documents: Iterable[Document]) -> InEffect:
        """Return the values in effect if users set those in documents; later ones take precedence."""


class Origin(Protocol):
    """What a check is made from, as data."""

    def prepare(self) -> OwnCheck:
        """Return the check."""


class PreparedCheck:
    """A check that is made from its data when it is first needed."""

    def __init__(self, origin: Origin, prepared: OwnCheck | None = None) -> None:
        """Take the data, and the check if it has been made."""
        self._origin = origin
        self._prepared = prepared

    def __reduce__(self) -> tuple[type[PreparedCheck], tuple[Origin]]:
        return PreparedCheck, (self._origin,)

    def check(self, value: Value) -> Iterable[Finding]:
        """Return the findings about complete values."""
        return self._made().check(value)

    def facts(self, scope: Scope) -> CheckFacts:
        """Return the compiled facts that decide about values."""
        return self._made().facts(scope)

    def _made(self) -> OwnCheck:
        if self._prepared is None:
            self._prepared = self._origin.prepare()
        return self._prepared
