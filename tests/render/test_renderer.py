"""Pages say all that the schema says."""

from __future__ import annotations

import pytest

from render.html_text import Parsed
from yschema_engine.reference import Reference, build_reference
from yschema_engine.render import Renderer, find_theme
from yschema_engine.workspace import File, load_schema

THEMES = ("mkdocs", "material", "readthedocs")

SCHEMA = """\
#@data/values-schema
#@schema/title "Application"
#@schema/desc "Values of the *application*."
---
#@schema/desc "How many pods."
replicas: 0
#@schema/title "The name of it all"
static_name: ""
debug: false
share: 0.5
#@schema/examples ("A reserved address", "10.0.0.12"), ("None at all", "")
#@schema/nullable
loadBalancerIP: ""
#@schema/deprecated "Use `replicas`."
count: 1
#@schema/deprecated ""
old: 1
#@schema/type any=True
anything:
  deep: [1, 2]
tags:
- ""
#@schema/default [{"path": "/"}]
#@schema/desc "Where requests go."
routes:
#@schema/desc "One route."
- path: ""
  #@schema/desc "Backends of the route."
  backends:
  - name: web
    ports: [0]
tls.crt: ""
deep:
  er:
    and:
      deeper:
        still:
          more: 1
#@schema/nullable
maybe:
  inner: 2
"""

FIELDS = {
    "app.replicas": ["replicas", "integer", "Replicas", "How many pods.", "Default 0"],
    "app.static_name": ["static_name", "string", "The name of it all", 'Default ""'],
    "app.debug": ["boolean", "Default false"],
    "app.share": ["float", "Default 0.5"],
    "app.loadBalancerIP": [
        *("string, or null", "Load balancer IP", "Default null"),
        *("Example A reserved address 10.0.0.12", 'Example None at all ""'),
    ],
    "app.count": ["deprecated", "Use replicas.", "Default 1"],
    "app.old": ["deprecated", "Default 1"],
    "app.anything": ["any", "Default deep: - 1 - 2"],
    "app.tags": ["array of string", "Default []"],
    "app.routes": ["array of map", "Where requests go.", "Default - path: /", "Each item One route."],
    "app.routes.path": ["routes[]. path", "string", 'Default ""', "routes[].path"],
    "app.routes.backends": ["routes[]. backends", "array of map", "Backends of the route.", "Default []"],
    "app.routes.backends.name": ["routes[].backends[]. name", "Default web"],
    "app.routes.backends.ports": ["array of integer", "Default []"],
    "app.tls~2Ecrt": ["tls.crt", "Tls crt"],
    "app.deep": ["deep", "map"],
    "app.deep.er.and.deeper.still.more": ["deep.er.and.deeper.still. more", "deep.er.and.deeper.still.more"],
    "app.maybe": ["map, or null", "Default null"],
    "app.maybe.inner": ["maybe. inner", "Default 2"],
}


def reference(text: str, name: str = "app") -> Reference:
    return build_reference(load_schema([File("schema.yaml", "schema.yaml", text.encode())]), name)


@pytest.fixture(scope="module", params=THEMES)
def renderer(request: pytest.FixtureRequest) -> Renderer:
    return Renderer(find_theme(request.param))


def test_every_field_says_what_it_is(renderer: Renderer) -> None:
    page = Parsed(renderer.reference(reference(SCHEMA)).html)
    for anchor, words in FIELDS.items():
        text = page.sections[anchor]
        missing = [word for word in words if word not in text]
        assert not missing, f"{anchor}: {missing} not in {text!r}"
    assert "Values of the application." in page.sections[""]


def test_fields_are_in_schema_order_each_with_one_id(renderer: Renderer) -> None:
    shown = reference(SCHEMA)
    rendered = renderer.reference(shown)
    page = Parsed(rendered.html)
    assert page.ids == [field.anchor for field in shown.root.walk()]
    assert page.ids == [heading.anchor for heading in rendered.headings]
    assert not page.unbalanced


def test_headings_nest_down_to_the_sixth_level(renderer: Renderer) -> None:
    rendered = renderer.reference(reference(SCHEMA), heading_level=3)
    levels = {heading.anchor: heading.level for heading in rendered.headings}
    assert levels["app.replicas"] == 3
    assert levels["app.deep.er"] == 4
    assert levels["app.deep.er.and.deeper.still.more"] == 6
    tags = {str(a["id"]): tag for tag, a in Parsed(rendered.html).elements if "id" in a}
    assert tags == {anchor: f"h{level}" for anchor, level in levels.items()}


