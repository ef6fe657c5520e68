"""Findings about the data values in shell commands of documentation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine import File, Finding, Source, as_text, load_schema
from yschema_engine.docs.calls import CallContext, check_call, find_calls
from yschema_engine.show.findings import english

DATA: dict[str, Any] = load_yaml((CASES / "shell-lines.yaml").read_text(encoding="utf-8"))
SCHEMA = load_schema([File("s.yaml", "s.yaml", DATA["schema"].encode())])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the files of the cases."""
    folder = tmp_path_factory.mktemp("lines")
    for name, text in DATA["files"].items():
        (folder / name).write_text(text)
    return folder


def short(finding: Finding) -> str:
    d = finding
    assert d.span is not None, as_text([d])
    place = str(d.span.line) if d.span.file == "lines" else f"{Path(d.span.file).name}:{d.span.line}"
    message = english(d, "message")
    return f"{place}: {d.path}: {message}" if d.path else f"{place}: {message}"


@pytest.mark.parametrize("name", DATA["cases"])
def test_what_is_wrong(folder: Path, name: str) -> None:
    case = DATA["cases"][name]
    source = Source("lines", case["lines"])
    around = CallContext(source, [folder / "nowhere", folder])
    calls = find_calls(source.text)
    complete = case.get("complete", False)
    told = [d for call in calls for d in check_call(SCHEMA, call, around, complete=complete)]
    found, expected = [short(d) for d in told], case.get("found", [])
    assert len(found) == len(expected), found
    assert all(text.startswith(words) for words, text in zip(expected, found, strict=True)), found
    text = re.sub(" +", " ", as_text(told))
    assert not [words for words in case.get("also", ()) if words not in text], text


def test_lines_beyond_all_reason_end_well() -> None:
    for text in ("$(" * 5000, "((" * 5000, '"`' * 5000, "<<" * 500, "\\", "<", "$", "${", "$'x", "&" * 99):
        find_calls(f"ytt -v a={text}\nytt -f config -v host=x")
