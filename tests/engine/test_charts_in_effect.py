"""Values in effect are those that Helm renders with, and pages check them in the same way."""

from __future__ import annotations

from typing import Any

import pytest

from page_checker import Job, differences
from support import CASES, load_yaml
from yschema_engine import File, Schema, load_schema
from yschema_engine.values.check import Checked, check_values
from yschema_engine.values.sources import plain_documents, reading

CHARTS: dict[str, dict[str, Any]] = load_yaml((CASES / "charts-in-effect.yaml").read_text("utf-8"))

# Pages do not have the values of libraries, and do not know which keys of a dependency its parent sets.
ONLY_ENGINE = ('{"db": null}',)


def chart(case: dict[str, Any]) -> Schema:
    files = [File(f"web/{name}", f"web/{name}", text.encode()) for name, text in case["files"].items()]
    return load_schema(files)


def checked(schema: Schema, text: str) -> Checked:
    return check_values(
        schema, plain_documents(File("values.yaml", "values.yaml", text.encode()), reading(schema))
    )


@pytest.mark.parametrize("name", CHARTS)
def test_values_in_effect_are_those_of_helm(name: str) -> None:
    schema = chart(CHARTS[name])
    for each in CHARTS[name]["values"]:
        result = checked(schema, each["text"])
        assert (each["text"], result.valid) == (each["text"], "in_effect" in each)
        if "in_effect" in each:
            assert (each["text"], result.plain) == (each["text"], each["in_effect"])


def test_pages_find_what_the_engine_finds() -> None:
    cases = [
        case for case in CHARTS.values() if not any('"library"' in text for text in case["files"].values())
    ]
    texts = [[each["text"] for each in case["values"] if each["text"] not in ONLY_ENGINE] for case in cases]
    jobs = [Job(chart(case), each) for case, each in zip(cases, texts, strict=True)]
    found = differences(jobs)
    assert [f"{each.text}\npage:   {each.page}\nengine: {each.engine}" for each in found] == []