def test_a_part_is_the_field_and_those_below(renderer: Renderer) -> None:
    field = reference(SCHEMA).find("routes.backends")
    assert field
    rendered = renderer.reference(field, heading_level=4)
    assert [(h.anchor, h.level, h.is_group) for h in rendered.headings] == [
        ("app.routes.backends", 4, True),
        ("app.routes.backends.name", 5, False),
        ("app.routes.backends.ports", 5, False),
    ]


def test_ids_that_the_page_has_are_left_out(renderer: Renderer) -> None:
    shown = reference(SCHEMA)
    part = shown.find("routes")
    assert part
    first = renderer.reference(part)
    rest = renderer.reference(shown, taken={h.anchor for h in first.headings})
    both = Parsed(first.html + rest.html).ids
    assert len(both) == len(set(both))
    assert "app.replicas" in both
    again = renderer.reference(shown, taken=set(both))
    assert again.headings == ()
    assert Parsed(again.html).ids == []


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("---\n- 0\n", ["Default []"]),
        ("#@schema/desc 'Routes.'\n---\n- path: /\n", ["Routes.", "[]. path", "Default /"]),
        ("---\n{}\n", []),
        ("#@schema/type any=True\n---\nx: 1\n", ["Default x: 1"]),
        ("---\n'': 1\n", ["Default 1"]),
    ],
    ids=["scalars", "maps", "empty", "any", "empty key"],
)
def test_documents_of_any_kind(schema: str, words: list[str]) -> None:
    html = Renderer(find_theme("mkdocs")).reference(reference(f"#@data/values-schema\n{schema}")).html
    text = " ".join(Parsed(html).sections.values())
    assert all(word in text for word in words), text


@pytest.mark.parametrize(
    "hostile", ["<script>x()</script>", "a & b", '"><img src=x onerror=x()>', "{{ 7 * 7 }}"]
)
def test_names_titles_values_and_types_are_text(hostile: str, renderer: Renderer) -> None:
    text = hostile.replace('"', '\\"')
    lines = f'#@schema/title "{text}"\n#@schema/examples ("{text}", "{text}")\n"{text}": "{text}"\n'
    shown = reference(f"#@data/values-schema\n---\n{lines}", name=hostile)
    html = renderer.reference(shown).html + renderer.error(hostile)
    page = Parsed(html)
    assert {tag for tag, _ in page.elements}.isdisjoint({"script", "img"})
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert " ".join(page.sections.values()).count(hostile) >= 4


RULES = """\
#@data/values-schema
#@schema/validation ("a name or a label", lambda v: v["name"] or v["label"])
---
#@schema/validation min_len=1, max_len=63
name: ""
label: x
#@schema/validation min=1
replicas: 2
#@schema/validation ("no <b>bold</b> ports", lambda v: True), max_len=4
ports:
#@schema/validation min=1, max=65535
- 0
#@schema/validation one_of=["debug", "", 3]
level: debug
#@schema/validation one_not_null=["s3", "disk"]
store:
  #@schema/nullable
  s3: ""
  #@schema/nullable
  #@schema/validation not_null=True, when=lambda v, ctx: ctx.root["level"] == "debug"
  disk: ""
"""

RULE_FIELDS = {
    "": ["Allowed a name or a label"],
    "app.name": [
        "required",
        'Default "" is not allowed: set it',
        "Allowed between 1 and 63 characters",
        "Together",
    ],
    "app.replicas": ["Allowed at least 1"],
    "app.ports": ["no <b>bold</b> ports; at most 4 items", "Each item between 1 and 65535"],
    "app.level": ['Allowed one of debug , "" , 3'],
    "app.store": ["required", "exactly one of s3 , disk is not null"],
    "app.store.s3": ["Together exactly one of s3 , disk is not null ( rule of the map )"],
    "app.store.disk": ['Only when ctx.root["level"] == "debug": not null'],
}


def test_rules_are_in_words(renderer: Renderer) -> None:
    page = Parsed(renderer.reference(reference(RULES)).html)
    for anchor, words in RULE_FIELDS.items():
        text = page.sections[anchor].replace(" ,", ",").replace(" )", ")").replace("( ", "(")
        missing = [w for w in words if w.replace(" ,", ",").replace(" )", ")").replace("( ", "(") not in text]
        assert not missing, f"{anchor}: {missing} not in {text!r}"
    assert "required" not in page.sections["app.replicas"]


def test_links_of_rules_lead_to_fields_of_the_page(renderer: Renderer) -> None:
    shown = reference(RULES)
    whole = Parsed(renderer.reference(shown).html)
    targets = {a["href"] for tag, a in whole.elements if tag == "a" and a.get("href")}
    assert {"#app.store.s3", "#app.store", "#app.label"} <= targets
    part = shown.find("store.s3")
    assert part is not None
    links = [a["href"] for tag, a in Parsed(renderer.reference(part).html).elements if tag == "a"]
    assert set(links) == {"#app.store.s3"}
