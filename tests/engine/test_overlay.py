"""Overlays: one document is applied to another.

The cases contain the result or the messages. A `right` without `---` is placed below the lines of `HEAD`.
`pytest tests/engine/test_overlay.py --regenerate` writes the results to the cases.
"""

from __future__ import annotations

from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from ruamel.yaml.scalarstring import LiteralScalarString

from support import CASES, count_calls, load_yaml
from yschema_engine.evaluate.limits import Limits
from yschema_engine.merge.overlay import apply, merge
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.ytt.template import Evaluator
from yschema_engine.show.findings import draw
from yschema_engine.text.findings import Finding, LimitError
from yschema_engine.text.nodes import Document, Map, MapItem, to_plain, walk
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import read

FOLDER = CASES / "overlay"
HEAD = '#@ load("@ytt:overlay", "overlay")\n---\n'


class Applied:
    """Return the result of applying each text to the result of the previous ones."""

    def __init__(self, *texts: str, limits: Limits = Limits()) -> None:
        sources = {
            f"{n}.yml": Source(f"{n}.yml", t) for n, t in zip(("left", "right", "last"), texts, strict=False)
        }
        evaluator = Evaluator(sources, LoadOptions(limits=limits))
        self.documents = [evaluator.evaluate(s, read(s)).documents[-1] for s in sources.values()]
        self.problems: list[Finding] = []
        self.result = merge(self.documents, self.problems.append)

    @property
    def value(self) -> Any:
        return to_plain(self.result.value)

    def holder(self, key: str) -> MapItem:
        return item(self.result, key)


def item(document: Document, key: str) -> MapItem:
    assert isinstance(document.value, Map)
    return next(i for i in document.value.items if i.key == key)


def _cases() -> list[Any]:
    return [
        pytest.param(path, name, id=f"{path.stem}/{name}")
        for path in sorted(FOLDER.glob("*.yaml"))
        for name in load_yaml(path.read_text(encoding="utf-8"))["cases"]
    ]


@pytest.mark.parametrize(("path", "name"), _cases())
def test_case(path: Path, name: str, request: pytest.FixtureRequest) -> None:
    suite = load_yaml(path.read_text(encoding="utf-8"))
    case = suite["cases"][name]
    right = case["right"] if "---" in case["right"] else HEAD + case["right"]
    applied = Applied(suite["left"], right)
    failed = any(problem.severity == "error" for problem in applied.problems)
    shown: dict[str, Any] = {} if failed else {"gives": applied.value}
    if applied.problems:
        shown["fails" if failed else "warns"] = draw(applied.problems)
    if request.config.getoption("--regenerate"):
        _write(path, name, shown)
    assert shown == {key: value for key, value in case.items() if key != "right"}
    assert list(shown.get("gives") or ()) == list(case.get("gives") or ())


def _write(path: Path, name: str, shown: dict[str, Any]) -> None:
    yaml = YAML(typ="rt")
    yaml.width = 100
    suite = yaml.load(path.read_text(encoding="utf-8"))
    texts = {k: LiteralScalarString(v) if k != "gives" else v for k, v in shown.items()}
    suite["cases"][name] = {"right": suite["cases"][name]["right"], **texts}
    stream = StringIO()
    yaml.dump(suite, stream)
    path.write_text(stream.getvalue(), encoding="utf-8")


SCHEMA = """\
#@schema/title "Name"
#@schema/nullable
name: web
#@schema/title "Ports"
ports:
  #@schema/title "HTTP"
  http: 80
"""


def test_what_is_there_keeps_its_annotations_and_takes_the_new_line() -> None:
    applied = Applied(SCHEMA, '#@schema/title "Other"\nname: api\n')
    name = applied.holder("name")
    assert name.value == "api"
    assert set(name.annotations) == {"schema/title", "schema/nullable"}
    assert name.annotations["schema/title"].args == ("Name",)
    assert str(name.span) == "right.yml:2"


def test_a_map_that_is_merged_into_keeps_its_line() -> None:
    applied = Applied(SCHEMA, "ports:\n  http: 81\n")
    ports = applied.holder("ports")
    assert str(ports.span) == "left.yml:5"
    assert isinstance(ports.value, Map)
    assert str(ports.value.span) == "left.yml:5"
    assert str(ports.value.items[0].span) == "right.yml:2"
    assert ports.value.items[0].annotations["schema/title"].args == ("HTTP",)


