"""Values files of many styles: moving and removing keys changes nothing else, and keeps all comments."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from yschema_engine import File, load_schema
from yschema_engine.compare.changes import FIELD_MOVED, FIELD_REMOVED, Change, Comparison, Successor
from yschema_engine.compare.migrate import migrate
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import to_plain
from yschema_engine.text.paths import Path
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import read

FILES = 150
SCHEMA = load_schema([File("schema.yaml", "schema.yaml", b"#@data/values-schema\n---\na: 1\n")])
KEYS = ("a", "host", "port", "'in quotes'", '"in \\" quotes"', "with.dot", "x-y", "items", "a b")
# A line break is followed by the indentation of the value.
VALUES = (
    *("1", "x", "'no # comment'", "", "null", "0x1f", "[]", "{}", "[1, 2]", "{k: v, l: [1]}", "!!str 1"),
    *("https://example.org/#part", "|\ntext # not a comment\n\n  more", ">-\nfolded\ntext", "|+\nkept\n\n"),
    *('"two\nlines # of text"', "plain\ngoes on", "[1,\n2, # COMMENT\n3]", "{k: 1, # COMMENT\nl: 2}"),
)
MULTILINE = ('"two', "plain", "[1,\n", "{k: 1, #")


class Writer:
    """A random values file."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311  not for secrets
        self.unit = self.random.choice((2, 2, 4))
        self.comments = 0

    def text(self) -> str:
        lines = [*self.maybe(0.2, "---"), *self.maybe(0.2, self.comment()), *self.map(0, 0)]
        end = self.random.choice(("\n", "\n", "", f"\n{self.comment()}\n"))
        return "\n".join(lines) + end

    def maybe(self, chance: float, line: str) -> list[str]:
        return [line] if self.random.random() < chance else []

    def comment(self) -> str:
        self.comments += 1
        return f"#<{self.comments}> {self.random.choice(('text', 'x: 1', 'not {closed'))}"

    def map(self, indent: int, depth: int, first: str = "") -> list[str]:
        lines: list[str] = []
        for number, key in enumerate(self.random.sample(KEYS, self.random.randint(1, 4))):
            start = first if first and not number else " " * indent
            if start != first:
                less = " " * self.random.choice((indent, indent, 0))
                lines += [*self.maybe(0.2, less + self.comment()), *self.maybe(0.1, "")]
            lines += self.item(f"{start}{key}:", indent, depth)
        return lines + self.maybe(0.1, " " * indent + self.comment())

    def item(self, head: str, indent: int, depth: int) -> list[str]:
        behind = "".join(self.maybe(0.2, f"  {self.comment()}"))
        chance = self.random.random() if depth < 3 else 1
        if chance < 0.3:
            return [head + behind, *self.map(indent + self.unit, depth + 1)]
        if chance < 0.42:
            return [head + behind, *self.array(indent + self.random.choice((0, self.unit)), depth + 1)]
        value = self.random.choice(VALUES)
        first, *rest = value.replace("COMMENT", self.comment()).split("\n")
        behind = "" if value.startswith(MULTILINE) else behind
        return [f"{head} {first}{behind}", *(" " * (indent + self.unit) + line for line in rest)]

    def array(self, indent: int, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            lines += self.maybe(0.2, " " * indent + self.comment())
            lines += self.map(indent + 2, depth + 1, f"{' ' * indent}- ")
        return lines


def paths(value: Any, start: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, below in items:
        if not isinstance(step, bool):
            yield (*start, step)
            yield from paths(below, (*start, step))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def change_of(chosen: random.Random, plain: Any) -> tuple[Change, Any]:
    """Return a change, and the values that follow it."""
    known = list(paths(plain))
    path = chosen.choice([each for each in known if isinstance(each[-1], str)])
    expected = copy.deepcopy(plain)
    value = at(expected, path[:-1]).pop(path[-1])
    if chosen.random() < 0.4 or any(isinstance(step, int) for step in path):
        return Change(FIELD_REMOVED, Path(path)), expected
    maps = [each for each in [(), *paths(expected)] if isinstance(at(expected, each), dict)]
    target = (*chosen.choice([each for each in maps if not any(isinstance(s, int) for s in each)]), "new")
    at(expected, target[:-1])["new"] = value
    successor = Successor(Path(target), ("notice",))
    return Change(FIELD_MOVED, Path(path), successors=(successor,)), expected


def document(text: str) -> Any:
    return next((to_plain(each.value) for each in read(Source("values.yaml", text)).documents), None)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_migrations_follow_changes_and_keep_comments(end: str) -> None:
    migrated = 0
    for seed in range(FILES):
        text = Writer(seed).text()
        try:
            plain = document(text)
        except EngineError:  # blank lines at the end of a block may not fit
            continue
        change, expected = change_of(random.Random(seed), plain)  # noqa: S311
        source = Source("values.yaml", text.replace("\n", end))
        result, findings = migrate(source, Comparison(SCHEMA, SCHEMA, (change,)))
        if findings:
            assert result == source.text
            continue
        migrated += 1
        assert (document(result) or {}) == expected, text
        assert sorted(re.findall(r"#<\d+>", result)) == sorted(re.findall(r"#<\d+>", text))
        if end in source.text:  # else, the file does not show how its lines end
            assert result.count("\n") == result.count(end)
    assert migrated > 0.9 * FILES
