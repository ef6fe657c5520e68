"""Charts: what their values, comments, schemas and dependencies say, and the findings about them."""

from __future__ import annotations

import gzip
import io
import tarfile
from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine import File, UsageError, check_plain, load_schema
from yschema_engine.docs.accepted_findings import Suppressions, in_file
from yschema_engine.read.options import LoadOptions
from yschema_engine.show.inspect import inspect
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.nodes import to_plain
from yschema_engine.values.check import check_input_samples

SUITES = {path: load_yaml(path.read_text("utf-8")) for path in sorted((CASES / "charts").glob("*.yaml"))}
CASES_BY_NAME = [
    pytest.param(case, id=f"{path.stem}/{name}")
    for path, cases in SUITES.items()
    for name, case in cases.items()
]
CHART = "apiVersion: v2\nname: lantern\nversion: 1.0.0\n"


def files_of(case: dict[str, Any]) -> list[File]:
    """Return the files of a case; a map stands for an archive, and null for no file."""
    texts = {"Chart.yaml": CHART, **case["files"]}
    return [
        File(name, name, archive(text) if isinstance(text, dict) else text.encode())
        for name, text in texts.items()
        if text is not None
    ]


def archive(texts: dict[str, str | bytes]) -> bytes:
    """Return an archive; `link:` and a path stand for a symbolic link."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as tar:
        for name, text in texts.items():
            member = tarfile.TarInfo(name)
            if isinstance(text, str) and text.startswith("link:"):
                member.type, member.linkname = tarfile.SYMTYPE, text[5:]
                tar.addfile(member)
            else:
                content = text if isinstance(text, bytes) else text.encode()
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
    return data.getvalue()


def bomb(name: str) -> list[File]:
    """Return inputs that take much more memory, or many more files, than they have bytes."""
    chart = archive({"c/Chart.yaml": CHART, "c/values.yaml": "a: 1\n"})
    start = gzip.decompress(chart)[:2048]
    large = tarfile.TarInfo("x")
    large.size = 1 << 30
    zeros = gzip.compress(bytes(16 << 20))
    charts = {
        f"c/charts/d{n}.tgz": archive({"d/Chart.yaml": CHART, "d/f": "0" * (12 << 20)}) for n in range(6)
    }
    empty = {f"c/templates/{n}": "" for n in range(3000)}
    match name:
        case "a header in a second stream":
            large.type = tarfile.XHDTYPE
            return [File("a.tgz", "a.tgz", gzip.compress(start + large.tobuf()) + zeros * 5)]
        case "a long name in a second stream":
            large.type = tarfile.GNUTYPE_LONGNAME
            return [File("a.tgz", "a.tgz", gzip.compress(start + large.tobuf()) + zeros * 5)]
        case "zeros behind the end":
            return [File("a.tgz", "a.tgz", chart + zeros * 5)]
        case "archives in a folder":
            return [File(n, n, data) for n, data in {"c/Chart.yaml": CHART.encode(), **charts}.items()]
        case "archives in an archive":
            return [File("a.tgz", "a.tgz", archive({"c/Chart.yaml": CHART, **charts}))]
        case _:
            files = {
                "c/Chart.yaml": CHART,
                **empty,
                "c/charts/d.tgz": archive({"d/Chart.yaml": CHART, **empty}),
            }
            return [File("a.tgz", "a.tgz", archive(files))]


@pytest.mark.parametrize(
    "name",
    [
        "a header in a second stream",
        "a long name in a second stream",
        "zeros behind the end",
        "archives in a folder",
        "archives in an archive",
        "files in both of two archives",
    ],
)
def test_bombs(name: str) -> None:
    with pytest.raises(UsageError) as error:
        load_schema(bomb(name))
    assert [each.code.name for each in error.value.findings] == ["archive-too-large"]


def test_an_archive_of_several_streams() -> None:
    data = gzip.decompress(archive({"c/Chart.yaml": CHART, "c/values.yaml": "a: 1\n"}))
    streams = gzip.compress(data[:700]) + gzip.compress(data[700:])
    assert load_schema([File("c.tgz", "c.tgz", streams)]).find("a") is not None


def flat(entry: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of all fields by their paths."""
    found = {}
    for inner in (*entry.get("fields", ()), *([entry["items"]] if "items" in entry else ())):
        found |= {inner["path"]: inner, **flat(inner)}
    return found


def shown(finding: Finding) -> str:
    return " ".join(filter(None, (str(finding.span or "-"), finding.code.name, finding.path_text)))


@pytest.mark.parametrize("case", CASES_BY_NAME)
def test_charts(case: dict[str, Any]) -> None:
    files = files_of(case)
    options = LoadOptions(kind=case.get("from", "auto"))
    if "error" in case:
        with pytest.raises((EngineError, UsageError)) as error:
            load_schema(files, options)
        assert [shown(each) for each in error.value.findings] == case["error"]
        return
    schema = load_schema(files, options)
    known = to_plain(inspect([schema]))["schema"]
    fields = flat(known)
    for path, expected in case.get("fields", {}).items():
        if expected is None:
            assert path not in fields
            continue
        entry = fields[path] | {"origin": fields[path].get("sources", {}).get("type", {}).get("origin")}
        assert (path, {key: entry.get(key) for key in expected}) == (path, expected)
    for key in ("title", "metadata", "deprecated"):
        if key in case:
            assert known.get(key) == case[key]
    if "accepted" in case:
        accepting = Suppressions()
        for file in files:
            accepting.add(in_file(file).suppressions)
        left = accepting.filter(schema.findings)
        assert [each for each in map(shown, schema.findings) if each not in map(shown, left)] == case[
            "accepted"
        ]
    if "sections" in case:
        assert [[each.name, each.description] for each in schema.sections] == case["sections"]
    findings = [*schema.findings, *check_input_samples(schema)]
    assert [shown(each) for each in findings] == case.get("findings", [])
    for check in case.get("values", []):
        checked = check_plain(schema, check["value"])
        assert [f"{each.code.name} {each.path_text}" for each in checked.findings] == check["findings"]


def test_tags_without_keys_have_hints_unless_there_are_many() -> None:
    keys = [f"lantern{n:03}colour" for n in range(200)]
    text = "".join(f"## @param {key}r Its colour\n{key}: red\n" for key in keys)
    schema = load_schema(files_of({"files": {"values.yaml": text}}))
    lost = [each for each in schema.findings if each.code.name == "chart-tag-without-key"]
    has_key = ["did you mean" in str(each.params["hint"]) for each in lost]
    assert has_key == [True] * 100 + [False] * 100


def test_a_hint_for_a_tag_names_no_key_of_another_level() -> None:
    tags = ("image.digest", "metrics.serviceMonitor.enabled", "job.image.digst")
    text = "".join(f"## @param {tag} Text\n" for tag in tags)
    values = "job:\n  image:\n    digest: a\nmetrics:\n  service: {port: 80}\n"
    schema = load_schema(files_of({"files": {"values.yaml": text + values}}))
    hints = [
        str(each.params["hint"]) for each in schema.findings if each.code.name == "chart-tag-without-key"
    ]
    assert ["job.image.digest" in hint for hint in hints] == [False, False, True]
    assert ["did you mean" in hint for hint in hints] == [False, False, True]
