"""The table of keywords names what the library and pages check, and what the cases show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine.compiled.dialects import DIALECTS
from yschema_engine.read.kubernetes.words import STRUCTURAL
from yschema_engine.schema.schema_keywords import KEYWORDS, keyword_of

DRAFTS = {"7": "draft-07/schema", "2019-09": "draft/2019-09/schema", "2020-12": "draft/2020-12/schema"}
SCRIPT = CASES.parent.parent / "themes/yschema_themes/base/js/src/my-values/keywords.ts"
ONLY_REFERENCES = {"$dynamicRef", "$recursiveRef"}  # which the compiled form resolves
TESTED_ELSEWHERE = {"format", "x-kubernetes-list-map-keys", *ONLY_REFERENCES}


@pytest.mark.parametrize("draft", DRAFTS)
def test_a_draft_has_the_keywords_that_the_library_checks(draft: str) -> None:
    validator = DIALECTS[next(uri for uri in DIALECTS if uri.endswith(DRAFTS[draft]))].validator
    assert {name for name, each in KEYWORDS.items() if draft in each.drafts} == {*validator.VALIDATORS}


def test_the_keywords_of_kubernetes_are_in_the_table() -> None:
    assert {*STRUCTURAL.validator.VALIDATORS} - {*KEYWORDS} == set()


def test_pages_check_the_keywords_that_the_table_says() -> None:
    table = SCRIPT.read_text("utf-8").split("export const KEYWORDS: Record<string, Find> = {")[1]
    checked = set(re.findall(r'(?m)^  \*?"?([\w$-]+)"?[:(,]', table))
    decisive = {name for name, each in KEYWORDS.items() if each.drafts}
    # `dependencies` stands for both halves of it, and `unresolved` for a reference that is not followed.
    assert decisive - ONLY_REFERENCES - {"dependentRequired"} | {"unresolved"} == checked


def test_each_keyword_has_a_case_for_the_library_the_page_and_exports() -> None:
    cases = load_yaml((CASES / "round-trips.yaml").read_text("utf-8"))
    shown = {name for schemas in cases.values() for schema in schemas for name in names(schema)}
    assert {name for name, each in KEYWORDS.items() if each.drafts} - TESTED_ELSEWHERE - shown == set()


def test_a_name_that_is_no_keyword_holds_no_schemas() -> None:
    assert [keyword_of(name).holds for name in ("x-other", "nullable", 1, None)] == ["data"] * 4


def names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    for each in value if isinstance(value, list) else ():
        yield from names(each)
