"""From a schema to its documentation model."""

from __future__ import annotations

import re
from dataclasses import replace

from yschema_engine.model.defaults import default_of
from yschema_engine.model.fields import Field as Declaration
from yschema_engine.model.fields import Kind as TypeKind
from yschema_engine.model.fields import ValueType as Type
from yschema_engine.model.phrases import FieldLink
from yschema_engine.model.rule_check import is_required
from yschema_engine.model.schema import Schema
from yschema_engine.nodes import Map, Scalar, Value, key_id, to_yaml
from yschema_engine.reference.anchors import anchor
from yschema_engine.reference.model import Example, Field, Kind, Reference, Rule
from yschema_engine.rules.in_yaml import in_yaml
from yschema_engine.rules.record import Subject
from yschema_engine.rules.statements import statements

_KINDS: dict[TypeKind, Kind] = {"map": "map", "array": "array", "any": "any"}
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z]{2})(?=[A-Z][a-z]{2})")
_SEPARATORS = re.compile(r"[_\-.\s]+")


def build_reference(schema: Schema, name: str, title: str | None = None) -> Reference:
    """The reference of a schema.

    Args:
        schema: a valid schema.
        name: the schema's name in pages and anchors.
        title: its title for readers; without one the document's own, else the humanised name.
    """
    declaration = schema.root
    root = _Builder(name).field(declaration, (), "", default_of(declaration))
    return Reference(name, title or declaration.title or humanise(name), root)


class _Builder:
    def __init__(self, name: str) -> None:
        self._name = name

    def field(
        self, declaration: Declaration, place: tuple[str, ...], path: str, default: Value, name: str = ""
    ) -> Field:
        """The field at `path`; `default` is the value in effect there where nobody sets any."""
        type_ = declaration.type
        keys = declaration.keys if declaration.is_open else None
        has_parts = type_.fields or not place
        in_parts = isinstance(default, Map) and type_.main == "map" and has_parts
        return Field(
            name=name,
            path=path,
            anchor=anchor(self._name, place),
            title=declaration.title or ("" if keys else humanise(name)),
            kinds=tuple(kind for kind in type_.kinds if kind != "null"),
            kind=_KINDS.get(type_.main, "scalar"),
            description=declaration.description,
            default=None if in_parts or declaration.absent else _yaml(default),
            examples=tuple(Example(e.description, _yaml(e.value), e.value) for e in declaration.examples),
            nullable=type_.nullable,
            deprecated=declaration.deprecated,
            span=declaration.span,
            fields=self._fields(declaration, place, path, default),
            items=self._items(type_, place, path),
            required=is_required(declaration),
            rules=self._rules(declaration, place),
            removed=declaration.removed,
            optional=declaration.absent and declaration.removed is None and keys is None,
            open_to=keys.words if keys else None,
            number=keys.number if keys else None,
            value=default,
            key=declaration.key,
            titled=bool(declaration.title),
        )

    def _rules(self, declaration: Declaration, keys: tuple[str, ...]) -> tuple[Rule, ...]:
        below = {item.key: FieldLink(item.path, key_text(item.key)) for item in declaration.type.fields}
        subject = Subject(declaration.type.main, below)
        return tuple(
            Rule(
                said.phrase,
                said.condition.source if said.condition else "",
                tuple((key, anchor(self._name, (*keys, key))) for key in said.keys if key in below),
                tuple(map(in_yaml, said.values)),
                said.samples,
                said.citation.title if said.citation else "",
                said.citation.url if said.citation else "",
            )
            for said in statements(declaration.rules, subject, is_mixed=declaration.type.is_mixed)
        )

    def _fields(
        self, declaration: Declaration, keys: tuple[str, ...], path: str, default: Value
    ) -> tuple[Field, ...]:
        here = anchor(self._name, keys)
        rules = [rule for rule in self._rules(declaration, keys) if rule.fields]
        # A map's own default sets its items' in effect; under null each item has the one that it declares.
        given = {key_id(i.key): i.value for i in default.items} if isinstance(default, Map) else {}
        fields = []
        for item in declaration.type.fields:
            inner = _name(item)
            in_effect = given[key_id(item.key)] if key_id(item.key) in given else default_of(item)
            below = (*keys, key_text(item.key))
            # The path of an empty key at the top is empty, too.
            field = self.field(item, below, f"{path}.{inner}" if path or keys else inner, in_effect, inner)
            naming = tuple((here, rule) for rule in rules if any(name == item.key for name, _ in rule.fields))
            fields.append(replace(field, named_by=naming) if naming else field)
        return tuple(fields)

    def _items(self, type_: Type, keys: tuple[str, ...], path: str) -> Field | None:
        if type_.item is None:
            return None
        return replace(self.field(type_.item, keys, f"{path}[]", default_of(type_.item)), default=None)


def _name(declaration: Declaration) -> str:
    """What pages call a key; of those that a map is open to, `<any name>` or `<name>_db`."""
    keys, name = declaration.keys, key_text(declaration.key)
    if keys is None or keys.allowed is None:
        return name
    if keys.allowed.function is not None and len(name) > 1 and name.startswith(("_", "-", ".")):
        return f"<name>{name}"  # an ending, which the function is given
    return "<name>" if keys.allowed.function or keys.allowed.pattern else "<any name>"


def humanise(key: str) -> str:
    """A key as a title: `static_ip` reads `Static ip`, `skipTLSVerify` reads `Skip TLS verify`."""
    words = [word for part in _SEPARATORS.split(key) for word in _HUMP.split(part) if word]
    lowered = [word if word[:2].isupper() and len(word) > 1 else word.lower() for word in words]
    text = " ".join(lowered)
    return text[:1].upper() + text[1:]


def key_text(key: Scalar) -> str:
    """A key in paths; one that is not a string shows its YAML tag, so that it differs from its text."""
    return key if isinstance(key, str) else f"!!{_TAGS[type(key)]} {_yaml(key)}"


_TAGS = {bool: "bool", int: "int", float: "float", type(None): "null"}


def _yaml(value: Value) -> str:
    return to_yaml(value).removesuffix("\n")
