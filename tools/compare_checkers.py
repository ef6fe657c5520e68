"""Comparison of *My values* with the engine, on samples and random changes of them.

`python tools/compare_checkers.py [--mutants 1000] [--seed 1] [PATH…]` looks for schemas of all kinds below
the paths, by default the sample site and the tests. The values files are those next to them, and files made
for each of them.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from page_checker import Job, differences
from yschema_engine import File
from yschema_engine.read.readers import load_schemas
from yschema_engine.schema.schema import Schema
from yschema_engine.show.my_values import is_checkable
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import from_plain
from yschema_engine.values.minimal import minimal_of
from yschema_engine.yaml.printing import to_yaml

_ROOT = Path(__file__).parent.parent
sys.path.append(str(_ROOT / "tests"))
from made_values import Maker  # noqa: E402

_SCALARS = (
    *("yes", "on", "off", "~", "null", "1_000", "0x1F", "0o17", "017", "1e3", ".5", "1.0", "12:30:00"),
    *("2001-12-14", "'1'", '"true"', "!!str 1", "!!int '3'", "[]", "{}", "[1, 2]", "{a: 1}", ".inf", ".nan"),
    *("18446744073709551616", "-1", "''", "|\n  text\n", ">-\n  a\n  b\n", "|2\n  text", "&a x", "*a"),
    *("{<<: *a}", "@x", "a: b", '"open', "'open", "[1", "{a: b", "- x", "#@ x", "é", "\U0001f469"),
    *("{a: [b,\n c], d: e}", '"a\n\n  b"# c', "[a, - b]", "!e!x y", "x" * 1025),
)
_ODDITIES = (
    *("\t", " \t", "\u00a0", "\x07", "\r", "\n", "\n\n", "---\n", "...\n", "# c", " # c", "#@ x", ":", ": "),
    *(
        "- ",
        "? ",
        "{",
        "}",
        "[",
        "]",
        ",",
        "&a ",
        "*a ",
        "!!str ",
        "|",
        ">-\n",
        "'",
        '"',
        "%",
        "`",
        "<<: *a\n",
    ),
    *("\\", "\\U", "0x", "\U0001f469"),
)


def main() -> int:
    """Compare, print the first differences, and return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    parser.add_argument("--mutants", type=int, default=100, help="random changes of each values file")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--show", type=int, default=10, help="differences to print")
    arguments = parser.parse_args()
    roots = arguments.paths or [_ROOT / "sample_site", _ROOT / "tests/browser/schemas"]
    chance = random.Random(arguments.seed)  # noqa: S311  nothing is secret
    schemas = texts = failures = 0
    for schema, samples in schemas_below(roots):
        made = texts_for(schema, samples, chance, arguments.mutants)
        schemas, texts = schemas + 1, texts + len(made)
        for each in differences([Job(schema, made)]):
            failures += 1
            if failures <= arguments.show:
                _print(each.schema.root.span.file, each.text, each.page, each.engine)
    print(f"{schemas} schemas, {texts} values files, {failures} differences")
    return int(failures > 0)


def schemas_below(roots: Sequence[Path]) -> Iterator[tuple[Schema, list[str]]]:
    """Yield the schemas below folders, each with the texts of the values files next to it."""
    for files, samples in (each for root in roots for each in _inputs(root)):
        try:
            schemas = load_schemas([File(str(each), each.name, each.read_bytes()) for each in files])
        except EngineError as e:
            print(f"{files[0]}: {e.findings[0].code.name}")
            continue
        for schema in filter(is_checkable, schemas):
            yield schema, [path.read_text("utf-8") for path in samples]


def _inputs(root: Path) -> Iterator[tuple[list[Path], list[Path]]]:
    """Yield the files of each schema, and the values files next to them."""
    paths = sorted(path for path in root.rglob("*") if path.is_file()) if root.is_dir() else [root]
    charts = [path.parent for path in paths if path.name == "Chart.yaml"]
    for chart in charts:
        if not any(other in chart.parents for other in charts):
            files = [path for path in chart.rglob("*") if path.is_file()]
            own = [path for path in files if path.parent == chart and path.suffix in (".yaml", ".yml")]
            yield files, [path for path in own if path.name.startswith("values")]
    for path in paths:
        is_of_chart = any(chart in path.parents for chart in charts)
        if not is_of_chart and path.suffix in (".yaml", ".yml", ".json") and _is_schema(path.read_bytes()):
            others = [each for each in path.parent.glob("*.y*ml") if not _is_schema(each.read_bytes())]
            helpers = [*path.parent.glob("*.star"), *path.parent.glob("*.lib.yml")]
            is_json = path.suffix == ".json"
            siblings = [each for each in path.parent.glob("*.json") if each != path] if is_json else helpers
            yield [path, *siblings], [each for each in others if b"#@" not in each.read_bytes()]


