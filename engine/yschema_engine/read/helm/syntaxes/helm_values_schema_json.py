"""The syntax of helm-values-schema-json: `# @schema keyword:value; …` above, behind or below a key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any

from yschema_engine.read.helm.comment_facts import Facts, KeyMeaning, ValuesFile
from yschema_engine.read.helm.comments import KeyComments, Line
from yschema_engine.read.helm.findings import UNKNOWN_KEYWORD, WRONG_KEYWORD
from yschema_engine.text.findings import EngineError, finding
from yschema_engine.text.nodes import Holder, Map, from_plain, to_plain, type_name
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import read

_MARK = r"#\s*@schema\s+(?P<rest>\S.*)\Z"
_TYPES: Mapping[str, str] = {
    "float": "number",
    "map": "object",
    **{n: n for n in ("string", "integer", "boolean", "null", "array")},
}


def _flag(text: str) -> bool:
    if text not in ("", "true", "false"):
        raise ValueError(text)
    return text != "false"


def _number(text: str) -> int | float:
    return int(text) if text.lstrip("-").isdecimal() else float(text)


def _count(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(text)
    return int(text)


def _yaml(text: str) -> Any:
    if not text:
        raise ValueError(text)
    try:
        documents = read(Source("", text)).documents
    except EngineError as e:
        raise ValueError(text) from e
    return to_plain(documents[0].value) if documents else None


def _list(text: str) -> list[Any]:
    if text.startswith("["):
        try:
            value = _yaml(text)
        except ValueError:
            value = None
        if isinstance(value, list):
            return value
    items = (item.strip() for item in text.removeprefix("[").removesuffix("]").split(","))
    return [None if item == "null" else item.strip('"') for item in items]


def _strings(text: str) -> Any:
    return ["null" if each is None else str(each) for each in _list(text)]


def _types(text: str) -> Any:
    names = _strings(text)
    return names[0] if len(names) == 1 else names


# Each keyword with the reader of its value.
_KEYWORDS: Mapping[str, Callable[[str], Any]] = {
    "type": _types,
    **dict.fromkeys(("enum", "examples"), _list),
    **dict.fromkeys(("title", "description", "pattern", "$id", "$ref"), str),
    **dict.fromkeys(("multipleOf", "maximum", "minimum"), _number),
    **dict.fromkeys(
        ("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"), _count
    ),
    **dict.fromkeys(("uniqueItems", "readOnly", "deprecated"), _flag),
    **dict.fromkeys(("patternProperties", "default", "allOf", "anyOf", "oneOf", "not", "const"), _yaml),
    **dict.fromkeys(("additionalProperties", "unevaluatedProperties"), lambda text: _yaml(text or "true")),
}
# Keywords for the items of an array, with those that they stand for.
_OF_ITEMS: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "item": ("type", _types),
    "itemProperties": ("properties", _yaml),
    "itemRequired": ("required", _strings),
    "itemEnum": ("enum", _list),
    "itemPattern": ("pattern", str),
    "itemRef": ("$ref", str),
}
_OWN = ("required", "nullable", "hidden", "skipProperties", "mergeProperties")


def read_schema_lines(file: ValuesFile) -> None:
    """Add what comments of this syntax say."""
    if "@schema" not in file.source.text:
        return
    for keys, holder in file.holders.items():
        if lines := list(_marked(file.comments.of(holder))):
            file.claim(line for line, _ in lines)
            _read_key(file, keys, holder, lines)


def _marked(attached: KeyComments) -> Iterator[tuple[Line, str]]:
    """Return the lines in this syntax, each with what follows the mark."""
    inside = False
    for line in (*attached.last_block, *attached.line, *attached.foot):
        if line.text.rstrip() == "# @schema":
            inside = not inside  # a block of helm-schema
        elif not inside and (match := re.match(_MARK, line.text.rstrip())):
            yield line, match["rest"]


def _read_key(file: ValuesFile, keys: Path, holder: Holder, lines: Sequence[tuple[Line, str]]) -> None:
    schema: dict[str, Any] = {}
    own: dict[str, bool] = {}
    for line, text in lines:
        for part in filter(None, (part.strip() for part in text.split(";"))):
            keyword, _, value = part.partition(":")
            keyword, value, span = keyword.strip(), value.strip(), line.span(file.source)
            try:
                _read_keyword(keyword, value, schema, own)
            except KeyError:
                file.findings.append(finding(UNKNOWN_KEYWORD, span, found=Verbatim(keyword)))
            except ValueError:
                name, found = Verbatim(keyword), Verbatim(value)
                file.findings.append(finding(WRONG_KEYWORD, span, keyword=name, found=found))
    if own.get("nullable"):
        schema["type"] = _with_null(schema.get("type"), holder)
    span = lines[0][0].span(file.source)
    node = from_plain(schema, span)
    assert isinstance(node, Map)
    facts = Facts(
        span,
        schema=node if schema else None,
        is_hidden=own.get("hidden", False),
        is_required=own.get("required", False),
        keys=_key_meaning(own, holder),
    )
    file.add(keys, facts)


def _key_meaning(own: Mapping[str, bool], holder: Holder) -> KeyMeaning:
    if not isinstance(holder.value, Map):
        return ""
    if own.get("skipProperties"):
        return "skipped"
    return "merged" if own.get("mergeProperties") and holder.value.items else ""


def _read_keyword(
    keyword: str, value: str, schema: MutableMapping[str, Any], own: MutableMapping[str, bool]
) -> None:
    """Add a keyword, or raise a KeyError if it is not known, and a ValueError if its value is not valid."""
    if keyword in _OWN:
        own[keyword] = _flag(value)
    elif keyword in _OF_ITEMS:
        name, read_value = _OF_ITEMS[keyword]
        schema.setdefault("items", {})[name] = read_value(value)
    else:
        read_value = _KEYWORDS[keyword]
        if value == "null" and read_value in (_number, _count):
            schema.pop(keyword, None)  # null unsets a limit
        else:
            schema[keyword] = read_value(value)


def _with_null(types: Any, holder: Holder) -> Any:
    """Return types with null among them; without any, the type of the value counts."""
    if types is None:
        types = _TYPES[type_name(holder.value)]
    names = types if isinstance(types, list) else [types]
    return names if "null" in names else [*names, "null"]
