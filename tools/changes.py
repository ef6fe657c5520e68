"""Generate `docs/reference/changes.md` from the examples of changes (`make changes`).

With `--check`, change nothing, and report whether the page is out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ruamel.yaml import YAML

from yschema_engine.compare.changes import CHANGE_CODES, Axis, ChangeCode

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests/cases/compare/codes.yaml"
PAGE = ROOT / "docs/reference/changes.md"
AGREEMENT = ROOT / "tests/cases/compare/agreement.md"
INTRODUCTION = ROOT / "tests/cases/compare/introduction.md"
DISAGREEMENTS = ROOT / "tests/cases/compare/disagreements.md"
_NOTE = "<!-- Generated from tests/cases/compare: change the cases, and run `make changes`. -->\n"
_TITLES: Mapping[Axis, str] = MappingProxyType(
    {"acceptance": "Acceptance", "effect": "Effect", "words": "Words"}
)
_TOOLS = ("oasdiff", "crdify", "buf")


def main() -> int:
    """Write the page if it is out of date; with `--check`, report that instead."""
    is_check = "--check" in sys.argv[1:]
    text = page()
    is_outdated = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text
    if is_outdated and is_check:
        print(f"{PAGE.relative_to(ROOT)} is out of date: run `make changes`")
    elif is_outdated:
        PAGE.write_text(text, encoding="utf-8")
    return int(is_check and is_outdated)


def page() -> str:
    """Return what the page should contain."""
    cases = YAML(typ="safe", pure=True).load(CASES.read_text(encoding="utf-8"))
    parts = [_NOTE, INTRODUCTION.read_text(encoding="utf-8")]
    for axis, title in _TITLES.items():
        parts += [f"## {title}\n", *_table(axis, cases)]
    parts += [DISAGREEMENTS.read_text(encoding="utf-8"), AGREEMENT.read_text(encoding="utf-8")]
    parts += ["## Examples\n", *_examples(cases)]
    return "\n".join(parts)


def _table(axis: Axis, cases: Mapping[str, Any]) -> Iterator[str]:
    rows = [
        _row(code, cases[name]) for name, code in CHANGE_CODES.items() if code.axis == axis and name in cases
    ]
    head = f"| Code | Level | Message | {' | '.join(_TOOLS)} |\n|{'---|' * (3 + len(_TOOLS))}\n"
    yield f"{head}{''.join(rows)}"


def _row(code: ChangeCode, case: Mapping[str, Any]) -> str:
    others = (_other(case["elsewhere"][tool]) for tool in _TOOLS)
    message = code.message.template.replace("{successor}", "…")
    return f"| [`{code.name}`](#{code.name}) | {code.level} | {message} | {' | '.join(others)} |\n"


def _other(report: str) -> str:
    """Return the cell for what another tool reports: the name of a check and, if it is given, its level."""
    name, _, level = report.partition(" ")
    return "" if name == "-" else f"`{name}`{level and ', ' + level}"


def _examples(cases: Mapping[str, Any]) -> Iterator[str]:
    for name, case in cases.items():
        yield f"### `{name}` {{ #{name} }}\n"
        yield f"{case['text'].strip()}\n"
        # Without titles, these blocks are not files of a walkthrough.
        yield f'<div class="grid" markdown>\n\n{_block(case["old"])}\n{_block(case["new"])}\n</div>\n'


def _block(text: str) -> str:
    return f"```yaml\n{text.rstrip()}\n```\n"


if __name__ == "__main__":
    sys.exit(main())
