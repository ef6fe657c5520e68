"""The values in effect of a Helm chart and of the charts in it, as Helm 4 merges them.

Sources: `pkg/chart/common/util/coalesce.go` and `pkg/chart/v2/util/dependencies.go` of Helm 4.1. Helm has two
ways to merge: *coalescing*, in which null removes a key, and *merging*, which keeps null for a later step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from yschema_engine.compiled.documents import get_item, get_value
from yschema_engine.schema.schema_keywords import OwnCheck
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import Finding, finding, values_code, values_warning
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Document, Map, MapItem, Value, copy_value, to_plain, type_name, walk
from yschema_engine.text.paths import ROOT, Path, key_text
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Span

GLOBAL = "global"
"""The key of the values that Helm hands to all charts."""
_TAGS, _EXPORTS = "tags", "exports"

Report: TypeAlias = Callable[[Finding], None]

MAP_FOR_VALUE = values_warning(
    "chart-map-for-value",
    "this map replaces a default that is not a map",
    hint="Helm warns about this: check the indentation of the keys",
)
VALUE_FOR_MAP = values_warning(
    "chart-value-for-map",
    "this value replaces a default that is a map",
    hint="Helm warns about this, and templates no longer see the keys of the map",
)
VALUES_NOT_A_MAP = values_code(
    "values-not-a-map", "the values of a chart must be a map", expected="keys and values"
)


@dataclass(frozen=True, slots=True)
class Dependency:
    """An entry of `dependencies` in a chart.

    Attributes:
        name: of the chart.
        span: of the entry.
        version: a version, or a range of versions.
        repository: an address.
        alias: the name under which its values are; may be empty.
        conditions: paths of values that turn it on and off; the first one that is a boolean counts.
        tags: names of tags that turn it on and off; conditions take precedence.
        imports: the pairs of paths of `import-values`: in the dependency, and in the chart around it, where
            `""` stands for all its values.
        is_listed: whether `Chart.yaml` names it; all other charts in the folder are always on.
    """

    name: str
    span: Span
    version: str = ""
    repository: str = ""
    alias: str = ""
    conditions: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    imports: tuple[tuple[str, str], ...] = ()
    is_listed: bool = True

    @property
    def key(self) -> str:
        """The key of its values."""
        return self.alias or self.name


@dataclass(frozen=True, slots=True)
class Subchart:
    """A chart in another one.

    Attributes:
        entry: the dependency that it is.
        chart: its values.
    """

    entry: Dependency
    chart: ChartValues


@dataclass(frozen=True, slots=True)
class ChartValues:
    """The default values of a chart, and the charts in it.

    Attributes:
        values: with strings as keys.
        subcharts: the charts in it.
        by_schema: checks values by `values.schema.json`; None without one.
        by_comments: checks them by the schema that comments make; None without one.
    """

    values: Map
    subcharts: tuple[Subchart, ...] = ()
    by_schema: OwnCheck | None = None
    by_comments: OwnCheck | None = None

    @property
    def checks(self) -> list[OwnCheck]:
        """The checks of the chart itself; of findings at the same place, those of the first one count."""
        return [each for each in (self.by_schema, self.by_comments) if each is not None]

    @property
    def switches(self) -> frozenset[Path]:
        """The paths of values that turn charts on and off, and of the maps around them."""
        entries = [each.entry for each in self.subcharts]
        paths = [Path.from_flag(each) for entry in entries for each in entry.conditions]
        paths += [Path((_TAGS, tag)) for entry in entries for tag in entry.tags]
        return frozenset(Path(each[:length]) for each in paths for length in range(1, len(each) + 1))

    @property
    def lists_subcharts(self) -> bool:
        """Whether `Chart.yaml` names a chart."""
        return any(each.entry.is_listed for each in self.subcharts)


def values_in_effect(chart: ChartValues, given: Map) -> tuple[Map, ChartValues, tuple[Finding, ...]]:
    """Return the values that the templates of a chart see.

    Args:
        chart: the chart.
        given: what users set, without the defaults; all keys are strings.

    Returns:
        The values, the chart without those that are turned off, and what Helm warns about or refuses.
    """
    findings: dict[tuple[str, Path | None], Finding] = {}
    charts = set(_paths(chart, ROOT))

    def report(each: Finding) -> None:
        path = each.path or ROOT
        is_of_chart = each.code == VALUE_FOR_MAP and path.parent in charts
        if not is_of_chart and (each.severity == "error" or not path or get_item(given, *map(str, path))):
            findings.setdefault((each.code.name, path), each)

    enabled = _with_imports(_enabled(chart, given, (), report))
    value = _coalesced(enabled, copy_value(given), ROOT, report, keeps_null=False)
    return value, enabled, tuple(findings.values())


def _paths(chart: ChartValues, path: Path) -> Iterator[Path]:
    """Yield the paths of the values of a chart and of the charts in it."""
    yield path
    for subchart in chart.subcharts:
        yield from _paths(subchart.chart, path.key(subchart.entry.key))


def with_text_keys(value: Map) -> Map:
    """Return a copy whose keys are strings, as Helm converts YAML to JSON; of equal keys, the last counts."""
    whole = Document(copy_value(value), value.span)
    for holder in walk(whole):
        if isinstance(holder, MapItem):
            holder.key = key_text(holder.key)
        if isinstance(holder.value, Map):
            holder.value.items = list({key_text(item.key): item for item in holder.value.items}.values())
    assert isinstance(whole.value, Map)
    return whole.value


def merge_maps(below: Map, above: Map) -> Map:
    """Return two maps together, of which the second takes precedence; maps in both are merged as well."""
    items = {item.key: item for item in below.items}
    for item in above.items:
        old = items.get(item.key)
        if old is not None and isinstance(old.value, Map) and isinstance(item.value, Map):
            items[item.key] = _item(merge_maps(old.value, item.value), item)
        else:
            items[item.key] = item
    return Map(list(items.values()), above.span)


def _enabled(chart: ChartValues, given: Map, path: tuple[str, ...], report: Report) -> ChartValues:
    """Return a chart without those in it that are turned off by the known values of the outermost chart."""
    if not chart.lists_subcharts:
        return chart
    values = _coalesced(chart, copy_value(given), ROOT, report, keeps_null=False)
    kept = [each for each in chart.subcharts if _is_enabled(each, values, path)]
    inner = (
        replace(each, chart=_enabled(each.chart, values, (*path, each.entry.key), _ignore)) for each in kept
    )
    return replace(chart, subcharts=tuple(inner))


def _is_enabled(subchart: Subchart, values: Map, path: tuple[str, ...]) -> bool:
    for condition in subchart.entry.conditions:
        value = get_value(values, *path, *condition.split("."))
        if isinstance(value, bool):
            return value
    tags = get_value(values, _TAGS)
    known = [get_value(tags, tag) for tag in subchart.entry.tags] if isinstance(tags, Map) else []
    return True in known or False not in known


def _with_imports(chart: ChartValues) -> ChartValues:
    """Return a chart whose values have those that it imports from the charts in it."""
    inner = tuple(replace(each, chart=_with_imports(each.chart)) for each in chart.subcharts)
    chart = replace(chart, subcharts=inner)
    if not chart.lists_subcharts:
        return chart
    values = _coalesced(chart, Map([], chart.values.span), ROOT, _ignore, keeps_null=True)
    imported = Map([], values.span)
    for subchart in chart.subcharts:
        for child, parent in subchart.entry.imports:
            table = get_value(values, subchart.entry.key, *child.split("."))
            if isinstance(table, Map):
                keys = parent.split(".") if parent else []
                nested = Path(keys).nest(copy_value(table), table.span) if keys else copy_value(table)
                assert isinstance(nested, Map)
                _coalesce_map(imported, nested, ROOT, _ignore, keeps_null=True)
    values = copy_value(values)
    _coalesce_map(values, imported, ROOT, _ignore, keeps_null=True)
    return replace(chart, values=values)


def _coalesced(chart: ChartValues, given: Map, path: Path, report: Report, *, keeps_null: bool) -> Map:
    """Return values with the defaults of a chart and of the charts in it, in place."""
    _coalesce_map(given, chart, path, report, keeps_null=keeps_null)
    for subchart in chart.subcharts:
        below = path.key(subchart.entry.key)
        item = get_item(given, subchart.entry.key)
        if item is None:
            span = subchart.chart.values.span
            item = MapItem(subchart.entry.key, Map([], span), span)
            given.items.append(item)
        if not isinstance(item.value, Map):
            found = Verbatim(written(to_plain(item.value)))
            report(finding(VALUES_NOT_A_MAP, item.span, path=below, found=found))
            continue
        _hand_down(item.value, given)
        _coalesced(subchart.chart, item.value, below, report, keeps_null=keeps_null)
    return given


def _hand_down(dest: Map, source: Map) -> None:
    """Merge the global values of a chart into those of a chart in it; the outer ones take precedence."""
    outer, own = get_item(source, GLOBAL), get_item(dest, GLOBAL)
    values = Map([], source.span) if own is None else own.value
    shared = Map([], source.span) if outer is None else outer.value
    if not isinstance(values, Map) or not isinstance(shared, Map):
        return
    known = {item.key: item for item in values.items}
    for item in shared.items:
        old = known.get(item.key)
        if not isinstance(item.value, Map):
            if old is None or not isinstance(old.value, Map):
                known[item.key] = item
        elif old is None:
            known[item.key] = _item(copy_value(item.value), item)
        elif isinstance(old.value, Map):
            merged = copy_value(item.value)
            _coalesce_map(merged, old.value, ROOT, _ignore, keeps_null=True)
            known[item.key] = _item(merged, item)
    values.items = list(known.values())
    if own is None:
        dest.items.append(MapItem(GLOBAL, values, source.span))


def _coalesce_map(
    dest: Map, source: Map | ChartValues, path: Path, report: Report, *, keeps_null: bool
) -> None:
    """Merge a map, or the default values of a chart, into a map, in place, which takes precedence.

    With the values of a chart, null also removes keys whose default is null; charts in it keep null.
    """
    chart = source if isinstance(source, ChartValues) else None
    defaults = copy_value(source.values) if isinstance(source, ChartValues) else source
    names = {each.entry.key for each in chart.subcharts} if chart is not None else ()
    known = {item.key: item for item in dest.items}
    for default in defaults.items:
        item, below = known.get(default.key), path.key(default.key)
        if item is None:
            known[default.key] = default
        elif item.value is None:
            if not keeps_null and (chart is not None or default.value is not None):
                del known[default.key]
        elif isinstance(default.value, Map) and isinstance(item.value, Map):
            keeps = keeps_null or default.key in names
            _coalesce_map(item.value, default.value, below, report, keeps_null=keeps)
        elif isinstance(default.value, Map):
            found = Verbatim(written(to_plain(item.value)))
            report(finding(VALUE_FOR_MAP, item.value_span, path=below, found=found, declared=default.span))
        elif isinstance(item.value, Map) and default.value is not None:
            found, expected = Verbatim(type_name(item.value)), Verbatim(type_name(default.value))
            place, declared = item.span, default.span
            report(
                finding(MAP_FOR_VALUE, place, path=below, found=found, expected=expected, declared=declared)
            )
    # In the order of the defaults, and all others behind them.
    keys = dict.fromkeys((*(each.key for each in defaults.items if each.key in known), *known))
    dest.items = [known[key] for key in keys]


def _item(value: Value, like: MapItem) -> MapItem:
    """Return an item with the key and the places of another one."""
    item = MapItem(like.key, value, like.span)
    item.value_span = like.value_span
    return item


def _ignore(_: Finding) -> None:
    """Drop a finding."""
