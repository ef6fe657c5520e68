"""What editors show of a schema in JSON Schema: hovers in Markdown, and snippets to complete.

The keywords are those of VS Code, which yaml-language-server knows as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from yschema_engine.model.fields import UNSET, Example, Field, Unset
from yschema_engine.model.phrases import Verbatim, Words
from yschema_engine.nodes import Array, Map, Value, to_plain, to_yaml
from yschema_engine.outputs.json_schema.keys import Facts
from yschema_engine.outputs.json_schema.rules import finite, is_expressed
from yschema_engine.rules.ecma_patterns import ecma
from yschema_engine.rules.record import Subject
from yschema_engine.rules.statements import Statement, statements

_SHORT = 60
_NOT_HERE = " *(not checked here)*"


def hover(field: Field, default: Value | Unset, *, required: bool) -> str:
    """A field for a reader, in Markdown: its description, then what holds for its values.

    Args:
        field: what is declared.
        default: the value in effect where nobody gives one; unset where there is none to be shown.
        required: whether somebody has to give one.
    """
    parts = [field.description.strip()]
    if field.deprecated is not None:
        parts.append(f"**Deprecated.** {field.deprecated}".strip())
    if required:
        parts.append("**Required.**")
    parts.append("\n".join(f"- {line}" for line in (*_rules(field), *_keys(field))))
    if default is not UNSET and not required:
        parts.append(_default(default))
    return "\n\n".join(part for part in parts if part)


def _rules(field: Field) -> Iterator[str]:
    type_ = field.type
    for expressed in (False, True):
        rules = [rule for rule in field.rules if is_expressed(rule) is expressed]
        for statement in statements(rules, Subject(type_.main), is_mixed=type_.is_mixed):
            yield _rule(statement, expressed=expressed)


def _rule(statement: Statement, *, expressed: bool) -> str:
    text = _MARKDOWN.text(statement.phrase)
    condition, citation = statement.condition, statement.citation
    if citation:
        text += f" ([{citation.title}]({citation.url}))"
    if condition is not None:
        text += f", only when {_code(condition.source)}" if condition.source else ", under a condition"
    return text + ("" if expressed and condition is None else _NOT_HERE)


def _keys(field: Field) -> Iterator[str]:
    for item in field.type.fields:
        keys = item.keys
        if keys is not None and keys.allowed is not None and item.removed is None:
            allowed = keys.allowed
            by_function = allowed.function is not None or any(count.check for count in keys.expects)
            unchecked = by_function or ecma(allowed.pattern) is None
            yield f"keys: {keys.words} ({keys.number}){_NOT_HERE if unchecked else ''}"


def _default(value: Value) -> str:
    text = to_yaml(value, flow=isinstance(value, Map | Array)).strip()
    if len(text) <= _SHORT and "\n" not in text:
        return f"Default: {_code(text)}"
    return f"Default:\n\n```yaml\n{to_yaml(value).rstrip()}\n```"


class _Markdown(Words):
    """Phrases in English, values as code."""

    def verbatim(self, part: Verbatim) -> str:
        """Return a value, a key or source code as code."""
        return _code(part.text)


_MARKDOWN = _Markdown()


def _code(text: str) -> str:
    marks = "``" if "`" in text else "`"
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{marks}{space}{text}{space}{marks}" if text else '`""`'


def is_insertable(default: Value) -> bool:
    """Whether yaml-language-server inserts a `default` right: it cannot write maps within arrays."""
    if isinstance(default, Map):
        return all(is_insertable(item.value) for item in default.items)
    return not isinstance(default, Array) or not any(isinstance(i.value, Map | Array) for i in default.items)


def snippets(examples: Sequence[Example], default: Value = None) -> Iterator[Facts]:
    """What to propose as a value.

    Args:
        examples: as they are declared.
        default: the value in effect where nobody gives one; null where `default` has it.
    """
    if default is not None:
        yield _of_value("default", default)
    for example in examples:
        # Editors propose the values of all examples.
        if example.description or isinstance(example.value, Map | Array):
            yield _of_example(example)


def required_keys(schema: Facts) -> Iterator[Facts]:
    """A snippet of what somebody has to give of a map, or of an item of an array.

    Args:
        schema: that of the map or the array, in JSON Schema.
    """
    if schema.get("required"):
        yield _of_keys("required keys", schema, _placeholders(schema, count(1)))
    elif schema.get("items", {}).get("required"):
        item = _placeholders(schema["items"], count(1))
        # yaml-language-server takes the body for one item where an array is the only type.
        body = item if schema.get("type") == "array" else [item]
        yield _of_keys("an item with its required keys", schema["items"], body)


def _of_example(example: Example) -> Facts:
    flow = to_yaml(example.value, flow=True).rstrip()
    return _of_value(example.description or (flow if len(flow) <= _SHORT else "example"), example.value)


def _of_value(label: str, value: Value) -> Facts:
    # It takes it for the whole array where the snippet has another type of its own.
    kind = {"type": "object"} if isinstance(value, Array) else {}
    return {"label": label, "description": to_yaml(value).rstrip(), **kind, "body": _body(to_plain(value))}


def _of_keys(label: str, schema: Facts, body: Any) -> Facts:
    description = f"What somebody has to give: {', '.join(schema['required'])}."
    return {"label": label, "description": description, "body": body}


def _placeholders(schema: Facts, numbers: Iterator[int]) -> Any:
    """A value of a schema with places to fill in."""
    kind = schema.get("type", "string")
    kind = kind if isinstance(kind, str) else kind[0]
    if kind == "object" and schema.get("required"):
        return {_text(key): _placeholders(schema["properties"][key], numbers) for key in schema["required"]}
    if kind == "array":
        return [_placeholders(schema.get("items", {}), numbers)]
    return f"${next(numbers)}" if kind == "string" else f"^${next(numbers)}"


def _body(value: Any) -> Any:
    """A value as the body of a snippet: text stands there as it is inserted, behind a `^` even in JSON."""
    if isinstance(value, dict) and value:
        return {_text(key): _body(inner) for key, inner in value.items()}
    if isinstance(value, list) and value:
        return [_body(inner) for inner in value]
    if isinstance(value, str):
        is_bare = to_yaml(value, flow=True) == f"{value}\n" and not value.startswith("^")
        return _escaped(value) if is_bare else "^" + _escaped(json.dumps(value, ensure_ascii=False))
    is_bare = isinstance(value, bool | int | float) and finite(value)
    return value if is_bare else "^" + _text(value)


def _text(value: Any) -> str:
    """A scalar, or an empty map or array, as YAML and as a snippet has it."""
    return _escaped("{}" if value == {} else "[]" if value == [] else to_yaml(value, flow=True).rstrip())


def _escaped(text: str) -> str:
    return re.sub(r"[$}]", r"\\\g<0>", re.sub(r"\\(?=[$}\\])", r"\\\\", text))
