"""Random mutations of the test cases, fed to the parts that read what third parties write.

`python tools/fuzz.py [TARGET…]` divides the time among targets: `SECONDS` in the environment, by default 60.
With `INPUTS`, each target is fed with as many inputs instead. `SEED` repeats a run.

A failure is an exception that is not a finding, or an input that takes too much time or memory. Its input is
written to the folder `build/fuzz`; move it to `tests/cases/fuzz/TARGET/` to keep it as a case.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from fuzz_targets import FOLDER, TARGETS, run

CASES = Path(__file__).parent.parent / "tests/cases"
_LONGEST = 20_000
_PARSER = YAML(typ="safe", pure=True)
_SCHEMA = re.compile(r"data/values-schema|[$]schema|type\W+object|kind: (CustomResourceDefinition|Package)\b")
_CONFIGURATION = """\
schemas:
  app:
    files: [a.yaml]
    title: App
    page: app.md
    samples: [v.yaml]
    severity: {titles: error}
    split: map
layout: table
columns: [name]
limits: {seconds: 2}
strict: true
"""
_TOKENS = (
    *("#@ ", "#@schema/", "#@data/values-schema", "#@overlay/match ", "#@ if x:", "#@ end", "(@ x @)"),
    *("---\n", "%YAML 1.3\n", "&a ", "*a", "<<: ", "!!int ", "- ", ": ", "? ", "| ", ">-\n", "{", "}", "["),
    *(
        "```yaml yschema=s\n",
        "~~~\n",
        "::: yschema s\n",
        "    path: a\n",
        "<!--",
        "-->",
        "<b>",
        "![a](",
        "1. ",
    ),
    *("```sh yschema=s\nyschema -v name=x\n```\n", "[a][s.name]", "`s:name`", "yschema.fragment=any"),
    *(
        "{x}",
        "{{< a >}}",
        "{{% a %}}",
        "{a}`b`",
        "import a",
        "(a)=",
        "% a",
        "$a$",
        "<a b={c}>",
        "&#123;",
        "~~",
        "|",
    ),
    *("\t", "\r", "\x00", "\x1b", "\u2028", "\u202e", "\ufeff", "9" * 400, "1e999", ".inf", ".nan", "''"),
    *("[" * 50, "> " * 25, "{a: " * 30, " " * 40, "\n", '"', "'", "\\", "é", "\U0001f469"),
)


def seeds() -> list[str]:
    """Return the texts in the test cases, as far as they are not too long."""
    texts: dict[str, None] = {_CONFIGURATION: None}
    for path in sorted(CASES.rglob("*.yaml")):
        for text in _texts(YAML(typ="safe", pure=True).load(path)):
            texts[text] = None
    return [text for text in texts if "\n" in text and len(text) <= _LONGEST]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def mutate(text: str, others: Sequence[str], chance: random.Random) -> str:
    """Return a text with some random changes of characters, of lines, or of data (it is YAML then)."""
    changes = (_change_characters, _change_lines, _change_lines if "#@" in text else _change_data)
    for _ in range(chance.choice((1, 1, 1, 2, 6))):
        text = chance.choice(changes)(text, chance.choice(others), chance)
    return text[:_LONGEST]


def _change_characters(text: str, other: str, chance: random.Random) -> str:
    start = chance.randint(0, len(text))
    end = min(len(text), start + chance.choice((0, 1, 3, 20)))
    offset = chance.randint(0, len(other))
    pieces = (
        "",
        chance.choice(_TOKENS),
        other[offset : offset + 40],
        text[start:end] * chance.choice((2, 50)),
        chr(chance.choice((chance.randrange(128), chance.randrange(0xD800)))),
    )
    return text[:start] + chance.choice(pieces) + text[end:]


def _change_lines(text: str, other: str, chance: random.Random) -> str:
    """Leave a line out, repeat it, give it another value or key, or add one of the other text."""
    lines, new = text.split("\n"), chance.choice(other.split("\n"))
    place = chance.randrange(len(lines))
    line = lines[place]
    indentation = line[: len(line) - len(line.lstrip())]
    (key, colon, value), (new_key, _, new_value) = line.partition(":"), new.strip().partition(":")
    versions: tuple[tuple[str, ...], ...] = (
        (),
        (line, line),
        (f"{key}{colon} {new_value or new.strip()}",),
        (f"{indentation}{new_key}:{value}",),
        (line, indentation + new.strip()),
        (indentation + new.strip(), line),
    )
    return "\n".join([*lines[:place], *chance.choice(versions), *lines[place + 1 :]])


def _change_data(text: str, other: str, chance: random.Random) -> str:
    """Give something in a map or an array the value of something in the other text, or leave it out."""
    try:
        data, new = (_PARSER.load(each) for each in (text, other))
        holders = [node for node in _nodes(data) if isinstance(node, dict | list) and node]
        holder, value = chance.choice(holders), chance.choice(list(_nodes(new)))
        key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        held = holder.pop(key)
        if chance.random() < 0.8:
            holder.insert(key, value) if isinstance(holder, list) else holder.update({key: value})
        if isinstance(holder, dict) and chance.random() < 0.3:
            holder[value if isinstance(value, str) else key] = held
        return json.dumps(data, indent=1, skipkeys=True, default=str)
    except (YAMLError, ArithmeticError, AssertionError, LookupError, RecursionError, TypeError, ValueError):
        return _change_lines(text, other, chance)  # it is not YAML, or holds itself


def _nodes(value: Any) -> Iterator[Any]:
    yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _nodes(inner)


def main(names: Sequence[str]) -> int:
    """Run targets, and return 1 if an input fails."""
    chance = random.Random(os.environ.get("SEED"))  # noqa: S311  nothing is secret
    texts = seeds()
    targets = names or list(TARGETS)
    failures = [_fuzz(target, texts, chance, len(targets)) for target in targets]
    return 1 if any(failures) else 0


def _fuzz(target: str, texts: Sequence[str], chance: random.Random, targets: int) -> int:
    """Feed a target, and return how many inputs have failed."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    current = FOLDER / f"{target}.txt"
    starts = [_CONFIGURATION] if target in ("configuration", "sites") else texts
    if target in ("templates", "outputs", "commands"):
        starts = [text for text in texts if _SCHEMA.search(text)]
    count = failures = 0
    for count in _counts(targets):  # noqa: B007  the last one is reported
        text = mutate(chance.choice(starts), texts, chance)
        current.write_bytes(text.encode("utf-8", "surrogatepass"))  # stays if the process ends
        try:
            run(target, text)
        except Exception:
            failures += 1
            traceback.print_exc()
            print(f"{target}: failed: {current.rename(FOLDER / f'{target}-{failures}.txt')}")
    current.unlink(missing_ok=True)
    print(f"{target}: {count} inputs, {failures} failures", flush=True)
    return failures


def _counts(targets: int) -> Iterator[int]:
    """Yield the numbers of inputs from 1, as many as the environment allows for one of several targets."""
    if inputs := int(os.environ.get("INPUTS", "0")):
        yield from range(1, inputs + 1)
        return
    end, count = time.monotonic() + float(os.environ.get("SECONDS", "60")) / targets, 0
    while time.monotonic() < end:
        count += 1
        yield count


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
