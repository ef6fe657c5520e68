"""Generate a page for each code of a finding, and their index, from examples in `tests/cases/findings`.

`python tools/findings.py FOLDER` writes the pages that a build of the documentation takes. They are not in
the repository. The examples run on all cores; pages of the same examples and code are kept.
With `--show CODE`, print the page of a code instead.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

import mkdocs_yschema
import yschema_engine
import yschema_themes
from finding_cases import CASES, Area, Example, Printed, areas, print_findings
from yschema_engine.text.findings import DEFAULT_LEVELS, Code

_LANGUAGES = MappingProxyType(
    {
        **{".yaml": "yaml", ".yml": "yaml", ".json": "json", ".star": "starlark"},
        **{".md": "markdown", ".html": "jinja", ".po": "po"},
    }
)
_MARKUP = re.compile(r"[\\|<>*_{}\[\]]")
_PACKAGES = (yschema_engine, mkdocs_yschema, yschema_themes)
_STAMP = "examples-and-code"
_INDEX = """\
# Index of findings

Each finding has a code, a stable name such as `not-yaml`. Its page shows an example of the fault, the
message, and the fix. Messages [in JSON](../reference/errors.md#three-forms) contain the code and the
address of its page.

If you have a message, search for its words: the tables show the message of each example.
[Errors](../reference/errors.md) explains the parts of a message, and
[Severity](../reference/severity.md) what fails a build.
"""


def main() -> int:
    """Write all pages, or print one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="the folder to write")
    parser.add_argument("--show", metavar="CODE", help="print the page of a code")
    options = parser.parse_args()
    if options.show:
        print(*(page(area, each) for area, each in examples() if each.code == options.show), sep="\n", end="")
    elif options.folder:
        write(options.folder)
    else:
        parser.error("name a folder, or a code with --show")
    return 0


def write(folder: Path) -> None:
    """Write the pages into a folder, unless it has those of the same examples and code."""
    stamp = folder / _STAMP
    content = _fingerprint()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == content:
        return
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.md"):
        path.unlink()
    print_faults()
    for area, example in examples():
        (folder / f"{example.code}.md").write_text(page(area, example), encoding="utf-8")
    (folder / "index.md").write_text(index(), encoding="utf-8")
    stamp.write_text(content, encoding="utf-8")


def _fingerprint() -> str:
    """Return a text that differs if an example or the code that runs it differs."""
    sources = [path for package in _PACKAGES for path in Path(package.__path__[0]).rglob("*.py")]
    digest = sha256()
    for path in sorted([*sources, *CASES.iterdir(), *Path(__file__).parent.glob("finding*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def examples() -> Iterator[tuple[Area, Example]]:
    """Yield all examples, each with its area."""
    return ((area, example) for area in areas() for example in area.examples)


@cache
def codes() -> Mapping[str, Sequence[Code]]:
    """Return the codes of the engine and of the plugin, by name."""
    found = (value for module in _modules() for value in vars(module).values() if isinstance(value, Code))
    result: dict[str, list[Code]] = {}
    for code in {id(code): code for code in found}.values():
        result.setdefault(code.name, []).append(code)
    return result


def _modules() -> Iterator[object]:
    for package in _PACKAGES[:2]:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                yield importlib.import_module(module.name)


def print_fault(area: str, code: str) -> Printed:
    """Return what the fault of an example prints."""
    if (area, code) not in _PRINTED:
        examples = next(each.examples for each in areas() if each.name == area)
        _PRINTED[area, code] = print_findings(next(each.fault for each in examples if each.code == code))
    return _PRINTED[area, code]


def print_faults() -> None:
    """Run the faults of all examples, on all cores."""
    names = [(area.name, each.code) for area, each in examples()]
    with ProcessPoolExecutor() as pool:
        _PRINTED.update(zip(names, pool.map(print_fault, *zip(*names, strict=True)), strict=True))


_PRINTED: dict[tuple[str, str], Printed] = {}


def index() -> str:
    """Return the page that lists all codes."""
    return "\n".join([_INDEX, *map(_table, areas())])


def _table(area: Area) -> str:
    rows = (f"| [`{each.code}`]({each.code}.md) | {_message(area, each)} |\n" for each in area.examples)
    heading = f"## {area.title} {{ #{area.name} }}\n\n{area.text}"
    return f"{heading}\n| Code | Message |\n|------|---------|\n{''.join(rows)}"


def _message(area: Area, example: Example) -> str:
    message = print_fault(area.name, example.code).messages.get(example.code, "")
    parts = re.split(r"(`[^`]*`)", message)  # the text in backticks is as it is
    return "".join(part if part.startswith("`") else _MARKUP.sub(r"\\\g<0>", part) for part in parts)


def page(area: Area, example: Example) -> str:
    """Return the page of a code."""
    has_archive = any(_is_archive(name, text) for name, text in example.shown.items())
    shared = {} if has_archive else area.files  # which the archive has in it
    return "\n".join(
        [
            f"# `{example.code}`\n",
            f"[Index of findings](index.md) › [{area.title}](index.md#{area.name})\n",
            example.text,
            *_severity(codes()[example.code][0]),
            *(_file(name, text) for name, text in {**shared, **example.shown}.items()),
            _console(example.fault.command, print_fault(area.name, example.code).text),
            *_fix(example),
        ]
    )


def _severity(code: Code) -> Iterator[str]:
    if code.kind:
        yield (
            f"Kind: `{code.kind}`; severity: `{DEFAULT_LEVELS[code.kind]}` by default. You can"
            " [choose the severity](../reference/severity.md#kinds-of-findings), or"
            " [accept the finding with a comment](../reference/severity.md#comments-that-accept-findings).\n"
        )
    elif code.severity == "warning":
        yield "This is a warning. It fails a build only with `mkdocs build --strict`.\n"


def _fix(example: Example) -> Iterator[str]:
    shown = {name: text for name, text in example.changed.items() if not _is_archive(name, text)}
    if example.changed and not shown:
        yield example.advice or "To fix it, package the chart again with `helm package`.\n"
        return
    yield example.advice or "To fix it:\n"
    yield from (_file(name, text) for name, text in shown.items())
    if example.fix.command != example.fault.command:
        yield _console(example.fix.command, "")


def _is_archive(name: str, text: str) -> bool:
    return name.endswith(".tgz") and text.startswith("hex:")


def _console(command: str, output: str) -> str:
    return f"```console\n$ {command}\n{output}{output and chr(10)}```\n"


def _file(name: str, text: str) -> str:
    kind, _, rest = text.partition(":")
    if _is_archive(name, text):
        text, name = "...", f"{name} (an archive)"
    elif kind == "hex":
        text = bytes.fromhex(rest).decode("utf-8", "replace")
    elif kind == "link":
        text, name = f"-> {rest}", f"{name} (a symbolic link)"
    elif kind == "size":
        text, name = "...", f"{name} ({int(rest) // 1024 // 1024} MiB and 1 byte)"
    elif kind == "files":
        text, name = "...", f"{name}/ ({int(rest):,} files)"
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f'{fence}{_LANGUAGES.get(Path(name).suffix, "text")} title="{name}"\n{text.rstrip()}\n{fence}\n'


if __name__ == "__main__":
    sys.exit(main())
