"""Random mutations of the test cases, fed to the parts that read what third parties write.

`python tools/fuzz.py [TARGET…]` divides the time among targets: `SECONDS` in the environment, by default 60.
A failure is an exception that is not a finding, or an input that takes too long. Its input is written to the
folder `build/fuzz`; move it to `tests/cases/fuzz/TARGET/` to keep it as a case.
"""

from __future__ import annotations

import os
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from markdown import Markdown
from ruamel.yaml import YAML

from mkdocs_yschema.markdown.directive_options import parse_directive
from yschema_engine.doccheck.fences import find_fences
from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import Limits, LoadOptions
from yschema_engine.frontends.registry import load_schema
from yschema_engine.frontends.yaml.read import read
from yschema_engine.model.findings import EngineError
from yschema_engine.outputs.findings.render import as_text
from yschema_engine.outputs.html.description_html import Describer
from yschema_engine.outputs.markdown.to_markdown import blocks
from yschema_engine.source import Source
from yschema_engine.values.check import check_values
from yschema_engine.values.sources import read_plain

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests/cases"
FAILURES = ROOT / "build/fuzz"
MAX_SECONDS = 2.0
_LONGEST = 20_000
_SCHEMA = b"""\
#@data/values-schema
---
#@schema/validation min_len=2
name: app
#@schema/nullable
count: 1
ratio: 0.5
list:
- key: ""
any:
  a: {b: 1}
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
    *("\t", "\r", "\x00", "\x1b", "\u2028", "\u202e", "\ufeff", "9" * 400, "1e999", ".inf", ".nan", "''"),
    *("[" * 50, "> " * 25, "{a: " * 30, " " * 40, "\n", '"', "'", "\\", "é", "\U0001f469"),
)


def _schema(text: str) -> None:
    schema = load_schema([File("s.yaml", "s.yaml", text.encode("utf-8", "replace"))], _options())
    as_text(schema.findings)


def _values(text: str) -> None:
    schema = load_schema([File("s.yaml", "s.yaml", _SCHEMA)])
    checked = check_values(schema, read_plain(Source("v.yaml", text)).documents)
    as_text(checked.findings)


def _markdown(text: str) -> None:
    blocks(Describer()(text))
    list(find_fences(text.split("\n"), 4))


def _page(text: str) -> None:
    schema = FAILURES / "s.yaml"
    schema.parent.mkdir(parents=True, exist_ok=True)
    schema.write_bytes(_SCHEMA)
    settings = {"schemas": {"s": {"files": [schema.name]}}, "base": str(schema.parent)}
    Markdown(extensions=["fenced_code", "yschema"], extension_configs={"yschema": settings}).convert(text)


def _directive(text: str) -> None:
    parse_directive("s", text)


def _reader(text: str) -> None:
    read(Source("s.yaml", text))


def _options() -> LoadOptions:
    return LoadOptions(limits=Limits(seconds=1, memory=512))


TARGETS: MappingProxyType[str, Callable[[str], None]] = MappingProxyType(
    {
        "reader": _reader,
        "templates": _schema,
        "values": _values,
        "descriptions": _markdown,
        "pages": _page,
        "options": _directive,
    }
)
"""What is fed with texts, by name."""


def run(target: str, text: str) -> None:
    """Feed a target with a text.

    Raises:
        TimeoutError: it takes too long.
        Exception: of any type, other than a finding.
    """
    start = time.process_time()
    with suppress(EngineError):
        TARGETS[target](text)
    seconds = time.process_time() - start
    if seconds > MAX_SECONDS:
        raise TimeoutError(f"{seconds:.1f} s")


def seeds() -> list[str]:
    """Return the texts in the test cases, as far as they are not too long."""
    texts: dict[str, None] = {}
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
    """Return a text with some random changes."""
    for _ in range(chance.randint(1, 6)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice((0, 1, 3, 20)))
        other = chance.choice(others)
        offset = chance.randint(0, len(other))
        piece = chance.choice(
            (
                "",
                chance.choice(_TOKENS),
                other[offset : offset + 40],
                text[start:end] * chance.choice((2, 50)),
                chr(chance.choice((chance.randrange(128), chance.randrange(0xD800)))),
            )
        )
        text = text[:start] + piece + text[end:]
    return text[:_LONGEST]


def main(names: Sequence[str]) -> int:
    """Run targets, and return 1 if an input fails."""
    chance = random.Random(os.environ.get("SEED"))  # noqa: S311  nothing is secret
    texts = seeds()
    targets = names or list(TARGETS)
    seconds = float(os.environ.get("SECONDS", "60")) / len(targets)
    results = [_fuzz(target, texts, seconds, chance) for target in targets]
    return 0 if all(results) else 1


def _fuzz(target: str, texts: Sequence[str], seconds: float, chance: random.Random) -> bool:
    """Feed a target for some time, and return whether no input has failed."""
    FAILURES.mkdir(parents=True, exist_ok=True)
    current = FAILURES / f"{target}.txt"
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        text = mutate(chance.choice(texts), texts, chance)
        current.write_bytes(text.encode("utf-8", "surrogatepass"))  # stays if the process ends
        count += 1
        try:
            run(target, text)
        except Exception:
            traceback.print_exc()
            print(f"{target}: failed after {count} inputs; the last one is in {current}")
            return False
    current.unlink()
    print(f"{target}: {count} inputs")
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
