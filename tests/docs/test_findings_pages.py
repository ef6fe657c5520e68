"""Each finding is documented with an example of the fault and of the fix, and both are right."""

from __future__ import annotations

import pytest

from finding_cases import Area, Example, Printed, areas, print_findings
from findings import PAGES, codes, index, page, print_fault, read

AREAS = [pytest.param(area, id=area.name) for area in areas()]
EXAMPLES = [
    pytest.param(area, example, id=f"{area.name}/{example.code}")
    for area in areas()
    for example in area.examples
]
NAMES = [example.code for area in areas() for example in area.examples]


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


@pytest.mark.parametrize("area", AREAS)
def test_page_is_up_to_date(area: Area) -> None:
    file = PAGES / f"{area.name}.md"
    assert read(file) == page(area), f"{file.name} is out of date: run `make findings`"


def test_index_is_up_to_date() -> None:
    assert read(PAGES / "index.md") == index(areas()), "index.md is out of date: run `make findings`"
