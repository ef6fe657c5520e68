"""The page about errors lists every key and every stage of messages in JSON."""

from __future__ import annotations

import json
import re
from typing import get_args

from walkthrough import ROOT
from yschema_engine.show.findings import draw
from yschema_engine.text.findings import Code, Severity, Stage, finding
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import phrase
from yschema_engine.text.source import Source, Span

TEXT = (ROOT / "docs/reference/errors.md").read_text(encoding="utf-8")
AT = Span(Source("schema.yaml", "a: 1\n"), 1)
CODE = Code("c", phrase("m"), "schema", phrase("f"), phrase("e"), phrase("h"), kind="examples")
WHOLE = finding(CODE, AT, path=Path(["a"]), related=(("p", AT),), declared=AT, rule="r", by=AT, when="w")
COLUMNS = {"column", "endColumn"}
SCHEMA = json.loads((ROOT / "docs/reference/finding.schema.json").read_text(encoding="utf-8"))


def test_keys() -> None:
    table = TEXT.partition("| Key |")[2].partition("\n\n")[0]
    keys = re.findall("`([a-z]+)`", " ".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)))
    assert keys == list(json.loads(draw([WHOLE], "json")))


def test_keys_of_the_schema() -> None:
    properties = SCHEMA["properties"]
    assert [key for key in properties if key not in COLUMNS] == list(json.loads(draw([WHOLE], "json")))
    assert properties["stage"]["enum"] == list(get_args(Stage))
    assert properties["severity"]["enum"] == list(get_args(Severity))


def test_stages() -> None:
    (row,) = re.findall(r"^\| `stage` \| (.*) \|$", TEXT, re.MULTILINE)
    assert re.findall("`([a-z]+)`", row) == list(get_args(Stage))
