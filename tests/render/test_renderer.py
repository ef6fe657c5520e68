"""Pages show all facts of the schema."""

from __future__ import annotations

import pytest

from render.html_text import Parsed
from support import CRD
from yschema_engine import Schema
from yschema_engine import load_schema as load_any_schema
from yschema_engine.read.inputs import File
from yschema_engine.read.ytt.load import load_schema
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import find_theme

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
    "app.replicas": ["replicas", "integer 0 How many pods."],
    "app.static_name": ["static_name", "string", "The name of it all", 'string ""'],
    "app.debug": ["boolean false"],
    "app.share": ["float 0.5"],
    "app.loadBalancerIP": [
        *("string or null null",),
        *("Examples 10.0.0.12 A reserved address", '· "" None at all'),
    ],
    "app.count": ["integer deprecated 1 Use replicas."],
    "app.old": ["deprecated 1"],
    "app.anything": ["any", "Default deep: - 1 - 2"],
    "app.tags": ["list of strings []"],
    "app.routes": ["list of maps", "Where requests go.", "Default - path: /", "Each item One route."],
    "app.routes.path": ['routes[].path string ""'],
    "app.routes.backends": ["routes[].backends list of maps [] Backends of the route."],
    "app.routes.backends.name": ["routes[].backends[].name string web"],
    "app.routes.backends.ports": ["list of integers []"],
    "app.tls~2Ecrt": ["tls.crt string"],
    "app.deep": ["deep", "map"],
    "app.deep.er.and.deeper.still.more": ["deep.er.and.deeper.still.more"],
    "app.maybe": ["map or null null"],
    "app.maybe.inner": ["maybe.inner integer 2"],
}


def reference(text: str, name: str = "app") -> Schema:
    return load_schema([File("schema.yaml", "schema.yaml", text.encode())]).named(name)


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
    assert page.ids == [shown.anchor(field) for field in shown.root.walk()]
    assert page.ids == [field.anchor for field in rendered.fields]
    assert rendered.headings == tuple(field for field in rendered.fields if field.is_group)
    assert not page.unbalanced


def test_headings_nest_down_to_the_sixth_level(renderer: Renderer) -> None:
    rendered = renderer.reference(reference(SCHEMA), heading_level=3)
    levels = {heading.anchor: heading.level for heading in rendered.fields}
    assert levels["app.replicas"] == 3
    assert levels["app.deep.er"] == 4
    assert levels["app.deep.er.and.deeper.still.more"] == 6
    tags = {str(a["id"]): tag for tag, a in Parsed(rendered.html).elements if "id" in a}
    assert tags == {anchor: f"h{level}" for anchor, level in levels.items()}


def test_a_part_is_the_field_and_those_below(renderer: Renderer) -> None:
    shown = reference(SCHEMA)
    rendered = renderer.reference(shown, shown.find("routes.backends"), heading_level=4)
    assert [(h.anchor, h.level, h.is_group) for h in rendered.fields] == [
        ("app.routes.backends", 4, True),
        ("app.routes.backends.name", 5, False),
        ("app.routes.backends.ports", 5, False),
    ]


def test_ids_that_the_page_has_are_left_out(renderer: Renderer) -> None:
    shown = reference(SCHEMA)
    part = shown.find("routes")
    assert part
    first = renderer.reference(shown, part)
    rest = renderer.reference(shown, taken={h.anchor for h in first.fields})
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
        ("#@schema/desc 'Routes.'\n---\n- path: /\n", ["Routes.", "[].path", "string /"]),
        ("---\n{}\n", []),
        ("#@schema/type any=True\n---\nx: 1\n", ["Default x: 1"]),
        ("---\n'': 1\n", ["integer 1"]),
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
    html = renderer.reference(shown).html + renderer.render("error.html", text=hostile)
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
#@schema/validation one_of=["debug", "", "no", 3, "3"]
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
    "": ["Rule a name or a label"],
    "app.name": [
        "required",
        "Rule between 1 and 63 characters",
        "Combined rule",
    ],
    "app.replicas": ["Rule at least 1"],
    "app.ports": ["no <b>bold</b> ports; at most 4 items", "Each item between 1 and 65535"],
    "app.level": ['Allowed debug "" "no" 3 "3"'],
    "app.store": ["required", "exactly one of s3 , disk is not null", "Set exactly one of s3 or disk"],
    "app.store.disk": ["If level is debug: not null"],
}


