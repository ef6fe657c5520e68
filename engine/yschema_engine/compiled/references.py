"""Resolution of references within the inputs, and checks of the schemas; nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from jsonschema_specifications import REGISTRY as SPECIFICATIONS
from referencing import Registry, Resource
from referencing.exceptions import InvalidAnchor, NoSuchAnchor, NoSuchResource, PointerToNowhere, Unresolvable

from yschema_engine.compiled.dialects import DIALECTS, Dialect
from yschema_engine.compiled.documents import (
    IGNORED_KEYWORD,
    INVALID_PATTERN,
    INVALID_SCHEMA,
    MISSPELT_KEYWORD,
    REMOTE_REFERENCE,
    UNKNOWN_REFERENCE,
    JsonDocument,
    PlainValues,
    get_item,
    get_value,
)
from yschema_engine.compiled.keyword_phrases import ALTERNATIVES, code, codes_of
from yschema_engine.compiled.violations import facts_of, span_at
from yschema_engine.schema.ecma_search import is_ecma_pattern
from yschema_engine.schema.schema_keywords import ANNOTATIONS, KEYWORDS, REFERENCES
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import Code, EngineError, Finding, finding, revise
from yschema_engine.text.nodes import Map, MapItem, Value, from_plain
from yschema_engine.text.phrases import Listing, Verbatim, phrase
from yschema_engine.text.size_limits import FINDINGS
from yschema_engine.text.source import Span
from yschema_engine.text.suggestions import did_you_mean

_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_SIMILAR = frozenset(("example", "form", "id", "ref", "defs", "schema"))
"""Words of other languages, which are not misspelt keywords."""


def check_schema(
    plain: Any, dialect: Dialect, document: Value, span: Span, *, is_rewritten: bool = True
) -> None:
    """Check a schema against its own dialect.

    Args:
        plain: the schema.
        dialect: the dialect.
        document: the node of the schema, for the place of a finding.
        span: of the schema.
        is_rewritten: whether a schema of an older draft has been rewritten.

    Raises:
        EngineError: the schema is not valid.
    """
    meta = dialect.meta if is_rewritten else dialect.older_meta
    wrong: dict[tuple[int, int, str], Finding] = {}
    for error in islice(meta(meta.META_SCHEMA).iter_errors(plain), FINDINGS):  # in any order
        where = span_at(document, error.absolute_path, span) or span
        wrong[where.line, where.column, error.validator] = _invalid(error, dialect, where)
    if wrong:
        raise EngineError(wrong[key] for key in sorted(wrong))


def _invalid(error: Any, dialect: Dialect, span: Span) -> Finding:
    """Return the finding about an error of the library."""
    about = facts_of(error)
    if error.validator in ALTERNATIVES:  # which refer to other parts of the dialect
        about["expected"] = about["hint"] = None
        if error.absolute_path and error.absolute_path[-1] == "type":
            about["expected"] = phrase("one of {names}", names=Listing(tuple(map(code, _TYPES)), "or"))
            about["hint"] = did_you_mean(error.instance, _TYPES) if isinstance(error.instance, str) else None
    if error.validator == "dependencies":  # of `exclusiveMinimum` and `exclusiveMaximum` in draft 4
        needed = [each for key in error.instance for each in error.validator_value.get(key, ())]
        about["expected"] = codes_of(each for each in needed if each not in error.instance)
    return revise(finding(INVALID_SCHEMA, span, dialect=Verbatim(dialect.uri)), **about)


def name_of(uri: str) -> str:
    """Return the last part of an address or a path, without `.json`; empty for one within the document."""
    return PurePosixPath(unquote(urlsplit(uri).path)).name.removesuffix(".json")


def names_of(path: str, document: Value) -> set[str]:
    """Return the names by which others refer to a document: of its file, and in its identifier."""
    identifiers = (get_value(document, "$id"), get_value(document, "id"))
    return {name_of(quote(path)), *(name_of(each) for each in identifiers if isinstance(each, str))}


@dataclass(frozen=True, slots=True)
class Place:
    """A schema, and the base of its references.

    Attributes:
        node: a map or a boolean.
        resolver: of the library; None if the schema language has no references.
        references: what the references in it lead to; None if the schema language has none.
    """

    node: Value
    resolver: Any = None
    references: References | None = None

    @property
    def merges_references(self) -> bool:
        """Whether keywords next to a reference count."""
        return self.references is not None and self.references.dialect.merges_references

    def inner(self, node: Value) -> Place:
        """Return the place of a schema within this one."""
        if self.references is None or not isinstance(node, Map) or get_item(node, "$id") is None:
            return replace(self, node=node)
        plain = self.references.plain.plain(node)
        resource = self.references.dialect.specification.create_resource(plain)
        return Place(node, self.resolver.in_subresource(resource), self.references)

    def resolve(self, reference: MapItem) -> Place | None:
        """Return the schema that a reference leads to; None for another document, or for nothing."""
        if self.references is None:
            return None
        try:
            resolved = self.resolver.lookup(reference.value)
        except (Unresolvable, ValueError):
            return None
        contents = resolved.contents
        if isinstance(contents, bool):
            return Place(contents, resolved.resolver, self.references)
        if not isinstance(contents, dict):
            return None
        node = self.references.plain.node(contents)
        if node is None:  # in a schema that the library brings along, such as a meta-schema
            self.references.plain.adopt(contents, node := from_plain(contents, reference.span))
        return Place(node, resolved.resolver, self.references)


class References:
    """The schemas of the inputs by their identifiers, anchors and JSON pointers.

    Attributes:
        plain: the plain values of the documents.
        registry: of the library.
        root_uri: the identifier of the first document.
    """

    def __init__(self, documents: Sequence[JsonDocument], plain: PlainValues) -> None:
        """Collect the identifiers in documents.

        Args:
            documents: the schema, then others that it may refer to; all are valid in their dialects.
            plain: the plain values of the documents.
        """
        self.plain = plain
        self._documents = documents
        self._resources: dict[str, Resource[Any]] = {
            each.uri: DIALECTS[each.dialect].specification.create_resource(plain.plain(each.value))
            for each in documents
        }
        self.dialect = DIALECTS[documents[0].dialect]
        self._names_dialect = get_item(documents[0].value, "$schema") is not None
        first = self._resources[documents[0].uri]
        self.root_uri = first.id() or documents[0].uri
        by_id = {resource.id(): resource for resource in reversed(self._resources.values()) if resource.id()}
        own: Any = Registry(retrieve=self._beside)  # type: ignore[call-arg]
        own = own.with_resources([*self._resources.items(), *by_id.items()])
        self.registry = SPECIFICATIONS.combine(own).crawl()

    @property
    def root(self) -> Place:
        """The schema of the first document."""
        return Place(self._documents[0].value, self.registry.resolver(self.root_uri), self)

    def check(self) -> Iterator[Finding]:
        """Yield the findings about references to other documents, or to nothing, and about patterns.

        Raises:
            EngineError: a reference leads to what is not a valid schema.
        """
        seen: set[int] = set()
        pending = [(self._resources[self._documents[0].uri].contents, self.root.resolver)]
        targets: list[tuple[Any, Any]] = []
        while pending or targets:
            is_target = not pending
            contents, resolver = (targets if is_target else pending).pop()
            if not isinstance(contents, dict) or id(contents) in seen:
                continue
            seen.add(id(contents))
            node = self.plain.node(contents)
            # In the document of a schema that only a reference leads to, any value may be there. The library
            # brings meta-schemas along, which have no nodes.
            if is_target and isinstance(node, Map):
                check_schema(contents, self.dialect, node, node.span)
            resource = self.dialect.specification.create_resource(contents)
            resolver = resolver.in_subresource(resource)
            yield from self._wrong_patterns(contents)
            yield from self._misspelt(contents)
            for keyword in REFERENCES:
                if isinstance(contents.get(keyword), str):
                    targets += yield from self._check(contents, keyword, resolver)
            if "$ref" in contents and not self.dialect.merges_references:
                if self._names_dialect:
                    yield from self._ignored(contents)
                continue
            pending += [(each.contents, resolver) for each in resource.subresources()]

    def _misspelt(self, schema: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield a finding for each unknown keyword that is nearly certainly a known one, misspelt."""
        known = {*KEYWORDS, *self.dialect.validator.VALIDATORS, *ANNOTATIONS}
        for name in schema.keys() - known - _SIMILAR:
            item, hint = get_item(self.plain.node(schema), name), did_you_mean(name, known)
            if hint and item:
                yield finding(MISSPELT_KEYWORD, item.span, found=Verbatim(name), hint=hint)

    def _wrong_patterns(self, schema: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield a finding for each pattern of a schema itself that is not a regular expression."""
        node, named = self.plain.node(schema), schema.get("patternProperties")
        patterns = [(schema.get("pattern"), node, "pattern")]
        if isinstance(named, dict):
            patterns += ((pattern, get_value(node, "patternProperties"), pattern) for pattern in named)
        for pattern, around, key in patterns:
            if isinstance(pattern, str) and not is_ecma_pattern(pattern):
                item = get_item(around, key)
                yield finding(INVALID_PATTERN, item.value_span if item else None, found=Verbatim(pattern))

    def _check(self, contents: Any, keyword: str, resolver: Any) -> Any:
        """Yield a finding about a wrong reference, and return its target."""
        text = contents[keyword]
        try:
            resolved = resolver.lookup(text)
        except (PointerToNowhere, NoSuchAnchor, InvalidAnchor):
            yield self._finding(UNKNOWN_REFERENCE, contents, keyword)
        except (Unresolvable, ValueError):
            yield self._finding(REMOTE_REFERENCE, contents, keyword)
        else:
            if isinstance(resolved.contents, dict | bool):
                return [(resolved.contents, resolved.resolver)]
            yield self._finding(UNKNOWN_REFERENCE, contents, keyword)
        return []

    def _ignored(self, contents: Any) -> Iterator[Finding]:
        """Yield the findings about keywords that would refuse values if there were no reference."""
        node = self.plain.node(contents)
        if not isinstance(contents["$ref"], str) or not isinstance(node, Map):
            return
        refusing = self.dialect.validator.VALIDATORS.keys() - {"$ref"}
        for item in node.items:
            if item.key in refusing:
                yield finding(IGNORED_KEYWORD, item.span, found=Verbatim(str(item.key)))

    def _finding(self, code: Code, contents: Any, keyword: str) -> Finding:
        item = get_item(self.plain.node(contents), keyword)
        text = str(contents[keyword])
        document = Verbatim(text.partition("#")[0])
        span = item.value_span if item else None
        return finding(code, span, found=Verbatim(text), cause=document)

    def _beside(self, uri: str) -> Resource[Any]:
        """Return the document of the inputs that has the name of a document elsewhere."""
        name = name_of(uri)
        for document in self._documents[1:]:
            if name and name in names_of(document.path, document.value):
                return self._resources[document.uri]
        raise NoSuchResource(ref=uri)  # type: ignore[call-arg]
