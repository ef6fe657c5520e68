"""Each finding is documented with an example of the fault and of the fix, and both are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from finding_cases import Area, Example, Printed, print_findings
from findings import codes, examples, index, page, print_fault, write
from yschema_engine.release import DOCUMENTATION
from yschema_engine.show.findings import help_address

EXAMPLES = [pytest.param(area, example, id=f"{area.name}/{example.code}") for area, example in examples()]
NAMES = [example.code for _, example in examples()]


def test_codes_have_different_names() -> None:
    repeated = [name for name, records in codes().items() if len(records) > 1]
    assert not repeated, f"two records of the code {repeated[0]!r}: give one of them another name"


def test_every_code_has_an_example() -> None:
    missing = sorted(codes().keys() - set(NAMES))
    assert not missing, f"the code {missing[0]!r} has no example in tests/cases/findings"


def test_every_example_has_a_code() -> None:
    unknown = sorted(set(NAMES) - codes().keys())
    assert not unknown, f"tests/cases/findings has an example of {unknown[0]!r}, and no such code exists"


def test_every_code_has_one_example() -> None:
    assert len(NAMES) == len(set(NAMES))


@pytest.mark.parametrize(("area", "example"), EXAMPLES)
def test_fault_is_reported(area: Area, example: Example) -> None:
    printed = print_fault(area.name, example.code)
    assert example.code in printed.messages, (
        f"the fault of {area.name}/{example.code} does not report this code:\n{printed.text}"
    )


@pytest.mark.parametrize(("area", "example"), EXAMPLES)
def test_fix_reports_nothing(area: Area, example: Example) -> None:
    printed = print_findings(example.fix)
    assert printed == Printed("", {}), f"the fix of {area.name}/{example.code} reports:\n{printed.text}"


@pytest.mark.parametrize(("area", "example"), EXAMPLES)
def test_page_shows_the_message(area: Area, example: Example) -> None:
    text = page(area, example)
    assert text.startswith(f"# `{example.code}`\n") and text.endswith("\n")
    assert print_fault(area.name, example.code).text in text


@pytest.mark.parametrize("name", NAMES)
def test_messages_link_to_the_page(name: str) -> None:
    address = help_address(codes()[name][0]).removeprefix(DOCUMENTATION)
    assert address == f"/findings/{name}/"


def test_index_lists_every_code() -> None:
    assert re.findall(r"^\| \[`(.*?)`\]\(\1\.md\) \|", index(), re.MULTILINE) == NAMES


def test_pages_are_kept_while_nothing_changes(tmp_path: Path) -> None:
    write(tmp_path)
    assert {path.stem for path in tmp_path.glob("*.md")} == {"index", *NAMES}
    (tmp_path / "index.md").write_text("kept", encoding="utf-8")
    write(tmp_path)
    assert (tmp_path / "index.md").read_text(encoding="utf-8") == "kept"
