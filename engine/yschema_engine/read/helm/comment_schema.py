"""The JSON Schema that the comments of a values file make up together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import reduce

from yschema_engine.compiled.dialects import DRAFT_7, LATEST, Dialect
from yschema_engine.compiled.documents import JsonDocument, get_value, read_document
from yschema_engine.merge.chart_values import GLOBAL
from yschema_engine.read.helm.comment_facts import KeyMeaning, ValuesFile
from yschema_engine.read.helm.syntaxes.helm_schema import uses_schema_blocks
from yschema_engine.read.inputs import File
from yschema_engine.read.json_schema.load import load_documents, referred_files
from yschema_engine.read.options import LoadOptions
from yschema_engine.schema.ecma_search import SearchTimeout, ecma_search
from yschema_engine.schema.re2_patterns import PatternError
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Array, ArrayItem, Map, MapItem, Scalar, Value
from yschema_engine.text.paths import ANY_ITEM, ANY_KEY, ROOT, Path, Step, children, key_of
from yschema_engine.text.source import Span

# The schema is no file: a name that no file has.
_NAME = "(comments)"
# Keywords that say which types values have.
_TYPING = frozenset(("type", "$ref", "anyOf", "oneOf", "allOf", "items", "properties"))


@dataclass(slots=True)
class _Node:
    """A value in the schema: its keywords, and the schemas of the values below it.

    Attributes:
        keywords: of the value itself.
        below: the schemas of the values at its keys, and of its items.
        meaning: what its keys are if they are no fields.
        required: where a comment says that each item of a list, or each similar value, has to have it.
    """

    keywords: Map | None = None
    below: dict[Step, _Node] = field(default_factory=dict)
    meaning: KeyMeaning = ""
    required: Span | None = None

    @property
    def at_keys(self) -> dict[Step, _Node]:
        """The schemas of the values at keys."""
        return {step: node for step, node in self.below.items() if step is not ANY_ITEM}

    def at(self, path: Path) -> _Node:
        """Return the schema of the value at a path."""
        return reduce(lambda node, step: node.below.setdefault(step, _Node()), path.field, self)

    def merge(self, other: _Node) -> None:
        """Add what the schema of a similar value has; keywords that are known take precedence."""
        self.keywords = _merged_keywords(self.keywords, other.keywords)
        self.required = self.required or other.required
        for step, node in other.below.items():
            self.at(Path([step])).merge(node)


def comment_schema(
    file: ValuesFile, dependencies: Sequence[str], others: Sequence[File], options: LoadOptions
) -> tuple[Schema, frozenset[Path]]:
    """Return the schema that the comments of a values file make.

    With it come the paths of fields about whose type the comments say nothing.

    Args:
        file: the values file.
        dependencies: the keys of the values of other charts.
        others: JSON files to which the comments may refer.
        options: the limits of checks.

    Raises:
        EngineError: the keywords are not valid.
    """
    root = _tree(file)
    span = Span(file.source, 1)
    untyped: set[Path] = set()
    _add_values(root, file.value)
    if root.keywords is not None and get_value(root.keywords, "additionalProperties") is False:
        # As the tools do: Helm hands these values to a chart whose author refuses other keys.
        shared = root.at(ROOT.key(GLOBAL))
        shared.keywords = shared.keywords or Map([MapItem("type", "object", span)], span)
        for key in dependencies:
            root.at(ROOT.key(key))
    dialect = DRAFT_7 if uses_schema_blocks(file) else LATEST
    if not dialect.merges_references:
        _forget_below_references(root)
    value = _as_map(root, ROOT, span, untyped)
    documents = [JsonDocument(_NAME, value, dialect.uri), *_readable(referred_files(value, others), dialect)]
    return load_documents(documents, span, options), frozenset(untyped)


def _readable(files: Sequence[File], dialect: Dialect) -> Iterator[JsonDocument]:
    """Yield the files that are JSON; others cannot be referred to."""
    for file in files:
        with suppress(EngineError):
            yield JsonDocument(file.path, read_document(file.source), dialect.uri)


def _tree(file: ValuesFile) -> _Node:
    root = _Node(file.root)
    definitions: list[MapItem] = []
    for keys, facts in file.facts.items():
        if facts.schema and (node := root.at(keys)).keywords is None:
            own, shared = _without_definitions(facts.schema)
            node.keywords = own
            definitions += shared
    merged = [keys for keys, facts in file.facts.items() if facts.keys == "merged"]
    for keys, facts in file.facts.items():
        if facts.keys:
            root.at(keys).meaning = facts.keys
        if facts.is_required and _is_repeated(keys, merged):
            root.at(keys).required = facts.span
    if definitions:
        known = root.keywords.items if root.keywords is not None else []
        span = definitions[0].span
        root.keywords = Map([*known, MapItem("definitions", Map(definitions, span), span)], span)
    return root


def _is_repeated(path: Path, merged: Sequence[Path]) -> bool:
    """Return whether a key is one of an item or of a similar value, which Helm does not complete."""
    return path.field != path or any(len(each) + 1 < len(path) and path.starts_with(each) for each in merged)


def _add_values(node: _Node, value: Value, *, is_merged: bool = False) -> None:
    """Add the keys of the values to maps with keywords, which may refuse other keys, as the tools do.

    Args:
        node: the schema of the value.
        value: the value.
        is_merged: whether the schema is merged with those of similar values, which may have keywords.
    """
    is_merged = is_merged or node.meaning == "merged"
    for path, item in children(value) if node.meaning != "skipped" else ():
        is_key = isinstance(item, MapItem)
        if isinstance(item, MapItem) and (is_merged or _takes_key(node.keywords, item.key)):
            node.at(path)
        if known := node.below.get(path.field[0]):
            _add_values(known, item.value, is_merged=is_merged and is_key)


def _forget_below_references(node: _Node) -> None:
    """Forget the schemas of values below a reference, next to which draft 7 ignores them."""
    if node.keywords is not None and get_value(node.keywords, "$ref") is not None:
        node.below.clear()
    for below in node.below.values():
        _forget_below_references(below)


def _takes_key(keywords: Map | None, key: Scalar) -> bool:
    """Return whether a map has keywords, and no pattern among them stands for the key already."""
    patterns = get_value(keywords, "patternProperties")
    items = patterns.items if isinstance(patterns, Map) else []
    with suppress(PatternError, SearchTimeout):
        return keywords is not None and not any(ecma_search(str(i.key), str(key)) for i in items)
    return True


def _without_definitions(keywords: Map) -> tuple[Map, list[MapItem]]:
    """Return keywords without definitions, which all comments share, and these definitions."""
    shared = [
        definition
        for item in keywords.items
        if item.key in ("definitions", "$defs") and isinstance(item.value, Map)
        for definition in item.value.items
    ]
    own = [item for item in keywords.items if item.key != "definitions"]
    return Map(own, keywords.span), shared


def _as_map(node: _Node, path: Path, span: Span, untyped: set[Path]) -> Map:
    items = [] if node.keywords is None else list(node.keywords.items)
    span = span if node.keywords is None else node.keywords.span
    names = {item.key for item in items}
    if not names & _TYPING:
        untyped.add(path)
    if node.meaning == "merged":
        merged = _Node()
        for below in node.at_keys.values():
            merged.merge(below)
        schema = _as_map(merged, Path((*path, ANY_KEY)), span, untyped)
        items.append(MapItem("additionalProperties", schema, span))
    elif node.at_keys and not node.meaning and "properties" not in names:
        schemas = {
            step: _as_map(below, Path((*path, step)), span, untyped) for step, below in node.at_keys.items()
        }
        properties = [MapItem(key_of(step), schema, schema.span) for step, schema in schemas.items()]
        items.append(MapItem("properties", Map(properties, span), span))
        required = [
            ArrayItem(key_of(step), at) for step, below in node.at_keys.items() if (at := below.required)
        ]
        if required and "required" not in names:
            items.append(MapItem("required", Array(required, span), required[0].span))
    if ANY_ITEM in node.below and "items" not in names:
        items.append(MapItem("items", _as_map(node.below[ANY_ITEM], path.any_item, span, untyped), span))
    return Map(items, span)


def _merged_keywords(first: Map | None, second: Map | None) -> Map | None:
    if first is None or second is None:
        return first if second is None else second
    names = {item.key for item in first.items}
    return Map([*first.items, *(item for item in second.items if item.key not in names)], first.span)
