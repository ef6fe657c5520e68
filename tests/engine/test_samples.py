"""Samples: complete values files."""

from __future__ import annotations

from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine import File, load_schema
from yschema_engine.docs.sample_files import check_sample
from yschema_engine.show.findings import english

DATA: dict[str, Any] = load_yaml((CASES / "samples.yaml").read_text("utf-8"))


def files_of(texts: dict[str, str]) -> list[File]:
    return [
        File(name, name, bytes.fromhex(text[4:]) if text.startswith("hex:") else text.encode())
        for name, text in texts.items()
    ]


@pytest.mark.parametrize("name", DATA["cases"])
def test_samples(name: str) -> None:
    case = DATA["cases"][name]
    schema = load_schema(files_of({"schema.yaml": DATA["schemas"]["app"]}))
    found = check_sample(schema, files_of(case["files"]), files_of(case.get("libraries", {})))
    assert len(found) == len(case["found"]), found
    for finding, expected in zip(found, case["found"], strict=True):
        place, words = expected.split(": ", 1)
        at, _, path = place.partition(" ")
        assert (str(finding.span or "-"), finding.path_text) == (at, path.strip())
        told = [english(finding, name) for name in ("message", "found", "expected", "rule", "hint")]
        assert words in " ".join(told)
        assert finding.kind == "samples"
        assert finding.severity == case.get("severity", "error")
