"""A schema is a tree of fields, each with its facts."""

from __future__ import annotations

import pytest

from yschema_engine.read.inputs import File
from yschema_engine.read.ytt.load import load_schema
from yschema_engine.schema.fields import UNSET
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.titles import humanise, title_of
from yschema_engine.schema.types import type_phrase
from yschema_engine.show.fact_kinds import yaml_text
from yschema_engine.show.field_facts import Facts
from yschema_engine.text.phrases import ENGLISH

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
def schema() -> Schema:
    return load_schema([File("s.yml", "s.yml", SCHEMA.encode())]).named("app")


def facts_of(schema: Schema, path: str) -> dict[str, object]:
    field = schema.find(path)
    assert field is not None
    default = Facts(schema).default(field)
    return {
        "name": field.name,
        "anchor": schema.anchor(field),
        "title": title_of(field),
        "type": ENGLISH.text(type_phrase(field.type)),
        "kind": field.type.main,
        "default": None if default is UNSET else yaml_text(default),
        "nullable": field.type.nullable,
        "description": field.description,
        "deprecated": field.deprecated,
    }


FIELDS = [
    ("name", {"title": "The name", "type": "string", "default": '""', "description": "What it is *called*."}),
    ("tls.crt", {"name": "tls.crt", "anchor": "app.tls~2Ecrt", "title": "TLS crt", "default": "x"}),
    ("502", {"anchor": "app.~21~21int~20502", "default": "page"}),
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
    ("zones", {"type": "list of strings or null", "default": "null"}),
    ("nothing", {"type": "map", "default": "{}"}),
]


@pytest.mark.parametrize(("path", "facts"), FIELDS)
def test_fields(schema: Schema, path: str, facts: dict[str, object]) -> None:
    found = facts_of(schema, path)
    assert {key: found[key] for key in facts} == facts
    assert str(getattr(schema.find(path), "path", None)) == path


def test_order_is_the_schemas(schema: Schema) -> None:
    paths = [str(field.path) for field in schema.root.walk()]
    assert paths == [path for path, _ in FIELDS]


def test_items_are_described(schema: Schema) -> None:
    routes = schema.find("routes")
    assert routes is not None and routes.type.item is not None
    item = routes.type.item
    assert (str(item.path), item.description, Facts(schema).default(item)) == ("routes[]", "A route.", UNSET)
    examples = [(e.description, yaml_text(e.value)) for e in routes.examples]
    assert examples == [("One", "- path: /"), ("", "[]")]


@pytest.mark.parametrize("path", ["nope", "limits.nope", "routes[].nope", "name.x"])
def test_unknown_paths(schema: Schema, path: str) -> None:
    assert schema.find(path) is None


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
    "~21~21null~20null.a": ("null.a", "4"),
    "true.a": ("true.a", "5"),
    "null.a": ("null.a", "6"),
    "名.x/y": ("名.x/y", "7"),
    "~E5~90~8D.x~2Fy": ("名.x/y", "7"),
}


@pytest.mark.parametrize("asked", PLACES)
def test_keys_of_any_kind_are_told_apart(asked: str) -> None:
    schema = load_schema([File("s.yml", "s.yml", ODD.encode())]).named("app")
    found = schema.find(asked)
    assert found
    assert (str(found.path), yaml_text(schema.default_of(found))) == PLACES[asked]


def test_a_document_is_no_field_with_an_empty_key() -> None:
    root = load_schema([File("s.yml", "s.yml", ODD.encode())]).root
    assert root.is_document
    assert not any(field.is_document for field in root.walk())


def test_anchors_are_unique(schema: Schema) -> None:
    anchors = [schema.anchor(field) for field in schema.root.walk()]
    assert len(set(anchors)) == len(anchors)


TITLES = [
    ("static_ip", "Static IP"),
    ("loadBalancerIP", "Load balancer IP"),
    ("skipTLSVerify", "Skip TLS verify"),
    ("serviceCIDRsIPv6", "Service CIDRs IPv6"),
    ("useOAuth", "Use OAuth"),
    ("tls.crt", "TLS crt"),
    ("tls", "TLS"),
    ("cpu", "CPU"),
    ("minIp", "Min IP"),
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
    schema = schema.named("users", "Users")
    assert ENGLISH.text(type_phrase(schema.root.type)) == "list of maps"
    assert yaml_text(schema.default) == "[]"
    fields = [(str(f.path), schema.anchor(f)) for f in schema.root.walk()]
    assert fields == [("[].user", "users.user")]
