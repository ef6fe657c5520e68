"""Rules in words for readers."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from yschema_engine.model.phrases import Verbatim
from yschema_engine.model.phrases import Words as Language
from yschema_engine.model.rules import CUSTOM, Rule, by_condition
from yschema_engine.nodes import Map, to_plain, to_yaml
from yschema_engine.rules.compare import written
from yschema_engine.rules.formats import FORMATS


@dataclass(frozen=True, slots=True)
class Words:
    """One rule, or a few that belong together, for a reader.

    Attributes:
        text: a phrase for a valid value: `at least 1 character`, `one of debug, info`.
        condition: the source of the condition under which it holds; empty where it always does.
        is_conditional: whether it holds under a condition, which may lack a source.
        keys: the keys of the map that the rule names.
        values: the values of `one of`, as YAML writes them, for markup of their own.
        samples: a few valid values, as YAML writes them.
        citation: what defines the valid values: `RFC 3986`.
        url: where that can be read.
        is_own: whether the text is that of the rule's author, in whatever language.
    """

    text: str
    condition: str = ""
    is_conditional: bool = False
    keys: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()
    citation: str = ""
    url: str = ""
    is_own: bool = False


def words_of(rules: Iterable[Rule], kind: str, *, mixed: bool = False) -> tuple[Words, ...]:
    """The phrases of rules.

    Args:
        rules: in the order in which they run.
        kind: the type of the value (`string`, `array`, `map`, …), which names what is counted.
        mixed: whether the value may be of other types too.
    """
    words = []
    for condition, together in by_condition(rules):
        for rule in together:
            one = _words(rule, _related(rule, together), kind, mixed=mixed)
            if one is not None:
                source = condition.source if condition else ""
                words.append(replace(one, condition=source, is_conditional=condition is not None))
    return tuple(words)


def _related(rule: Rule, rules: Sequence[Rule]) -> list[Rule]:
    """The rules that may be said together with one."""
    return [other for other in rules if other.span is rule.span]


def _words(rule: Rule, related: Sequence[Rule], kind: str, *, mixed: bool) -> Words | None:
    lower = _lower(rule, related) if rule.name in ("max_len", "max") else None
    if lower is not None and not (rule.message or lower.message):
        return None  # said with the lower limit
    text, keys, values = _phrase(rule, related, kind)
    if rule.message:
        text, values = rule.message, ()
    if rule.strings_only and mixed:
        text += " where it is a string"
    own = (rule.name == CUSTOM and isinstance(rule.description, str)) or bool(rule.message)
    return replace(_described(rule), text=text, keys=keys, values=values, is_own=own)


def _described(rule: Rule) -> Words:
    """What the definition of a format adds to its phrase."""
    if rule.name != "format":
        return Words("")
    defined = FORMATS[rule.argument]
    return Words("", samples=defined.samples, citation=defined.citation, url=defined.url)


class _Marked(Language):
    def verbatim(self, part: Verbatim) -> str:
        return f"`{part.text}`"


def _phrase(rule: Rule, related: Sequence[Rule], kind: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    if rule.name == CUSTOM:
        return _Marked().text(rule.description), _keys_in(rule.source) if kind == "map" else (), ()
    if rule.name in ("min_len", "max_len"):
        return _lengths(rule, related, kind), (), ()
    if rule.name in ("min", "max"):
        return _limits(rule, related), (), ()
    if rule.name in _TEXTS:
        return _TEXTS[rule.name].format(rule.argument), (), ()
    if rule.name == "format":
        return FORMATS[rule.argument].phrase, (), ()
    if rule.name == "one_not_null":
        return _one_not_null(rule)
    values = tuple(plainly(value) for value in rule.argument)
    return "one of " + ", ".join(values), (), values


_TEXTS: dict[str, str] = {
    "not_null": "not null",
    "unique": "no two equal items",
    "regexp": "matches `{}`",
    "starts_with": "starts with `{}`",
    "ends_with": "ends with `{}`",
}


def _one_not_null(rule: Rule) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    if rule.argument is True:
        return "exactly one of its keys is not null", (), ()
    keys = tuple(str(key) for key in rule.argument)
    return f"exactly one of {', '.join(keys)} is not null", keys, ()


def _lower(rule: Rule, related: Sequence[Rule]) -> Rule | None:
    return _named("min_len" if rule.name == "max_len" else "min", related)


def _named(name: str, rules: Iterable[Rule]) -> Rule | None:
    return next((rule for rule in rules if rule.name == name), None)


def _lengths(rule: Rule, related: Sequence[Rule], kind: str) -> str:
    unit = {"array": "item", "map": "key"}.get(kind, "character")
    low, high = _pair(rule, related, "min_len", "max_len")
    if low and high:
        if low.argument == high.argument:
            return f"exactly {_counted(low.argument, unit)}"
        return f"between {low.argument:g} and {_counted(high.argument, unit)}"
    if low:
        return f"at least {_counted(low.argument, unit)}"
    assert high is not None
    return f"at most {_counted(high.argument, unit)}"


def _pair(rule: Rule, related: Sequence[Rule], low: str, high: str) -> tuple[Rule | None, Rule | None]:
    """A limit with the other one of its kind; alone where either has a message of its own."""
    lower, upper = _named(low, related), _named(high, related)
    if lower and upper and (lower.message or upper.message):
        return (rule, None) if rule.name == low else (None, rule)
    return lower, upper


def _counted(number: float, unit: str) -> str:
    return f"{number:g} {unit}" + ("" if number == 1 else "s")


def _limits(rule: Rule, related: Sequence[Rule]) -> str:
    low, high = _pair(rule, related, "min", "max")
    if low and high:
        return f"between {plainly(low.argument)} and {plainly(high.argument)}"
    if low:
        return f"at least {plainly(low.argument)}"
    assert high is not None
    return f"at most {plainly(high.argument)}"


def plainly(value: Any) -> str:
    """A value as a reader would write it in YAML: text bare where it is one, the rest as Starlark has it."""
    if isinstance(value, str):
        return written(value) if "\n" in value else to_yaml(value).rstrip()
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return written(to_plain(value) if isinstance(value, Map) else value)


def _keys_in(source: str) -> tuple[str, ...]:
    """The keys that a function's source looks up in its parameter."""
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError):
        return ()
    if not isinstance(tree, ast.Lambda) or not tree.args.args:
        return ()
    name = tree.args.args[0].arg
    keys = [
        node.slice.value
        for node in ast.walk(tree.body)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
    ]
    return tuple(dict.fromkeys(keys))
