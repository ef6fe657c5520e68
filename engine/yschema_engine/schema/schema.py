"""A schema: its tree of fields, facts about it as a whole, its sections, and the part that readers see."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, TypeAlias

from yschema_engine.schema.fields import Field, Unset, ValueType, any_field, default_of
from yschema_engine.schema.metadata import InputFact, Section
from yschema_engine.schema.rule_check import is_required
from yschema_engine.schema.schema_keywords import OwnCheck, OwnMerging
from yschema_engine.schema.titles import humanise, repeats
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import Finding
from yschema_engine.text.nodes import Array, Map, Value, copy_value, key_id
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.source import Source, Span


@dataclass(frozen=True, slots=True)
class ResourceKind:
    """A kind of resource of Kubernetes.

    Attributes:
        api_version: group and version: `example.com/v1`.
        kind: the name of the kind.
    """

    api_version: str
    kind: str

    @property
    def group(self) -> str:
        """The API group."""
        return self.api_version.rpartition("/")[0]

    @property
    def name(self) -> str:
        """The kind in lower case and the version: `lamp-v1`."""
        return f"{self.kind.lower()}-{self.api_version.rpartition('/')[2]}"


_SPEC = Path(("spec",))
_DERIVED = frozenset({"_by_text", "_defaults"})


@dataclass(frozen=True, eq=False)
class Schema:
    """A valid schema. All readers of inputs return it, and all checks and outputs use it.

    Attributes:
        root: the document.
        name: the name of the schema in pages and anchors.
        title: the title for readers; by default the title of the document, or the name.
        findings: what its author should know: warnings, examples that break rules, features that ytt lacks.
        has_documents: False if no input contains a schema, so that every value is valid.
        own_check: checks values in place of the types and rules of the fields, for schema languages that say
            more than fields can.
        own_merging: merges values with the defaults in place of ytt's overlays.
        yaml: how the program that uses the values reads YAML: like ytt, or like others that read YAML 1.1
            or 1.2.
        says_other_keys: whether pages say which maps accept undeclared keys, because some refuse them.
        checks_values_as_set: whether checks apply to the values that users set, without the defaults.
        invalid_defaults: the paths of the fields whose defaults, which only document, the check refuses.
        resource: the kind of resource that the values are; None if they are no resources.
        others: the schemas of the other kinds and versions of resources in the same inputs.
        defined: all kinds and versions of resources that the inputs define, also those that were not read.
        is_preferred: whether to use this schema if an input contains several versions.
        is_named_by_author: whether the author chose the title even if it equals the name, as for a chart.
        metadata: facts about the input as a whole, in order.
        deprecated: the notice, which may be empty; None if the input is not deprecated.
        is_served: whether the API server serves this version of the resource.
        current_versions: the API versions of the resource that are served and not deprecated.
        sections: the sections of the fields, in order.
        samples: values files in the input, to check and to show.
        files: the names of the files that belong to the input, if it is not a single file.
        whole: the schema with hidden fields, if this is the part that readers see.
    """

    root: Field
    name: str = "data/values"
    title: str = ""
    findings: tuple[Finding, ...] = ()
    has_documents: bool = True
    own_check: OwnCheck | None = None
    own_merging: OwnMerging | None = None
    yaml: Literal["ytt", "1.1", "1.2"] = "ytt"
    says_other_keys: bool = False
    checks_values_as_set: bool = False
    invalid_defaults: frozenset[Path] = frozenset()
    resource: ResourceKind | None = None
    others: tuple[Schema, ...] = ()
    defined: tuple[ResourceKind, ...] = ()
    is_preferred: bool = False
    is_named_by_author: bool = False
    metadata: tuple[InputFact, ...] = ()
    deprecated: str | None = None
    is_served: bool = True
    current_versions: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    samples: tuple[Source, ...] = ()
    files: frozenset[str] = frozenset()
    whole: Schema | None = field(default=None, repr=False)
    _anchors: dict[Field, str] = field(default_factory=dict, init=False, repr=False)
    _required: dict[Field, bool] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.root.title or self.name)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _DERIVED}

    def named(self, name: str, title: str | None = None) -> Schema:
        """Return the schema under another name.

        Args:
            name: the name in pages and anchors.
            title: the title for readers; by default the title of the document, or else the name as a title.
        """
        is_own = self.is_named_by_author or self.title not in (self.name, Schema.name)
        own = self.title if is_own else ""
        named = replace(self, name=name, title=title or self.root.title or own or humanise(name))
        named._required.update(self._required)  # the fields are the same
        return named

    @property
    def kinds(self) -> tuple[Schema, ...]:
        """The schemas of resources in the inputs: this one, if it is of a resource, and the others."""
        return (self, *self.others) if self.resource is not None else self.others

    @property
    def has_telling_name(self) -> bool:
        """Whether the name says more than the title, such as `ingress` with the title `Portcullis`."""
        return not repeats(self.title, self.name)

    @property
    def default(self) -> Value:
        """The values in effect if users set nothing."""
        return self.default_of(self.root)

    def default_of(self, field: Field) -> Value:
        """Return the value in effect if users do not set the field.

        The default of a map sets the defaults of the fields below it. If a field is absent by default, the
        value is the one that the schema shows. The value is shared: copy it before you change it.
        """
        return self._defaults[field]

    def is_required(self, field: Field) -> bool:
        """Return whether users have to set the field, because its default breaks an unconditional rule.

        If checks ignore defaults, the schema itself says which fields are required. The `spec` of a resource
        counts as required if a field in it is required, even if the definition allows resources without it.
        """
        if self.checks_values_as_set:
            return field.required
        if self.resource is not None and field.path == _SPEC and any(map(is_required, field.type.fields)):
            return True
        if field not in self._required:
            self._required[field] = is_required(field)
        return self._required[field]

    def has_broken_default(self, field: Field) -> bool:
        """Return whether the default is not valid; a schema can require a field whose default is valid."""
        if field.required and field.path in self.invalid_defaults:
            return True
        if field.required:
            return self.default_of(field) is None and {"any", "null"}.isdisjoint(field.type.kinds)
        return self.is_required(field)

    def anchor(self, field: Field) -> str:
        """Return the id of the field on a page; the items of an array have that of the array."""
        known = self._anchors.get(field)
        if known is None:
            known = self._anchors[field] = field.path.anchor(self.name)
        return known

    def find(self, text: str) -> Field | None:
        """Return the field at a path that a person wrote, or None.

        Args:
            text: the path as pages show it, `a.b[].c`, with or without `[]`; or as in anchors, `a.tls~2Ecrt`,
                where `~2E` is a dot in a key.
        """
        without_items = text.replace("[]", "")
        if not without_items:
            return self.root
        by_anchor, by_path = self._by_text
        return by_anchor.get(f"{self.anchor(self.root)}.{without_items}") or by_path.get(without_items)

    @cached_property
    def _defaults(self) -> Mapping[Field, Value]:
        defaults: dict[Field, Value] = {}
        _note_defaults(self.root, default_of(self.root), defaults)
        return defaults

    @cached_property
    def _by_text(self) -> tuple[Mapping[str, Field], Mapping[str, Field]]:
        """The fields by anchor and by path, the first of several with the same."""
        by_anchor: dict[str, Field] = {}
        by_path: dict[str, Field] = {}
        for each in self.root.walk():
            by_anchor.setdefault(self.anchor(each), each)
            by_path.setdefault(str(each.path).replace("[]", ""), each)
        return by_anchor, by_path


def resource_group(schemas: Sequence[Schema]) -> Schema:
    """Return one schema for resources of several kinds, each checked by the schema of its kind."""
    nothing = Span(Source("(resources)", ""), 1)
    groups = dict.fromkeys(each.resource.group for each in schemas if each.resource is not None)
    return Schema(
        any_field(ROOT, nothing),
        title=", ".join(groups),
        yaml="1.1",
        findings=tuple(finding for each in schemas for finding in each.findings),
        others=tuple(schemas),
        defined=tuple(dict.fromkeys(kind for each in schemas for kind in each.defined)),
        files=frozenset().union(*(each.files for each in schemas)),
    )


def _note_defaults(field: Field, default: Value, defaults: dict[Field, Value]) -> None:
    """Note the value in effect for a field and for all fields below it."""
    defaults[field] = default
    # If a map is null by default, each field below it has its own default.
    in_effect = {key_id(i.key): i.value for i in default.items} if isinstance(default, Map) else {}
    for below in field.type.fields:
        key = key_id(below.key)
        _note_defaults(below, in_effect[key] if key in in_effect else default_of(below), defaults)
    if field.type.item is not None:
        _note_defaults(field.type.item, default_of(field.type.item), defaults)


def without(schema: Schema, is_hidden: Callable[[Field], bool]) -> Schema:
    """Return a schema without hidden fields, and those below them; the same schema if it has none."""
    if not any(map(is_hidden, schema.root.walk())):
        return schema
    return replace(schema, root=_field_without(schema.root, is_hidden), whole=schema)


def shown_value(value: Value, field: Field) -> Value:
    """Return a value as readers see it, without hidden keys.

    Args:
        value: may have hidden keys.
        field: its field, without the hidden fields below.
    """
    shown = copy_value(value)
    _remove_hidden(shown, field.type)
    return shown


def _field_without(field: Field, is_hidden: Callable[[Field], bool]) -> Field:
    shown = replace(field, type=_type(field.type, is_hidden))
    default = field.default if isinstance(field.default, Unset) else shown_value(field.default, shown)
    examples = tuple(replace(example, value=shown_value(example.value, shown)) for example in field.examples)
    return replace(shown, default=default, examples=examples)


def _type(type_: ValueType, is_hidden: Callable[[Field], bool]) -> ValueType:
    hidden = tuple(below.key for below in type_.fields if is_hidden(below))
    shown = tuple(below for below in type_.fields if not is_hidden(below))
    rest = replace(type_, fields=shown, hidden_keys=(*type_.hidden_keys, *hidden))
    return rest.converted(lambda below: _field_without(below, is_hidden))


def _remove_hidden(value: Value, type_: ValueType) -> None:
    if isinstance(value, Array) and type_.item is not None:
        for item in value.items:
            _remove_hidden(item.value, type_.item.type)
    if isinstance(value, Map):
        below = {key_id(each.key): each for each in type_.fields}
        hidden = {key_id(key) for key in type_.hidden_keys}
        value.items[:] = [item for item in value.items if key_id(item.key) not in hidden]
        for entry in value.items:
            if key_id(entry.key) in below:
                _remove_hidden(entry.value, below[key_id(entry.key)].type)


FieldGroups: TypeAlias = list[tuple[Section | None, list[Field]]]
_NO_LETTERS = r"[^\w]+"


def fields_by_section(schema: Schema) -> FieldGroups:
    """Return the top-level fields by section, in the order of the sections; those in none come last.

    A map without a section is in that of the first field below it that has one.
    """
    return _grouped(schema, schema.root, "", others_last=True)


def inner_sections(field: Field, schema: Schema) -> FieldGroups:
    """Return the fields below one by section; None stands for its own section, which comes first."""
    return _grouped(schema, field, section_of(field), others_last=False)


def _grouped(schema: Schema, around: Field, own: str, *, others_last: bool) -> FieldGroups:
    if not schema.sections:
        return [(None, list(around.children))]
    by_name: dict[str, list[Field]] = {section.name: [] for section in schema.sections}
    others: list[Field] = []
    for below in around.children:
        name = section_of(below)
        (others if name == own else by_name.get(name, others)).append(below)
    grouped: FieldGroups = [(each, by_name[each.name]) for each in schema.sections if by_name[each.name]]
    rest: FieldGroups = [(None, others)] if others else []
    return [*grouped, *rest] if others_last else [*rest, *grouped]


def section_of(field: Field) -> str:
    """Return the name of the section of a field; empty for none."""
    return field.section or next((below.section for below in _levels(field) if below.section), "")


def section_anchor(section: Section | None, schema: Schema, around: Field | None = None) -> str:
    """Return the id of a section on a page: one of all fields, or of those in a map.

    Args:
        section: the section; None for the fields in no section.
        schema: the schema.
        around: the map whose fields are in the section; without it, all fields.
    """
    name = section.name if section is not None else "other"
    anchor = schema.anchor(around or schema.root)
    return f"{anchor}--{re.sub(_NO_LETTERS, '-', name.lower()).strip('-')}"


def _levels(field: Field) -> Iterator[Field]:
    """Yield the fields below one, those directly below it first."""
    level = list(field.children)
    while level:
        yield from level
        level = [child for each in level for child in each.children]