def _is_schema(data: bytes) -> bool:
    return any(
        mark in data
        for mark in (b"@data/values-schema", b'"$schema":', b"CustomResourceDefinition", b"kind: Package\n")
    )


def texts_for(schema: Schema, samples: list[str], chance: random.Random, number: int) -> list[str]:
    """Return values files: the samples, values made for the schema, and as many random changes of them."""
    maker = Maker(str(chance.random()))
    made = [
        to_yaml(from_plain(value, schema.root.span))
        for value in maker.documents(schema.root, 1 + number // 2)
    ]
    whole = [to_yaml(schema.default), to_yaml(minimal_of(schema).value)]
    if schema.resource is not None:
        head = f"apiVersion: {schema.resource.api_version}\nkind: {schema.resource.kind}\n"
        made = [text if "apiVersion:" in text else head + text for text in made]
    sources = [*samples, *whole, *made]
    mutants = [_mutant(chance.choice(sources), schema, chance) for _ in range(number - number // 2)]
    return [*samples, *whole, *made, *mutants]


def _mutant(text: str, schema: Schema, chance: random.Random) -> str:
    for _ in range(chance.choice((1, 1, 2))):
        text = chance.choice(_CHANGES)(text, schema, chance)
    return text


def _with_value(text: str, _: Schema, chance: random.Random) -> str:
    lines = text.splitlines()
    places = [n for n, line in enumerate(lines) if ":" in line]
    if places:
        at = chance.choice(places)
        lines[at] = f"{lines[at].split(':')[0]}: {chance.choice(_SCALARS)}"
    return "\n".join(lines) + "\n"


def _with_key(text: str, schema: Schema, chance: random.Random) -> str:
    names = [str(field.key) for field in schema.root.walk()] or ["x"]
    name = chance.choice(names)
    at = chance.randrange(len(name) + 1)
    misspelt = chance.choice((name, name[:at] + name[at + 1 :], f"{name[:at]}x{name[at:]}", name.upper()))
    lines = text.splitlines()
    place = chance.randrange(len(lines) + 1)
    margin = chance.choice(("", "  ", "    "))
    return (
        "\n".join([*lines[:place], f"{margin}{misspelt}: {chance.choice(_SCALARS)}", *lines[place:]]) + "\n"
    )


def _without_line(text: str, _: Schema, chance: random.Random) -> str:
    lines = text.splitlines()
    if lines:
        lines.pop(chance.randrange(len(lines)))
    return "\n".join(lines) + "\n"


def _twice(text: str, _: Schema, chance: random.Random) -> str:
    lines = text.splitlines()
    if lines:
        lines.append(chance.choice(lines))
    return "\n".join(lines) + "\n"


def _indented(text: str, _: Schema, chance: random.Random) -> str:
    lines = text.splitlines()
    if lines:
        at = chance.randrange(len(lines))
        lines[at] = f"  {lines[at]}"
    return "\n".join(lines) + "\n"


def _with_oddity(text: str, _: Schema, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(_ODDITIES) + text[at + chance.choice((0, 0, 1, 5)) :]


def _with_other_line_ends(text: str, _: Schema, __: random.Random) -> str:
    return text.replace("\n", "\r\n")


_CHANGES = (
    *(_with_value, _with_key, _without_line, _twice, _indented),
    *(_with_oddity, _with_oddity, _with_other_line_ends),
)


def _print(name: str, text: str, page: list[tuple[object, ...]], engine: list[tuple[object, ...]]) -> None:
    print(f"--- {name}\n{text}")
    for each in page:
        if each not in engine:
            print("  page   ", each)
    for each in engine:
        if each not in page:
            print("  engine ", each)
    if sorted(map(str, page)) == sorted(map(str, engine)):
        print("  in another order", [each[:4] for each in page], [each[:4] for each in engine])


if __name__ == "__main__":
    sys.exit(main())
