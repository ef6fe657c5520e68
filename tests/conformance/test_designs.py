"""The samples of the design documents give the results that the documents state.

Each file is a sample. `source` says where it comes from, `mended` lists the corrected typing errors, and
`cases` contains cases in the conformance format, each of which extends the common part. In addition to that
format:

- `error` lists every violation; `says` is a part of its report.
- `warnings` lists the warnings of a case with `values`.
- `schema` contains, by path, the facts of a field in `--schema-inspect` (null: no such field).
- `shows` contains, by output format, parts of the output.
- `rendered`, of the sample, lists parts of all its documents.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from conformance_cases import inputs_of, matches, reported, run_case, shown_in
from support import CASES, Command, load_yaml

DATA = ("yaml", "openapi-v3", "json-schema")
DOCUMENTS = ("html", "html-page", "markdown")
SAMPLES = {
    path.relative_to(CASES / "designs").with_suffix("").as_posix(): load_yaml(
        path.read_text(encoding="utf-8")
    )
    for path in sorted((CASES / "designs").rglob("*.yaml"))
}


def _cases() -> Iterator[Any]:
    for name, sample in SAMPLES.items():
        for number, case in enumerate(sample["cases"], 1):
            files = {**sample.get("files", {}), **case.get("files", {})}
            expect = dict(case["expect"])
            if "values" in expect:  # JSON output has sorted keys
                expect["values"] = json.loads(json.dumps(expect["values"], sort_keys=True))
            yield pytest.param({**case, "files": files, "expect": expect}, id=f"{name}-{number}")


@pytest.mark.parametrize("case", list(_cases()))
def test_has_the_result_that_its_text_states(case: dict[str, Any], yschema: Command) -> None:
    expected = case["expect"]
    if "schema" in expected:
        assert _wrong_facts(case, yschema) == []
    elif "shows" in expected:
        assert list(_not_shown(case, yschema)) == []
    else:
        problem = run_case(case, yschema)
        assert not problem, problem
        if "openapi" not in expected:
            _only(case, yschema)


def _only(case: dict[str, Any], yschema: Command) -> None:
    """Fail unless the reports are exactly those that the case expects."""
    files, inputs = inputs_of(case)
    expected = case["expect"]
    found = reported(yschema(*inputs, *shown_in(case), "--error-format", "json", files=files).err)
    for severity, wanted in (
        ("error", expected["error"]["violations"] if "error" in expected else []),
        ("warning", expected.get("warnings", [])),
    ):
        ours = [r for r in found if r["severity"] == severity]
        for one in wanted:
            assert any(_says(one, r) for r in ours), (one, ours)
        assert len(ours) == len(wanted), ours


def _says(wanted: dict[str, Any], found: dict[str, Any]) -> bool:
    text = " ".join(str(found.get(key, "")) for key in ("message", "found", "expected", "rule", "hint"))
    exact = all(
        wanted[key] in str(found.get(key, "")) for key in ("found", "expected", "declared") if key in wanted
    )
    return matches(wanted, found) and exact and str(wanted.get("says", "")) in text


def _wrong_facts(case: dict[str, Any], yschema: Command) -> list[str]:
    ours = dict(_facts(json.loads(_shown(case, "json", yschema))["schema"]))
    return [
        f"{path}: {key} is {ours.get(path, {}).get(key)!r}, expected {wanted!r}"
        for path, facts in case["expect"]["schema"].items()
        for key, wanted in facts.items()
        if path not in ours or ours[path].get(key) != wanted
    ]


def _facts(field: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield field.get("path", ""), field
    for below in (*field.get("fields", ()), *([field["items"]] if "items" in field else [])):
        yield from _facts(below)


def _not_shown(case: dict[str, Any], yschema: Command) -> Iterator[str]:
    for form, texts in case["expect"]["shows"].items():
        shown = _shown(case, form, yschema)
        yield from (text for text in texts if text not in shown)


def _shown(case: dict[str, Any], form: str, yschema: Command) -> str:
    files, inputs = inputs_of(case)
    result = yschema(*inputs, "--schema-inspect", "-o", form, files=files)
    assert result.status == 0, result.err
    return result.out


@pytest.mark.parametrize("form", DATA)
@pytest.mark.parametrize("name", [name for name, sample in SAMPLES.items() if "files" in sample])
def test_shows_its_schema_as_data(name: str, form: str, yschema: Command) -> None:
    assert _shown(SAMPLES[name], form, yschema)


@pytest.mark.parametrize("form", DOCUMENTS)
@pytest.mark.parametrize("name", [name for name, sample in SAMPLES.items() if sample.get("rendered")])
def test_shows_its_schema_as_a_document(name: str, form: str, yschema: Command) -> None:
    shown = _shown(SAMPLES[name], form, yschema)
    assert [path for path in SAMPLES[name]["rendered"] if path not in shown] == []
