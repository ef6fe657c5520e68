"""The documentation model contains the facts about each field."""

from __future__ import annotations

import pytest
from yschema_engine.reference import Field, Reference, anchor, build_reference
from yschema_engine.reference.build import humanise

from yschema_engine.frontends.ytt.files.inputs import File
from yschema_engine.frontends.ytt.files.load import load_schema

SCHEMA = """\
#@data/values-schema
---
#@schema/title "The name"
#@schema/desc "What it is *called*."
name: ""
tls.crt: x
502: page
#@schema/default {"cpu": "2"}
limits:
  cpu: 500m
  memory: 1Gi
#@schema/nullable
proxy:
  #@schema/default "p"
  host: h
#@schema/examples ("One", [{"path": "/"}]), ("", [])
routes:
#@schema/desc "A route."
- path: ""
  weights:
  - - 1.5
#@schema/type any=True
extra: {a: [1]}
#@schema/deprecated ""
old: false
#@schema/nullable
zones:
- ""
nothing: {}
"""


@pytest.fixture(scope="module")
def reference() -> Reference:
    return build_reference(load_schema([File("s.yml", "s.yml", SCHEMA.encode())]), "app")


FIELDS = [
    ("name", {"title": "The name", "type": "string", "default": '""', "description": "What it is *called*."}),
    ("tls.crt", {"name": "tls.crt", "anchor": "app.tls~2Ecrt", "title": "Tls crt", "default": "x"}),
    ("!!int 502", {"anchor": "app.~21~21int~20502", "default": "page"}),
    ("limits", {"type": "map", "default": None, "kind": "map"}),
    ("limits.cpu", {"default": '"2"', "anchor": "app.limits.cpu"}),
    ("limits.memory", {"default": "1Gi"}),
    ("proxy", {"type": "map or null", "default": "null", "nullable": True}),
    ("proxy.host", {"default": "p"}),
    ("routes", {"type": "list of maps", "default": "[]", "kind": "array", "anchor": "app.routes"}),
    ("routes[].path", {"anchor": "app.routes.path", "default": '""'}),
    ("routes[].weights", {"type": "list of lists of floats"}),
    ("extra", {"type": "any", "kind": "any", "default": "a:\n- 1"}),
    ("old", {"deprecated": "", "default": "false"}),
    ("zones", {"type": "list of strings, or null", "default": "null"}),
    ("nothing", {"type": "map", "default": "{}"}),
]


@pytest.mark.parametrize(("path", "facts"), FIELDS)
def test_fields(reference: Reference, path: str, facts: dict[str, object]) -> None:
    field = reference.find(path)
    assert field is not None
    assert {key: getattr(field, key) for key in facts} == facts
    assert field.path == path


def test_order_is_the_schemas(reference: Reference) -> None:
    paths = [field.path for field in reference.root.walk()]
    assert paths == [path for path, _ in FIELDS]


def test_items_are_described(reference: Reference) -> None:
    routes = reference.find("routes")
    assert routes is not None and routes.items is not None
    assert (routes.items.path, routes.items.description, routes.items.default) == (
        "routes[]",
        "A route.",
        None,
    )
    assert [(e.description, e.yaml) for e in routes.examples] == [("One", "- path: /"), ("", "[]")]


@pytest.mark.parametrize("path", ["nope", "limits.nope", "routes[].nope", "name.x"])
def test_unknown_paths(reference: Reference, path: str) -> None:
    assert reference.find(path) is None


ODD = """\
#@data/values-schema
---
a.b: {c: 1}
a: {b: {c: 2}}
"": {a: 3}
null: {a: 4}
true: {a: 5}
"null": {a: 6}
名: {x/y: 7}
"""
PLACES = {  # a query: the path that it returns, and its default
    "a.b.c": ("a.b.c", "2"),
    "a~2Eb.c": ("a.b.c", "1"),
    ".a": (".a", "3"),
    "~.a": (".a", "3"),
    "!!null null.a": ("!!null null.a", "4"),
    "!!bool true.a": ("!!bool true.a", "5"),
    "null.a": ("null.a", "6"),
    "名.x/y": ("名.x/y", "7"),
    "~E5~90~8D.x~2Fy": ("名.x/y", "7"),
}


@pytest.mark.parametrize("asked", PLACES)
def test_keys_of_any_kind_are_told_apart(asked: str) -> None:
    reference = build_reference(load_schema([File("s.yml", "s.yml", ODD.encode())]), "app")
    found = reference.find(asked)
    assert found
    assert (found.path, found.default) == PLACES[asked]


def test_a_document_is_no_field_with_an_empty_key() -> None:
    root = build_reference(load_schema([File("s.yml", "s.yml", ODD.encode())]), "app").root
    assert root.is_document
    assert not any(field.is_document for field in root.walk())


def test_anchors_are_unique(reference: Reference) -> None:
    anchors = [field.anchor for field in reference.root.walk()]
    assert len(set(anchors)) == len(anchors)


ANCHORS = [
    (("a", "b_c-D9"), "n.a.b_c-D9"),
    (("a.b",), "n.a~2Eb"),
    (("a~b",), "n.a~7Eb"),
    (("é",), "n.~C3~A9"),
    (("",), "n.~"),
    (("x y/z",), "n.x~20y~2Fz"),
]


@pytest.mark.parametrize(("keys", "expected"), ANCHORS)
def test_anchor(keys: tuple[str, ...], expected: str) -> None:
    assert anchor("n", keys) == expected


TITLES = [
    ("static_ip", "Static ip"),
    ("loadBalancerIP", "Load balancer IP"),
    ("skipTLSVerify", "Skip TLS verify"),
    ("serviceCIDRsIPv6", "Service CIDRs IPv6"),
    ("useOAuth", "Use OAuth"),
    ("tls.crt", "Tls crt"),
    ("http2-port", "Http2 port"),
    ("CPU", "CPU"),
    ("", ""),
    ("_private", "Private"),
]


@pytest.mark.parametrize(("key", "title"), TITLES)
def test_humanise(key: str, title: str) -> None:
    assert humanise(key) == title


def test_root_may_be_an_array() -> None:
    schema = load_schema([File("s.yml", "s.yml", b"#@data/values-schema\n---\n- user: x\n")])
    root: Field = build_reference(schema, "users", "Users").root
    assert (root.type, root.default) == ("list of maps", "[]")
    assert [(f.path, f.anchor) for f in root.walk()] == [("[].user", "users.user")]
