"""Rules in CEL that are added: whether values that were valid can break them, as far as facts show.

Expressions are not run. What they say about keys and values is compared with the fields of the old version.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, TypeAlias

from yschema_engine.schema.fields import UNSET, Field
from yschema_engine.schema.rules import Rule
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.node_values import is_among
from yschema_engine.text.nodes import key_id, to_plain

Tokens: TypeAlias = tuple[str, ...]
_PART = r"""[A-Za-z_][\w.]*|\d[\w.]*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\|\||&&|[=!<>]=|\S"""
_OPEN, _CLOSED = frozenset("([{"), frozenset(")]}")
_OPTIONAL = (".?", "[?")  # selections that look like the operator `?:`


def breaks_old_values(before: Rule | None, after: Rule, old: Field, new: Field) -> bool | None:
    """Return whether a rule refuses values that were valid: all of them, or none; None if that is not known.

    Args:
        before: the rule that it replaces, if there is one.
        after: the rule.
        old: the field with the rule, in the old version.
        new: the field in the new version.
    """
    if any(each in after.source for each in _OPTIONAL):
        return None
    tokens = _tokens(after.source)
    if before is not None:
        earlier = _tokens(before.source)
        if set(_parts(earlier, "||")) <= set(_parts(tokens, "||")):
            return False
        if set(_parts(tokens, "&&")) <= set(_parts(earlier, "&&")):
            return False
    verdict = _Values(old, new).verdict(tokens)
    return None if verdict is None else not verdict


def _tokens(source: str) -> Tokens:
    return _unwrapped(tuple(re.findall(_PART, source)))


def _unwrapped(tokens: Tokens) -> Tokens:
    """Return tokens without parentheses around all of them."""
    while tokens[:1] == ("(",) and _end(tokens) == len(tokens) - 1:
        tokens = tokens[1:-1]
    return tokens


def _end(tokens: Tokens) -> int:
    """Return the index of the bracket that closes the first one."""
    return next((index for index, depth in enumerate(_depths(tokens)) if depth == 0), -1)


def _depths(tokens: Tokens) -> Iterator[int]:
    """Return how many brackets are open after each token."""
    return accumulate((token in _OPEN) - (token in _CLOSED) for token in tokens)


def _parts(tokens: Tokens, operator: str) -> list[Tokens]:
    """Return the operands of an operator outside of brackets; the tokens themselves if it does not occur."""
    parts: list[list[str]] = [[]]
    for token, depth in zip(tokens, _depths(tokens), strict=True):
        if token == operator and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return [_unwrapped(tuple(part)) for part in parts]


@dataclass(frozen=True, slots=True)
class _Values:
    """The values that an old version of a field accepts.

    Attributes:
        old: the field in the old version.
        new: the field in the new version.
        present: the paths that have values wherever the expression in question counts.
    """

    old: Field
    new: Field
    present: frozenset[str] = frozenset()

    def verdict(self, tokens: Tokens) -> bool | None:
        """Return whether an expression is true of all values, or false of all; None if that is not known."""
        tokens = _unwrapped(tokens)
        if "?" in tokens:
            return None
        for operator, decisive in (("||", True), ("&&", False)):
            parts = _parts(tokens, operator)
            if len(parts) > 1:
                return self._combined(parts, decisive=decisive)
        if tokens[:1] == ("!",) and (_is_has(tokens[1:]) or _end(tokens[1:]) == len(tokens) - 2):
            inner = self.verdict(tokens[1:])
            return None if inner is None else not inner
        if _is_has(tokens):
            return self._has(tokens[2])
        return self._comparison(tokens)

    def _combined(self, parts: Sequence[Tokens], *, decisive: bool) -> bool | None:
        """Return the verdict on operands, one of which decides alone if it has a certain verdict.

        Where `!has(x)` does not decide a disjunction, x has a value; as does x beside `has(x)` in a
        conjunction.
        """
        sign = ("!",) if decisive else ()
        start = len(sign)
        guards = {part: part[start + 2] for part in parts if part[:start] == sign and _is_has(part[start:])}
        others = {part: self.present.union(set(guards.values()) - {guards.get(part)}) for part in parts}
        verdicts = [replace(self, present=others[part]).verdict(part) for part in parts]
        if decisive in verdicts:
            return decisive
        return None if None in verdicts else not decisive

    def _has(self, path: str) -> bool | None:
        steps = path.split(".")[1:]
        if path in self.present:
            return True
        if not steps or not self._is_always("self." + ".".join(steps[:-1])):
            return None
        around, old = _find(self.old, steps[:-1]), _find(self.old, steps)
        new = _find(self.new, steps)
        if around is None or new is None:
            return None
        if new.default is not UNSET or (old is not None and old.required):
            return True
        is_closed = not (around.type.takes_other_keys or around.type.is_open)
        return False if old is None and is_closed else None

    def _is_always(self, path: str) -> bool:
        """Return whether each value has something at a path."""
        steps = [step for step in path.split(".")[1:] if step]
        starts = [steps[:length] for length in range(1, len(steps) + 1)]
        fields = ((_find(self.old, start), ".".join(("self", *start))) for start in starts)
        return all(field is not None and (field.required or at in self.present) for field, at in fields)

    def _comparison(self, tokens: Tokens) -> bool | None:
        """Return the verdict on a comparison of a path with values that the old version may list."""
        path, operator, *rest = tokens if len(tokens) > 2 else ("", "")
        if operator == "in" and rest[:1] == ["["] and rest[-1] == "]":
            texts: Collection[str] = rest[1:-1:2]
        elif operator in ("==", "!=") and len(rest) == 1:
            texts = rest
        else:
            return None
        allowed = list(self._allowed(path))
        values = [_literal(text) for text in texts]
        if not allowed or None in values:
            return None
        matching = [is_among(each, values) for each in allowed]
        if any(matching) and not all(matching):
            return None
        return any(matching) != (operator == "!=")

    def _allowed(self, path: str) -> Iterable[Any]:
        """Return the only values of a field that is always set; empty if others are possible."""
        steps = path.split(".")
        field = _find(self.old, steps[1:]) if steps[0] == "self" else None
        if field is None or field.type.nullable or not self._is_always(path):
            return ()
        lists = (rule.argument for rule in field.rules if rule.name == "one_of" and rule.condition is None)
        return map(to_plain, next(lists, ()))


def _is_has(tokens: Tokens) -> bool:
    return len(tokens) == 4 and tokens[:2] == ("has", "(") and tokens[2].startswith("self.")


def _find(field: Field | None, steps: Iterable[str]) -> Field | None:
    for step in steps:
        field = None if field is None else field.type.named.get(key_id(step))
    return field


def _literal(token: str) -> str | int | bool | None:
    """Return the value of a literal; None for another token, and for text with escapes."""
    if token[:1] in ("'", '"') and "\\" not in token:
        return token[1:-1]
    return int(token) if token.isdecimal() else {"true": True, "false": False}.get(token)