def test_conditions_in_words_have_their_code_as_title_and_nothing_else() -> None:
    given = (
        b'{"properties": {"a": {"type": "integer"}}, "if": {"required": ["a"]}, "then": {"maxProperties": 3}}'
    )
    pages = Renderer(find_theme("material"), language="fr")
    schema = load_any_schema([File("s.schema.json", "s.schema.json", given)]).named("app")
    assert "<dt>Si</dt> <dd><span><code>a</code>" in pages.reference(schema).html
    assert """title="ctx.root[""" in pages.reference(reference(RULES)).html


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
    links = [a["href"] for tag, a in Parsed(renderer.reference(shown, part).html).elements if tag == "a"]
    assert set(links) == {"#app.store.s3"}


DESIGNS = """\
#@ def even(n="__yttdoc__"):
#@   if n == "__yttdoc__":
#@     return "an even number, as in `4`"
#@   end
#@   return n % 2 == 0
#@ end

#@schema/definition data_values=True
---
#@schema/type "int", "string"
port: 80
#@schema/type "int", "float", None
share: 1
#@schema/type one_of="null", or_inferred=True
tls:
  secret: ""
free:
things: []
annotations:
  #@schema/any-key
  #@schema/doc "What the cluster makes of it."
  _: ""
limits:
  #@schema/key allowed="^[a-z]+$", expects="1+"
  _:
    cpu: 1
  #@schema/key allowed=lambda key, suffix: key.endswith(suffix), expects=[0, 1]
  #@schema/validate min_len=1
  _db:
  - ""
  #@schema/title "Everything else"
  #@schema/key allowed="any"
  __: 1
#@schema/key-may-be-present
#@schema/validate min=1
retries: 3
#@schema/key missing_ok=True
pool:
  size: 5
#@schema/removed "Use `port`."
#@schema/doc "Ports of long ago."
#@schema/example {"first": 2}
old:
  #@schema/validate min=1
  first: 1
#@schema/removed ""
older: x
"<any name>": 2
#@schema/validate format="ip"
address: 192.0.2.7
#@schema/validate format=("port", "a port that is open"), when=lambda v, ctx: ctx.root["share"] > 1
open: 8080
#@schema/validate even, lambda v: v > 0
nodes: 2
"""

DESIGN_FIELDS = {
    "app.port": ["integer or string 80", "if a string: not empty"],
    "app.share": ["integer, float or null 1"],
    "app.tls": ["map or null"],
    "app.tls.secret": ["string required Rule"],
    "app.free": ["any null"],
    "app.things": ["list of any values []"],
    "app.annotations._": [
        *("annotations.<any name> string", "What the cluster makes of it."),
        "Rule at least 1 character",
    ],
    "app.limits": ["required"],
    "app.limits._": ["limits.<name> map", "Keys names that match ^[a-z]+$; at least 1 key"],
    "app.limits._.cpu": ["limits.<name>.cpu integer 1"],
    "app.limits._db": [
        *("limits.<name>_db list of strings", "Keys names such that key.endswith(suffix)", "; 0 or 1 key"),
        *("Rule at least 1 item", "Each item at least 1 character"),
    ],
    "app.limits.__": ["limits.<any name>", "Everything else", "Keys any name; exactly 1 key"],
    "app.retries": ["optional Rule at least 1"],
    "app.pool": ["map optional"],
    "app.pool.size": ["integer 5"],
    "app.old": ["removed", "Use port.", "Ports of long ago."],
    "app.old.first": ["old.first removed"],
    "app.older": ["removed"],
    "app.~3Cany~20name~3E": ["<any name> integer 2"],
    "app.address": ["an IP address, for example 192.0.2.1, 2001:db8::1"],
    "app.open": ["If share is greater than 1: a port that is open, for example 443, 8080"],
    "app.nodes": ["Rules an even number, as in 4; such that v > 0"],
}
# Misleading facts: a default that never applies, a rule for a field that cannot be set.
UNSAID = {
    "app.annotations._": ["Default", "required", "optional", "Keys"],
    "app.limits._": ["Default"],
    "app.limits._db": ["Default", "required"],
    "app.limits.__": ["Default", "_:"],
    "app.retries": ["Default 3", "required"],
    "app.old": ["Default", "Allowed", "Example", "map", "· "],
    "app.old.first": ["Default", "Allowed", "integer"],
    "app.older": ["Default", "Allowed", "string", "required"],
    "app.~3Cany~20name~3E": ["Keys"],
}


