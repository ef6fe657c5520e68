"""A path renders itself: as dotted text, anchor, JSON pointer, flag and nested YAML."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from yschema_engine.text.paths import ANY_ITEM, ROOT, OpenKey, OtherKey, Path
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.printing import to_yaml

SPAN = Span(Source("s.yaml", ""), 1)


@dataclass(frozen=True)
class Forms:
    text: str
    anchor: str
    pointer: str
    flag: str | None
    nested: str


FORMS = {
    "document": (ROOT, Forms("", "n", "", None, "1")),
    "keys": (
        Path(("a", "b_c-D9")),
        Forms("a.b_c-D9", "n.a.b_c-D9", "/a/b_c-D9", "a.b_c-D9", "{a: {b_c-D9: 1}}"),
    ),
    "dot": (Path(("tls.crt",)), Forms("tls.crt", "n.tls~2Ecrt", "/tls.crt", None, "{tls.crt: 1}")),
    "slash": (Path(("x y/z",)), Forms("x y/z", "n.x~20y~2Fz", "/x y~1z", "x y/z", "{x y/z: 1}")),
    "tilde": (Path(("a~b",)), Forms("a~b", "n.a~7Eb", "/a~0b", "a~b", "{a~b: 1}")),
    "letter": (Path(("é",)), Forms("é", "n.~C3~A9", "/é", "é", "{é: 1}")),
    "empty": (Path(("",)), Forms("", "n.~", "/", None, '{"": 1}')),
    "below-empty": (Path(("", "a")), Forms(".a", "n.~.a", "//a", None, '{"": {a: 1}}')),
    "integer": (Path((OtherKey(502),)), Forms("502", "n.~21~21int~20502", "/502", None, "{502: 1}")),
    "text-of-an-integer": (Path(("502",)), Forms("502", "n.502", "/502", "502", '{"502": 1}')),
    "null": (Path((OtherKey(None),)), Forms("null", "n.~21~21null~20null", "/null", None, "{null: 1}")),
    "open": (
        Path(("db", OpenKey("_x", "<name>_x"), "port")),
        Forms("db.<name>_x.port", "n.db._x.port", "/db/<name>_x/port", None, "{db: {<name>_x: {port: 1}}}"),
    ),
    "item": (Path(("a", 1, "b")), Forms("a[1].b", "n.a.b", "/a/1/b", None, "{a: [{b: 1}]}")),
    "any-item": (Path(("a", ANY_ITEM, "b")), Forms("a[].b", "n.a.b", "/a/-/b", None, "{a: [{b: 1}]}")),
    "arrays": (Path(("a", ANY_ITEM, ANY_ITEM)), Forms("a[][]", "n.a", "/a/-/-", None, "{a: [[1]]}")),
    "document-is-an-array": (
        Path((ANY_ITEM, "user")),
        Forms("[].user", "n.user", "/-/user", None, "[{user: 1}]"),
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_forms(name: str) -> None:
    path, forms = FORMS[name]
    nested = to_yaml(path.nest(1, SPAN), flow=True).rstrip()
    assert Forms(str(path), path.anchor("n"), path.json_pointer, path.flag, nested) == forms


@pytest.mark.parametrize("name", FORMS)
def test_a_flag_leads_back_to_its_path(name: str) -> None:
    path, forms = FORMS[name]
    assert forms.flag is None or Path.from_flag(forms.flag) == path


def test_steps() -> None:
    path = ROOT.key("a").item(2).key(1)
    assert path == ("a", 2, OtherKey(1))
    assert path.parent == ("a", 2)
    assert path.field == ("a", ANY_ITEM, OtherKey(1))
    assert path.keys == ("a", OtherKey(1))
    assert path.name == "1"
    assert ROOT.key("a").any_item == ("a", ANY_ITEM)
    assert ROOT.key("a").key("b").open_key("b", "<name>") == ("a", OpenKey("b", "<name>"))
    assert ROOT.parent == ROOT
    assert isinstance(path + ROOT, Path)


STARTS = {
    "the same": (Path(("a", 0)), Path(("a", 0)), True),
    "below": (Path(("a", 0, "b")), Path(("a",)), True),
    "of the document": (Path(("a",)), ROOT, True),
    "another with the same letters": (Path(("ab",)), Path(("a",)), False),
    "above": (Path(("a",)), Path(("a", "b")), False),
}


@pytest.mark.parametrize("name", STARTS)
def test_starts_with(name: str) -> None:
    path, other, starts = STARTS[name]
    assert path.starts_with(other) is starts