@pytest.mark.parametrize("how", ["replace", "match missing_ok=True\n#@overlay/replace or_add=True"])
def test_what_replaces_brings_its_own_annotations(how: str) -> None:
    applied = Applied(SCHEMA, f'#@overlay/{how}\n#@schema/desc "New"\nports:\n- 1\n')
    ports = applied.holder("ports")
    assert "schema/desc" in ports.annotations
    assert "schema/title" not in ports.annotations
    assert ports.span.file == "right.yml"


def test_what_is_new_brings_its_own_annotations() -> None:
    applied = Applied(
        SCHEMA, '#@overlay/match missing_ok=True\n#@schema/desc "New"\nzone:\n  #@schema/nullable\n  a: 1\n'
    )
    zone = applied.holder("zone")
    assert "schema/desc" in zone.annotations
    assert isinstance(zone.value, Map)
    assert "schema/nullable" in zone.value.items[0].annotations


def test_a_computed_value_stands_on_the_line_of_the_overlay() -> None:
    applied = Applied("a: {b: [1]}\n", '#@overlay/replace via=lambda left, right: {"c": left["b"]}\na:\n')
    assert applied.value == {"a": {"c": [1]}}
    assert {h.span.file for h in walk(applied.holder("a"))} <= {"left.yml", "right.yml"}
    assert str(applied.holder("a").span) == "right.yml:2"


def test_neither_side_is_changed() -> None:
    insert = "#@overlay/match by=overlay.all, expects=2\n#@overlay/insert after=True\n"
    right = f"{HEAD}m: {{k: 2}}\nl:\n{insert}- {{k: 3}}\n- [4]\n"
    applied = Applied("m: {k: 1}\nl: [1, 2]\n", right)
    left, overlay = applied.documents
    before = to_plain(left.value), to_plain(overlay.value)
    again = apply(left, overlay, applied.problems.append)
    assert to_plain(again.value) == applied.value == {"m": {"k": 2}, "l": [1, {"k": 3}, 2, {"k": 3}, [4]]}
    assert (
        (to_plain(left.value), to_plain(overlay.value)) == before == ({"m": {"k": 1}, "l": [1, 2]}, before[1])
    )
    of_right, of_result = ({id(h) for h in walk(d)} | values(d) for d in (overlay, again))
    assert not of_right & of_result
    assert not {id(h) for h in walk(again)} & {id(h) for h in walk(applied.result)} - {
        id(h) for h in walk(left)
    }


def values(document: Document) -> set[int]:
    return {id(h.value) for h in walk(document) if isinstance(h.value, Map)}


def test_nothing_to_do_is_the_left_document_itself() -> None:
    applied = Applied("a: {b: {}}\n", "a: {b: {}}\n")
    assert applied.result is applied.documents[0]


def test_three_documents_in_order() -> None:
    applied = Applied("a: 1\n", "#@overlay/match missing_ok=True\nb: 2\n", "#@overlay/remove\na:\nb: 3\n")
    assert applied.value == {"b": 3}
    assert not applied.problems


def test_functions_of_two_files() -> None:
    double = "#@overlay/replace via=lambda left, right: left * 2 + right\na: 0\n"
    assert Applied("a: 3\n", double, double.replace("* 2", "* 10")).value == {"a": 60}


def test_a_file_may_be_applied_onto_many() -> None:
    applied = Applied("a: 1\n", "#@overlay/replace via=lambda left, right: left + right\na: 1\n")
    document = applied.documents[0]
    for number in range(2, 5):
        document = apply(document, applied.documents[1], applied.problems.append)
        assert to_plain(document.value) == {"a": number}


def test_a_function_without_an_end_ends_the_run() -> None:
    forever = "#@ def f(left, right):\n#@   for i in range(1000000000):\n#@     left = i\n#@   end\n#@ end\n"
    with pytest.raises(LimitError, match="takes more than"):
        Applied("a: 1\nb: 1\n", f"{forever}#@overlay/replace via=f\na: 1\n", limits=Limits(seconds=0.3))


def _merge_items(count: int) -> None:
    left, right = ("m:\n" + "".join(f"  k{n}: {v}\n" for n in range(count)) for v in "12")
    applied = Applied(left, right)
    assert not applied.problems
    assert applied.value == {"m": {f"k{n}": 2 for n in range(count)}}


def test_work_grows_in_proportion_to_the_items() -> None:
    _merge_items(100)  # the first call fills caches
    few, many = (count_calls(partial(_merge_items, count)) for count in (500, 1000))
    assert many < 2.1 * few
