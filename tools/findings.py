"""Generate the pages about findings in `docs/reference/findings` from their examples (`make findings`).

Arguments name the pages, such as `yaml`; without them, all pages are generated. With `--check`, change
nothing, and report pages that are out of date.

Reports of findings link to these pages, so a file with the page of each code is generated as well.
"""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType

import mkdocs_yschema
import yschema_engine
from finding_cases import ROOT, Area, Example, Printed, areas, print_findings
from yschema_engine.show.findings import FILE as HELP_PAGES
from yschema_engine.text.findings import DEFAULT_LEVELS, Code

PAGES = ROOT / "docs/reference/findings"
_INDEX_FILE = PAGES / "index.md"
_LANGUAGES = MappingProxyType(
    {
        **{".yaml": "yaml", ".yml": "yaml", ".json": "json", ".star": "starlark"},
        **{".md": "markdown", ".html": "jinja", ".po": "po"},
    }
)
_MARKUP = re.compile(r"[\\|<>*_{}\[\]]")
_NOTE = "<!-- Generated from tests/cases/findings: change the cases, and run `make findings`. -->\n"
_INDEX = """\
# Index of findings

Each finding has a code, a stable name such as `not-yaml`. These pages explain each code with an example of
the fault, the message, and the fix. Messages [in JSON](../errors.md#three-forms) contain their code.

If you have a message, search for its words: the tables show the message of each example.
[Errors](../errors.md) explains the parts of a message, and [Severity](../severity.md) what fails a build.
"""


def main() -> int:
    """Write the pages that are out of date; with `--check`, report them instead."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("areas", nargs="*", metavar="PAGE", help="the names of pages, such as `yaml`")
    parser.add_argument("--check", action="store_true", help="report the pages that are out of date")
    options = parser.parse_args()
    chosen = [area for area in areas() if area.name in options.areas or not options.areas]
    outdated = {path: text for path, text in pages(chosen).items() if read(path) != text}
    for path, text in outdated.items():
        if options.check:
            print(f"{path.relative_to(ROOT)} is out of date: run `make findings`")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return int(options.check and bool(outdated))


def read(path: Path) -> str:
    """Return the text of a file, or an empty string if it does not exist."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


def pages(chosen: Sequence[Area]) -> Mapping[Path, str]:
    """Return what the pages of areas, the index, and the file with the page of each code should contain."""
    by_code = {example.code: area.name for area in areas() for example in area.examples}
    return {
        _INDEX_FILE: index(chosen),
        **{PAGES / f"{area.name}.md": page(area) for area in chosen},
        HELP_PAGES: json.dumps(by_code, indent=2, sort_keys=True) + "\n",
    }


@cache
def codes() -> Mapping[str, Sequence[Code]]:
    """Return the codes of the engine and of the plugin, by name."""
    found = (value for module in _modules() for value in vars(module).values() if isinstance(value, Code))
    result: dict[str, list[Code]] = {}
    for code in {id(code): code for code in found}.values():
        result.setdefault(code.name, []).append(code)
    return result


def _modules() -> Iterator[object]:
    for package in (yschema_engine, mkdocs_yschema):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                yield importlib.import_module(module.name)


@cache
def print_fault(area: str, code: str) -> Printed:
    """Return what the fault of an example prints."""
    examples = next(each.examples for each in areas() if each.name == area)
    return print_findings(next(each.fault for each in examples if each.code == code))


def index(chosen: Sequence[Area]) -> str:
    """Return the page that lists all codes; the tables of areas that are not chosen remain as they are."""
    tables = (_table(area) if area in chosen else _present_table(area) for area in areas())
    return "\n".join([_NOTE, _INDEX, *tables])


def _present_table(area: Area) -> str:
    start = f"## [{area.title}]({area.name}.md)\n"
    _, _, rest = read(_INDEX_FILE).partition(start)
    table, _, _ = rest.partition("\n## ")
    return start + table


def _table(area: Area) -> str:
    rows = (
        f"| [`{each.code}`]({area.name}.md#{each.code}) | {_message(area, each)} |\n"
        for each in area.examples
    )
    return f"## [{area.title}]({area.name}.md)\n\n| Code | Message |\n|------|---------|\n{''.join(rows)}"


def _message(area: Area, example: Example) -> str:
    message = print_fault(area.name, example.code).messages.get(example.code, "")
    parts = re.split(r"(`[^`]*`)", message)  # the text in backticks is as it is
    return "".join(part if part.startswith("`") else _MARKUP.sub(r"\\\g<0>", part) for part in parts)


def page(area: Area) -> str:
    """Return the page of an area."""
    files = (_file(name, text) for name, text in area.files.items())
    entries = (_entry(area, example) for example in area.examples)
    return "\n".join([_NOTE, f"# {area.title}\n", area.text, *files, *entries])


def _entry(area: Area, example: Example) -> str:
    code = codes()[example.code][0]
    return "\n".join(
        [
            f"## `{example.code}`\n",
            example.text,
            *_severity(code),
            *(_file(name, text) for name, text in example.shown.items()),
            _console(example.fault.command, print_fault(area.name, example.code).text),
            *_fix(example),
        ]
    )


def _severity(code: Code) -> Iterator[str]:
    if code.kind:
        yield (
            f"Kind: `{code.kind}`; severity: `{DEFAULT_LEVELS[code.kind]}` by default. You can"
            " [choose the severity](../severity.md#kinds-of-findings), or"
            " [accept the finding with a comment](../severity.md#comments-that-accept-findings).\n"
        )
    elif code.severity == "warning":
        yield "This is a warning. It fails a build only with `mkdocs build --strict`.\n"


def _fix(example: Example) -> Iterator[str]:
    yield example.advice or "To fix it:\n"
    yield from (_file(name, text) for name, text in example.changed.items())
    if example.fix.command != example.fault.command:
        yield _console(example.fix.command, "")


def _console(command: str, output: str) -> str:
    return f"```console\n$ {command}\n{output}{output and chr(10)}```\n"


def _file(name: str, text: str) -> str:
    kind, _, rest = text.partition(":")
    if kind == "hex" and name.endswith(".tgz"):
        text, name = "...", f"{name} (an archive)"
    elif kind == "hex":
        text = bytes.fromhex(rest).decode("utf-8", "replace")
    elif kind == "link":
        text, name = f"-> {rest}", f"{name} (a symbolic link)"
    elif kind == "size":
        text, name = "...", f"{name} ({int(rest) // 1024 // 1024} MiB and 1 byte)"
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f'{fence}{_LANGUAGES.get(Path(name).suffix, "text")} title="{name}"\n{text.rstrip()}\n{fence}\n'


if __name__ == "__main__":
    sys.exit(main())
