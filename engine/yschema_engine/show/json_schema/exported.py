"""Export of any schema as JSON Schema, and as the `values.schema.json` of a Helm chart.

Helm checks the values of a chart merged onto its defaults. It hands `global` to each chart that is a
dependency, and parent charts turn dependencies on and off with `enabled`, so that the schema accepts these
keys, even if it accepts no others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, cast

from yschema_engine.schema.fields import UNSET, Field, Kind, with_items
from yschema_engine.schema.rule_check import broken
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.schema_keywords import JsonSchemaFacts, Scope, with_schemas
from yschema_engine.show.json_schema.editor import FOR_EDITORS, describing, without_editor_keywords
from yschema_engine.show.json_schema.exact import GLOBAL, Exact, is_beyond_fields
from yschema_engine.show.json_schema.keys_and_rules import Facts
from yschema_engine.show.json_schema.schema import DIALECT, json_schema
from yschema_engine.show.language import Language
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.nodes import Value, from_plain, to_plain, type_name
from yschema_engine.text.paths import Path, key_text
from yschema_engine.text.phrases import ENGLISH, Words

_DIALECT = "http://json-schema.org/draft-07/schema#"
# Keywords that draft 7 has under other names.
_RENAMED: Mapping[str, str] = {
    "$defs": "definitions",
    "dependentRequired": "dependencies",
    "dependentSchemas": "dependencies",
    "prefixItems": "items",
}
_COUNTS = ("minContains", "maxContains")
_ENABLED = "enabled"
_OF_MERGED = frozenset(("not", "if", "dependentRequired", "dependentSchemas"))


def _for_helm(fields: Facts) -> Facts:
    """Return the JSON Schema of fields in draft 7, which accepts the keys that Helm sets."""
    plain: Facts = _converted(fields)
    plain = {"$schema": _DIALECT, **{key: value for key, value in plain.items() if key != "$schema"}}
    properties = plain.setdefault("properties", {})
    own = properties.get(GLOBAL, {})
    types = ["object", "null"] if own.get("default", {}) is None else "object"
    of_all = {"type": types, "description": "Values for the chart and all charts in it."}
    properties[GLOBAL] = {**of_all, **own}
    if plain.get("additionalProperties") is False:
        properties.setdefault(_ENABLED, {"description": "Whether a parent chart installs this chart."})
    return plain


def _converted(schema: Any) -> Any:
    """Return a schema in the words of draft 7."""
    if not isinstance(schema, dict):
        return schema
    converted: dict[str, Any] = {}
    for keyword, value in schema.items():
        name = _RENAMED.get(keyword, keyword)
        # Draft 7 does not count: `contains` asks for one item there, even if the schema asks for none.
        asks_for_none = keyword == "contains" and schema.get("minContains") == 0
        if asks_for_none or keyword in FOR_EDITORS or keyword in _COUNTS:
            continue
        inner = with_schemas(keyword, value, _converted)
        if keyword == "items" and "prefixItems" in schema:
            converted["additionalItems"] = inner
        elif keyword == "$ref" and isinstance(value, str):
            converted[name] = value.replace("#/$defs/", "#/definitions/")
        elif isinstance(inner, dict) and isinstance(converted.get(name), dict):
            shared = {key: _both(converted[name][key], inner[key]) for key in converted[name] if key in inner}
            converted[name] |= {**inner, **shared}
        else:
            converted[name] = inner
    if "$ref" in converted and len(converted) > 1:
        # In draft 7, keywords next to a reference do not count.
        reference = {"$ref": converted.pop("$ref")}
        converted["allOf"] = [*converted.get("allOf", ()), reference]
    return converted


def _both(*dependencies: Any) -> Facts:
    """Return the schema of a key that has dependencies on keys and a schema."""
    schemas = [{"required": each} if isinstance(each, list) else each for each in dependencies]
    return {"allOf": schemas}


def exported(
    schema: Schema,
    words: Words = ENGLISH,
    prefix: str = "",
    *,
    is_draft7: bool = False,
    is_for_editors: bool = True,
) -> Value:
    """Return the JSON Schema of values.

    Args:
        schema: the schema.
        words: the language of what editors show.
        prefix: what the names of definitions start with.
        is_draft7: whether to write draft 7, for Helm; else 2020-12.
        is_for_editors: whether to write keywords for editors, and to leave out the defaults that
            yaml-language-server inserts wrong.

    Returns:
        A map, ready to be printed.
    """
    root = _root_to_export(schema, is_merged=is_draft7)
    inserts = is_for_editors and not is_draft7
    fields = json_schema(root, words, is_as_set=schema.checks_values_as_set, is_for_editors=inserts)
    if is_draft7:
        fields = _for_helm(fields)
    exact = _exact_schemas(schema, is_draft7=is_draft7)
    whole = _combined(fields, exact, prefix, is_draft7=is_draft7) if exact else fields
    return from_plain(whole if is_for_editors else without_editor_keywords(whole), root.span)


def exported_all(schemas: Sequence[Schema], *, is_for_editors: bool = True) -> Value:
    """Return the JSON Schema (2020-12) of values that match one of the schemas; as `exported`."""
    if len(schemas) == 1:
        return exported(schemas[0], Language().of(schemas[0]), is_for_editors=is_for_editors)
    whole: dict[str, Any] = {}
    definitions: dict[str, Any] = {}
    for schema in schemas:
        words, prefix = Language().of(schema), f"{schema.name}-"
        plain = to_plain(exported(schema, words, prefix, is_for_editors=is_for_editors))
        plain.pop("$schema")
        definitions |= plain.pop("$defs", {})
        whole[schema.name] = plain
    alternatives = [{"$ref": f"#/$defs/{name}"} for name in whole]
    plain = {"$schema": DIALECT, "anyOf": alternatives, "$defs": {**whole, **definitions}}
    return from_plain(plain, schemas[0].root.span)


def _combined(fields: Facts, schemas: Sequence[JsonSchemaFacts], prefix: str, *, is_draft7: bool) -> Facts:
    """Return the schemas of an input with the documentation of its fields."""
    writers = [
        Exact(each, f"{prefix}schema{number}-", is_draft7=is_draft7)
        for number, each in enumerate(schemas, start=1)
    ]
    whole = [part for writer in writers for part in _parts(writer.root())]
    definitions = {name: each for writer in writers for name, each in writer.definitions.items()}
    exact = {"allOf": whole, **({"$defs": definitions} if definitions else {})}
    if is_draft7:
        exact = _converted(exact)
    return {"$schema": fields["$schema"], **describing(fields), **exact}


def _parts(schema: Any) -> list[Any]:
    """Return the schemas that all apply where a schema does."""
    return schema["allOf"] if isinstance(schema, dict) and list(schema) == ["allOf"] else [schema]


def _exact_schemas(schema: Schema, *, is_draft7: bool = False) -> list[JsonSchemaFacts]:
    """Return the JSON Schemas that decide about values, if the schema of the fields does not say the same."""
    if schema.own_check is None or any(field.type.hidden_keys for field in with_items(schema.root)):
        return []  # the schemas of an input name the fields that readers do not see
    facts = schema.own_check.facts(Scope())
    if facts.is_chart:
        # Editors see what users set, but such a schema is about the values of the chart, too.
        return list(facts.schemas) if is_draft7 and facts.has_schema_file else []
    return list(facts.schemas) if any(map(is_beyond_fields, facts.schemas)) else []


def _root_to_export(schema: Schema, *, is_merged: bool = False) -> Field:
    """Return the field of the whole values.

    Where defaults are documentation alone, it has none that breaks a rule: users need not set such a field.
    Of a chart, a type that a comment names takes the default as well; otherwise Helm would refuse all values.

    Args:
        schema: the schema.
        is_merged: whether the export is for values merged onto the defaults; else for what users set.
    """
    if schema.checks_values_as_set:
        return _without_broken(schema.root, schema.invalid_defaults)
    return _with_defaults(schema.root, is_merged=is_merged)


def _with_defaults(field: Field, *, is_merged: bool) -> Field:
    type_ = field.type.converted(partial(_with_defaults, is_merged=is_merged))
    added = tuple(_kind_of_default(field))
    takes_other = type_.takes_other_keys or "map" in added
    if not is_merged and any(not below.absent for below in type_.fields):
        field = _without_keywords_of_merged(field)
    return replace(field, type=replace(type_, kinds=(*type_.kinds, *added), takes_other_keys=takes_other))


def _without_keywords_of_merged(field: Field) -> Field:
    """Return a map without the keywords that may refuse it only because it lacks its defaults."""
    present = {key_text(below.key) for below in field.type.fields if not below.absent}
    rules = tuple(
        replace(rule, keywords=None) if rule.keywords and _is_of_merged(rule.keywords, present) else rule
        for rule in field.rules
    )
    alternatives = tuple(replace(shapes, keywords=None) for shapes in field.alternatives)
    return replace(field, rules=rules, alternatives=alternatives)


def _is_of_merged(keywords: Mapping[str, Any], present: Collection[str]) -> bool:
    """Return whether keywords may refuse a map because it lacks keys that are present by default."""
    required = keywords.get("dependentRequired")
    if required is not None and keywords.keys() == {"dependentRequired"}:
        return any(key in present for keys in required.values() for key in keys)
    return not _OF_MERGED.isdisjoint(keywords)


def _kind_of_default(field: Field) -> Iterator[Kind]:
    """Yield the type of a default that is not of the type that a comment names."""
    source = field.sources.get("type")
    if source is None or source.origin != "comment" or field.required:
        return
    if field.default is not UNSET:
        kind = type_name(field.default)
    elif field.type.fields:  # which have the defaults
        kind = "map"
    else:
        return
    expected = {*field.type.kinds, *(("integer",) if "float" in field.type.kinds else ())}
    if expected.isdisjoint((kind, "any")):
        yield cast("Kind", kind)


def _without_broken(field: Field, invalid: Collection[Path]) -> Field:
    field = replace(field, type=field.type.converted(partial(_without_broken, invalid=invalid)))
    default = field.default
    if default is UNSET or not (field.path in invalid or any(True for _ in broken(field, default))):
        return field
    return replace(field, default=UNSET, absent=True)
