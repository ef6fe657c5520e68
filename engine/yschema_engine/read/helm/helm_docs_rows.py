"""The rows of the table that helm-docs writes for the values of a chart."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from yschema_engine.read.helm.chart import VALUES, find_chart
from yschema_engine.read.helm.comments import Line, read_comments
from yschema_engine.read.helm.syntaxes.helm_docs import Parsed, is_ignored, parsed_above, parsed_by_key
from yschema_engine.read.inputs import File
from yschema_engine.schema.metadata import TableRow
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.node_values import json_float
from yschema_engine.text.nodes import Array, Holder, Map, MapItem, Value
from yschema_engine.text.paths import ROOT, Path, key_text
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import YAML_CORE, read

_TYPES: Mapping[type, str] = {
    bool: "bool",
    int: "int",
    float: "float",
    str: "string",
    Map: "object",
    Array: "list",
}
_ESCAPES = str.maketrans({c: f"\\u{ord(c):04x}" for c in "\u2028\u2029"})


def helm_docs_rows(files: Sequence[File]) -> list[TableRow]:
    """Return the rows for the values of a chart, in the order of the file.

    The tool reads the first document of `values.yaml` alone, with the words of YAML 1.2 (`yes` is a string).
    Unlike the fields of a chart, rows know nothing of schemas, dependencies and comments for other tools.

    Raises:
        EngineError: the text is not valid YAML.
        UsageError: the files hold several charts, or an archive cannot be read.
    """
    source = find_chart(files).source(VALUES)
    documents = read(source, YAML_CORE)
    value = documents.documents[0].value if documents.documents else None
    # The tool misses a comment that ends the file.
    scanned = Source(source.name, source.text.removesuffix("\n"))
    by_key = {parsed.key: parsed for parsed, _ in parsed_by_key(scanned, as_tool=True)}
    attached = read_comments(source, documents).by_holder
    above = {_place(holder): comments.above for holder, comments in attached.items()}
    rows = _Rows(source, above, by_key)
    return [row for _, row in sorted(rows.below(value, ROOT, "", is_shown=True), key=lambda each: each[0])]


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a values file.

    Attributes:
        source: the file.
        above: the comments above keys and items, by their places, since values may be shown again by aliases.
        by_key: the comments that name their key, by the spelling of its path.
    """

    source: Source
    above: Mapping[tuple[int, int], Sequence[Line]]
    by_key: Mapping[str, Parsed]

    def below(self, value: Value, path: Path, text: str, *, is_shown: bool) -> Iterator[tuple[int, TableRow]]:
        """Yield the rows of the values in a map or a list, each with the number of its line.

        Args:
            value: the map or the list.
            path: its path.
            text: how the tool spells the path.
            is_shown: whether values without a comment have rows, since no row shows a value around them.
        """
        for index, item in enumerate(self._kept(value)):
            inner, spelled = path.item(index), f"{text}[{index}]"
            if isinstance(item, MapItem):
                key = key_text(item.key)
                key = f'"{key}"' if "." in key or " " in key else key
                inner, spelled = path.key(item.key), f"{text}.{key}" if text else key
            above = parsed_above(self._lines(item), self.source, as_tool=True)
            by_key = self.by_key.get(spelled)
            is_described = by_key is not None or (above is not None and above.facts.description != "")
            has_values = bool(self._kept(item.value))
            if is_described or (is_shown and not has_values):
                yield item.span.line, self._row(item.value, inner, spelled, [by_key, above])
            if has_values:
                yield from self.below(item.value, inner, spelled, is_shown=is_shown and not is_described)

    def _row(self, value: Value, path: Path, text: str, comments: Sequence[Parsed | None]) -> TableRow:
        facts = [comment.facts for comment in comments if comment is not None]
        notation = comments[-1].notation if comments[-1] is not None and value is not None else ""
        words, default, description, section = (
            next((fact for each in facts if (fact := getattr(each, name))), "")
            for name in ("words", "default_text", "description", "section")
        )
        type_name = words or notation or _TYPES.get(type(value), "string")
        if not default and notation not in ("", "yaml"):
            default = value if isinstance(value, str) else ""
        elif not default:
            default = "`nil`" if value is None else f"`{self._json(value)}`"
        return TableRow(path, section, (text, type_name, default, description))

    def _json(self, value: Value) -> str:
        if isinstance(value, Map):
            by_key = {key_text(each.key): each.value for each in self._kept(value)}  # type: ignore[union-attr]
            pairs = (f"{self._json(key)}:{self._json(by_key[key])}" for key in sorted(by_key))
            return f"{{{','.join(pairs)}}}"
        if isinstance(value, Array):
            return f"[{','.join(self._json(each.value) for each in self._kept(value))}]"
        if isinstance(value, float):
            return json_float(value)
        return json.dumps(value, ensure_ascii=False).translate(_ESCAPES)

    def _kept(self, value: Value) -> Sequence[Holder]:
        """Return the items of a map or a list without those that comments hide."""
        items = value.items if isinstance(value, Map | Array) else ()
        return [each for each in items if not is_ignored(self._lines(each))]

    def _lines(self, holder: Holder) -> Sequence[Line]:
        return self.above.get(_place(holder), ())


def _place(holder: Holder) -> tuple[int, int]:
    return holder.span.line, holder.span.column