@pytest.fixture(scope="module")
def designs() -> Schema:
    return reference(DESIGNS)


def test_fields_of_the_designs_say_what_they_are(renderer: Renderer, designs: Schema) -> None:
    page = Parsed(renderer.reference(designs).html)
    assert not page.unbalanced
    assert page.ids == [designs.anchor(field) for field in designs.root.walk()]
    for anchor, words in DESIGN_FIELDS.items():
        text = page.sections[anchor]
        missing = [word for word in words if word not in text]
        assert not missing, f"{anchor}: {missing} not in {text!r}"
    for anchor, words in UNSAID.items():
        found = [word for word in words if word in page.sections[anchor]]
        assert not found, f"{anchor}: {found} in {page.sections[anchor]!r}"


def test_names_that_readers_choose_are_set_apart(renderer: Renderer, designs: Schema) -> None:
    html = renderer.reference(designs).html
    apart = [text.split("</em>")[0] for text in html.split('<em class="ys-placeholder">')[1:]]
    assert apart == ["&lt;any name&gt;", *["&lt;name&gt;"] * 3, "&lt;any name&gt;"]
    assert "</em>_db" in html


def test_formats_link_to_what_defines_them(renderer: Renderer, designs: Schema) -> None:
    page = Parsed(renderer.reference(designs).html)
    links = {a["href"] for tag, a in page.elements if tag == "a" and str(a.get("href")).startswith("https:")}
    assert links == {
        "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2",
        "https://www.rfc-editor.org/rfc/rfc6335#section-6",
    }
    html = renderer.reference(designs).html
    assert "<code>2001:db8::1</code>" in html
    assert "<code>4</code>" in html


@pytest.mark.parametrize("path", ["limits.<name>.cpu", "old", "annotations.<any name>"])
def test_a_part_of_the_designs(renderer: Renderer, designs: Schema, path: str) -> None:
    field = designs.find(path)
    assert field is not None
    rendered = renderer.reference(designs, field)
    assert rendered.headings[0].anchor == designs.anchor(field)
    assert (
        Parsed(rendered.html)
        .sections[designs.anchor(field)]
        .startswith(rendered.headings[0].path.replace("\ufeff", ""))
    )


HOSTILE = [
    ('#@schema/key allowed="<script>x</script>", expects="0+"\n  _: 1', "<script>x</script>"),
    ('#@schema/removed "<img src=x onerror=x()>"\n  a: 1', ""),
    ("#@schema/validate lambda v: v not in ['</code><script>x()</script>']\n  a: 1", "<script>x()</script>"),
]


@pytest.mark.parametrize(("item", "shown"), HOSTILE)
def test_what_authors_write_stays_text(renderer: Renderer, item: str, shown: str) -> None:
    html = renderer.reference(reference(f"#@schema/match data_values=True\n---\nmap:\n  {item}\n")).html
    page = Parsed(html)
    assert not page.unbalanced
    assert "script" not in {tag for tag, _ in page.elements}
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert shown in " ".join(page.sections.values())


def test_several_rules_in_cel_are_a_list(renderer: Renderer) -> None:
    crd = f"""\
{CRD}    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations: [{{rule: self.a, message: one}}, {{rule: self.b, message: two}}]
            properties:
              name: {{type: string, x-kubernetes-validations: [{{rule: self.c, message: alone}}]}}
              crew:
                type: array
                items: {{type: string, maxLength: 9, x-kubernetes-validations: [{{rule: self.d}}]}}
"""
    loaded = load_any_schema([File("crd.yaml", "crd.yaml", crd.encode())]).named("app")
    page = Parsed(renderer.reference(loaded).html)
    assert page.unbalanced == []
    assert [tag for tag, _ in page.elements if tag in ("ul", "li")] == ["ul", "li", "li"] * 2
    assert "alone Show expressionself.cChecked by the API server only" in page.sections["app.spec.name"]
