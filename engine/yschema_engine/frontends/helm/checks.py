"""Checks of the values of a chart: by its schemas, those of its dependencies, and what comments say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yschema_engine.frontends.helm import codes
from yschema_engine.frontends.helm.chart import GLOBAL
from yschema_engine.frontends.helm.loaded import LoadedChart
from yschema_engine.schema.compiled_form import CheckFacts, Scope
from yschema_engine.schema.fields import Field, ValueType, assign
from yschema_engine.schema.schema import InstanceCheck
from yschema_engine.schema.types import Subject, check, is_type_stated
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.findings import Finding, finding, revise
from yschema_engine.text.nodes import Array, Map, MapItem, Value, key_id, type_name
from yschema_engine.text.paths import ROOT, Path, key_text
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.text.suggestions import suggest

_MOST_COMPARED = 200
_COMMENTED_OUT = lazy_pattern(r"#+\s*(?:-\s+)?([^\s:]+):(?:\s|\Z)")


@dataclass(frozen=True, slots=True)
class ChartCheck:
    """Checks the values of a chart as Helm does, and in addition by what comments say.

    Attributes:
        loaded: the chart.
        root: its fields.
    """

    loaded: LoadedChart
    root: Field

    def by_schemas(self, value: Value) -> Iterator[Finding]:
        """Return the findings by the schemas of the chart itself."""
        alone = LoadedChart(
            self.loaded.chart, self.loaded.described, self.loaded.schema, self.loaded.from_comments
        )
        return _by_schemas(alone, value, ROOT, None)

    def facts(self, scope: Scope) -> CheckFacts:
        """Return what decides about values."""
        return replace(_facts(self.loaded, scope), commented_out=self._commented_out())

    def check(self, value: Value) -> Iterator[Finding]:
        """Return the findings about values that are merged with the defaults."""
        value = without_removed(value, self.loaded.described.file.value)
        seen: set[Path | None] = set()
        for each in (
            *_by_schemas(self.loaded, value, ROOT, None),
            *_by_comments(self.root, value, self.root.span, ROOT),
            *self._misspelt(self.root.type, value, ROOT),
        ):
            if each.path not in seen or each.path is None:
                yield each
            seen.add(each.path)

    def _misspelt(self, type_: ValueType, value: Value, path: Path) -> Iterator[Finding]:
        """Yield a warning about each key of an open map that is probably a field with a misspelt name."""
        if not isinstance(value, Map):
            return
        names = [str(field.key) for field in type_.fields if not field.is_open]
        for item, declared in assign(value.items, type_):
            inner, key = path.key(item.key), key_text(item.key)
            if declared is not None:
                yield from self._misspelt(declared.type, item.value, inner)
                continue
            near = suggest(key, names) if len(names) <= _MOST_COMPARED else None
            if near is not None and key not in self._commented_out():
                hint = phrase("did you mean `{key}`?", key=Verbatim(near))
                yield finding(codes.MISSPELT_KEY, item.span, path=inner, declared=type_.span, hint=hint)

    def _commented_out(self) -> frozenset[str]:
        """Return the keys that a values file of the chart has as comments: `# key: value`."""
        lines = (line.text for each in self.loaded.walk() for line in each.described.file.comments.lines)
        return frozenset(found[1] for line in lines if (found := _COMMENTED_OUT.match(line)))


def _facts(loaded: LoadedChart, scope: Scope) -> CheckFacts:
    """Return what `_by_schemas` decides by."""
    own = [
        each.check_facts(scope) for each in (loaded.schema, loaded.from_comments) if each and each.check_facts
    ]
    parts = tuple(
        (dependency.key, _facts(inner, replace(scope, path=scope.path.key(dependency.key))))
        for dependency, inner in loaded.dependencies
        if not inner.chart.metadata.is_library
    )
    return CheckFacts(
        tuple(schema for facts in own for schema in facts.schemas),
        parts,
        tuple(each for facts in (*own, *(facts for _, facts in parts)) for each in facts.unchecked),
        is_chart=True,
        has_schema_file=loaded.schema is not None,
    )


def without_removed(value: Value, default: Value) -> Value:
    """Return values without keys that are null in place of a default: for Helm, null removes a key."""
    if not isinstance(value, Map):
        return value
    defaults = {key_id(i.key): i.value for i in default.items} if isinstance(default, Map) else {}
    items = []
    for item in value.items:
        known = defaults.get(key_id(item.key))
        if item.value is None and known is not None:
            continue
        kept = MapItem(item.key, without_removed(item.value, known), item.span)
        kept.value_span = item.value_span
        items.append(kept)
    return Map(items, value.span)


def _by_schemas(loaded: LoadedChart, value: Value, path: Path, shared: MapItem | None) -> Iterator[Finding]:
    """Yield the findings by the schemas of a chart, then by those of its dependencies."""
    if isinstance(value, Map) and shared is not None and all(item.key != GLOBAL for item in value.items):
        # Helm hands the global values to each dependency.
        value = Map([*value.items, shared], value.span)
    own = _checked(loaded.schema.instance_check if loaded.schema else None, value, path)
    yield from own
    seen = {each.path for each in own}
    by_comments = _checked(loaded.from_comments.instance_check if loaded.from_comments else None, value, path)
    yield from (each for each in by_comments if each.path not in seen)
    items = value.items if isinstance(value, Map) else []
    shared = next((item for item in items if item.key == GLOBAL), shared)
    for dependency, inner in loaded.dependencies:
        nested = next((item.value for item in items if item.key == dependency.key), None)
        if isinstance(nested, Map) and not inner.chart.metadata.is_library:
            yield from _by_schemas(inner, nested, path.key(dependency.key), shared)


def _checked(instance_check: InstanceCheck | None, value: Value, path: Path) -> list[Finding]:
    found: Iterable[Finding] = instance_check(value) if instance_check is not None else ()
    return [revise(each, path=path + (each.path or ROOT)) for each in found]


def _by_comments(field: Field, value: Value, span: Span, path: Path) -> Iterator[Finding]:
    """Yield the values of other types than comments say; null and an empty text often stand for no value."""
    if value in (None, ""):
        return
    if is_type_stated(field) and type_name(value) not in field.type.kinds:
        stated = ValueType(field.type.kinds, field.type.span)
        yield from check(value, stated, span, Subject(path=path))
    if isinstance(value, Map):
        for item, declared in assign(value.items, field.type):
            if declared is not None:
                yield from _by_comments(declared, item.value, item.value_span, path.key(item.key))
    elif isinstance(value, Array) and field.type.item is not None:
        for index, element in enumerate(value.items):
            inner = path.item(index)
            yield from _by_comments(field.type.item, element.value, element.value_span, inner)
