"""Tables and YAML views show the same facts as sections; examples can be pasted."""

from __future__ import annotations

import re
from typing import Any

import pytest

from render.html_text import Parsed, Texts
from support import load_yaml
from yschema_engine import Field, File, Schema, load_schema
from yschema_engine.schema.fields import default_of
from yschema_engine.schema.schema import without
from yschema_engine.show.fact_kinds import yaml_text
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.html.page_data import required_summary
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import find_theme
from yschema_engine.show.html.view import LinesFile, RequiredSummary, View
from yschema_engine.show.values_file import values_yaml
from yschema_engine.text.nodes import to_plain
from yschema_engine.text.source import Source
from yschema_engine.yaml.printing import to_yaml
from yschema_engine.yaml.read import read

SHIPPED = """\
#@data/values-schema
#@schema/desc "Values of the *application*."
---
#@schema/desc "How many | pods."
#@schema/validation min=1
replicas: 0
#@schema/examples ("A reserved address", "10.0.0.12")
#@schema/nullable
address: ""
tls.crt: "<b>&amp;</b>"
text: |
  two

  # lines
#@schema/deprecated "Use `replicas`."
count: 1
service:
  #@schema/desc "The kind."
  type: ClusterIP
  ports:
    http: 80
#@schema/default [{"path": "/"}]
routes:
#@schema/desc "One route."
- path: ""
  backends:
  - name: web
    ports: [0]
matrix:
- - cell: 1
#@schema/nullable
maybe:
  inner: 2
#@schema/type any=True
anything: {deep: [1, 2]}
empty: {}
"""
DESIGNS = """\
#@schema/definition data_values=True
---
labels:
  #@schema/any-key
  #@schema/doc "A label."
  _: ""
#@schema/key-may-be-present
extra:
  size: 3
#@schema/removed "Use `labels`."
old:
  part: 1
"""
KEYS = """\
#@data/values-schema
---
"": {a: 1, "": 2}
null: {b: 2}
true: {3: [4]}
a.b: {"x/y": ""}
名: {e: 1}
"""
SCHEMAS = {
    "shipped": SHIPPED,
    "designs": DESIGNS,
    "scalars": "#@data/values-schema\n---\n- 0\n",
    "keys": KEYS,
}


def reference(text: str) -> Schema:
    return load_schema([File("s.yaml", "s.yaml", text.encode())]).named("app")


def part(text: str, path: str) -> tuple[Schema, Field]:
    schema = reference(text)
    found = schema.find(path)
    assert found
    return schema, found


def nest(field: Field, value: Any) -> str:
    return yaml_text(field.path.nest(value, field.span))


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(find_theme("mkdocs"))


@pytest.mark.parametrize("layout", ["table", "yaml"])
@pytest.mark.parametrize("name", SCHEMAS)
def test_every_field_has_its_id_once(renderer: Renderer, layout: Any, name: str) -> None:
    shown = reference(SCHEMAS[name])
    rendered = renderer.reference(shown, view=View(layout=layout))
    page = Parsed(rendered.html)
    anchors = [shown.anchor(f) for f in shown.root.walk()]
    assert sorted(page.ids) == sorted(anchors)
    assert [f.anchor for f in rendered.fields] == anchors
    assert [h.anchor for h in rendered.headings] == [shown.anchor(f) for f in shown.root.walk() if f.children]
    assert not page.unbalanced


@pytest.mark.parametrize("layout", ["table", "yaml"])
@pytest.mark.parametrize("name", SCHEMAS)
def test_search_sees_sections(renderer: Renderer, layout: Any, name: str) -> None:
    """In every layout, the search index finds each field by a heading, with its text below."""
    shown = reference(SCHEMAS[name])
    required = RequiredSummary("replicas: 1\n", proved=True, required=1, total=9)
    rendered = renderer.reference(shown, view=View(layout=layout, required=required, switch=True))
    assert rendered.searched == renderer.reference(shown).searched
    assert "Required settings" in rendered.html
    assert "Required settings" not in rendered.searched


def test_keys_of_any_kind_are_in_the_values_file() -> None:
    schema = load_schema([File("s.yaml", "s.yaml", KEYS.encode())])
    text = values_yaml(Facts(schema.named("app")))
    values = read(Source("", text)).documents[0].value
    assert to_yaml(values) == to_yaml(default_of(schema.root))


def test_an_empty_key_has_a_heading(renderer: Renderer) -> None:
    page = Parsed(renderer.reference(reference(KEYS)).html)
    assert page.sections["app.~"].startswith('""')
    assert page.sections["app.~.~"].startswith('."" integer')


ROWS = {
    "app.replicas": "replicas integer required How many | pods. Rule at least 1",
    "app.address": "address string or null null Example 10.0.0.12 A reserved address",
    "app.tls~2Ecrt": "tls.crt string <b>&amp;</b>",
    "app.count": "count integer deprecated 1 Use replicas.",
    "app.service.type": "service.type string ClusterIP The kind.",
    "app.routes.path": 'routes[].path string ""',
    "app.anything": "anything any Default deep: - 1 - 2",
}


@pytest.mark.parametrize("layout", ["sections", "table"])
def test_a_row_says_what_the_field_is(renderer: Renderer, layout: Any) -> None:
    page = Parsed(renderer.reference(reference(SHIPPED), view=View(layout=layout)).html)
    assert {anchor: page.sections[anchor] for anchor in ROWS} == ROWS


@pytest.mark.parametrize(
    ("columns", "present", "absent"),
    [
        (("type",), ["integer"], ["at least 1", "How many"]),
        (("description", "default"), ["How many", "ClusterIP"], ["at least 1"]),
        (("examples",), ["10.0.0.12"], ["ClusterIP", "The kind."]),
    ],
)
def test_columns_are_those_asked_for(
    renderer: Renderer, columns: Any, present: list[str], absent: list[str]
) -> None:
    html = renderer.reference(reference(SHIPPED), view=View(layout="table", columns=columns)).html
    text = " ".join(Parsed(html).sections.values())
    assert not [words for words in present if words not in text]
    assert not [words for words in absent if words in text]
    with_all = renderer.reference(reference(SHIPPED), view=View(columns=columns)).html
    assert with_all == renderer.reference(reference(SHIPPED)).html, "columns are for tables"


EXAMPLES = """\
#@data/values-schema
---
service:
  #@schema/examples ("Inside", "ClusterIP"), ("Outside", "LoadBalancer")
  type: ""
  ports:
    #@schema/examples ("A list", [1, 2])
    #@schema/type any=True
    open: []
hosts:
#@schema/examples ("One | of *them*", "a.example")
- ""
plain: 1
#@schema/examples ("A pair", {"a": 1})
map:
  a: 0
"""
SHORT = {"Inside": "ClusterIP", "Outside": "LoadBalancer"}
PASTED = {
    "A list": "service:\n  ports:\n    open:\n    - 1\n    - 2",
    "One | of *them*": "hosts:\n- a.example",
    "A pair": "map:\n  a: 1",
}


@pytest.mark.parametrize("layout", ["sections", "table"])
def test_examples_stand_below_their_keys_with_their_titles(renderer: Renderer, layout: Any) -> None:
    html = renderer.reference(reference(EXAMPLES), view=View(layout=layout)).html
    chips = [text.split() for text in Texts(html, "ys-chips").found]
    assert [each[::-1] for each in chips if each[-1] in SHORT] == [list(each) for each in SHORT.items()]
    said = [text.strip().removeprefix("Example: ") for text in Texts(html, "ys-example").found]
    assert len(said) == len(PASTED)
    for title, yaml in PASTED.items():
        about = title and f"{title}:"
        assert [text.removeprefix(about).strip() for text in said if text.startswith(about)] == [yaml]


def test_what_is_removed_says_so_and_nothing_else(renderer: Renderer) -> None:
    html = renderer.reference(reference(DESIGNS), view=View(layout="table")).html
    assert Parsed(html).sections["app.old.part"] == "old.part removed"
    assert "Use <code>labels</code>." in html


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_yaml_is_the_values_file(renderer: Renderer, name: str) -> None:
    schema = load_schema([File("s.yaml", "s.yaml", SCHEMAS[name].encode())])
    shown = schema.named("app")
    [text] = Texts(renderer.reference(shown, view=View(layout="yaml")).html, "ys-yaml").found
    assert values_yaml(Facts(shown)).endswith(text)
    default: Any = to_plain(schema.default)
    set_here = load_yaml(text)
    if isinstance(default, dict):
        assert set(default) - set(set_here) == {
            f.name for f in shown.root.type.fields if f.deprecated is not None
        }
        set_here = default | set_here
    assert set_here == default


LINES = """\
a: 1
b: x

# Type: string
c: ""

d: 1

e: []
#- f: 1

g: 1"""
TYPE = "#@schema/type "
COMMENTS = {
    # the field `a` in the schema, and in the values file
    "a string": ("a: x", "a: x"),
    "a string in quotes": ('a: "8080"', 'a: "8080"'),
    "an empty string, which may stand for anything": ('a: ""', '# Type: string\na: ""'),
    "an integer": ("a: 80", "a: 80"),
    "a float": ("a: 1.5", "a: 1.5"),
    "a float that looks like an integer": (f'{TYPE}"float"\na: 1', "# Type: float\na: 1"),
    "a boolean": ("a: false", "a: false"),
    "anything": (f"{TYPE}any=True\na: x", "# Type: any\na: x"),
    "one of two": (f'{TYPE}"int", "bool"\na: 3', "# Type: integer or boolean\na: 3"),
    "null": ("#@schema/nullable\na: 1", "# Type: integer or null\na: null"),
    "what may be null and is not": (
        "#@schema/nullable\n#@schema/default 2\na: 1",
        "# Type: integer or null\na: 2",
    ),
    "a map": ("a:\n  b: 1", "a:\n  b: 1"),
    "a map without keys": ("a: {}", "a: {}"),
    "a map that is null": ("#@schema/nullable\na: {b: 1}", "# Type: map or null\na: null\n#a:\n#  b: 1"),
    "an empty array": ('a: [""]', "# Type: list of strings\na: []"),
    "an array with items": ('#@schema/default ["x"]\na: [""]', "a:\n- x"),
    "an array with an empty item": (
        '#@schema/default ["x", ""]\na: [""]',
        '# Type: list of strings\na:\n- x\n- ""',
    ),
    "an array of maps": ("a:\n- b: 1", "a: []\n#- b: 1"),
    "an array of maps that is null": (
        "#@schema/nullable\na:\n- b: 1\n  c: x",
        "# Type: list of maps or null\na: null\n#a:\n#- b: 1\n#  c: x",
    ),
    "an array of arrays": ("a:\n- - b: 1", "# Type: list of lists of maps\na: []"),
    "an array of maps of which nothing is there": (
        "a:\n-\n  #@schema/key-may-be-present\n  b: 1",
        "a: []\n#- b: 1",
    ),
    "what is required": ("#@schema/validation min=1\na: 0", "# Required\n# Rule: at least 1\na: 0"),
    "what is required and empty": (
        "#@schema/validation min_len=1\na: ''",
        '# Type: string, required\n# Rule: at least 1 character\na: ""',
    ),
    "what items are": (
        """\
a:
#@schema/desc "A host."
#@schema/deprecated "use b"
#@schema/validation min_len=3
#@schema/validation ("lower case", lambda v: True), when=lambda v: v != "X"
- ""
""",
        "# Type: list of strings\n# Each item: Deprecated: use b\n# Each item: A host.\n"
        "# Each item: If the value is not X: lower case\na: []",
    ),
    "what items of items are": (
        "a:\n-\n  #@schema/validation min=1\n  - 0",
        "# Type: list of lists of integers\n# Each item at level 2: at least 1\na: []",
    ),
    "what may be absent": ("#@schema/key-may-be-present\na: 1", "#a: 1"),
    "what is described": ('#@schema/desc "Says it."\na: 1', "# Says it.\na: 1"),
    "tags, and what looks like one": (
        '#@schema/desc "Set to <host>:<port>, <b>not</b> `<b>`,<br>see <https://example.com/a>."\na: 1',
        "# Set to <host>:<port>, not `<b>`, see https://example.com/a.\na: 1",
    ),
    "a list as HTML": (
        '#@schema/desc "One of<ul><li>a</li> <li><p>b &lt; c</p></li></ul><p>End</p>"\na: 1',
        "# One of\n# - a\n# - b < c\n#\n# End\na: 1",
    ),
    "links": (
        '#@schema/desc "See [the `[b]` docs](https://example.com/a_(b) \\"B\\"), [there](#there), `[c](d)`,'
        ' [https://e.com](https://e.com), ![](https://f.com)."\na: 1',
        "# See the `[b]` docs (https://example.com/a_(b)), there, `[c](d)`,\n"
        "# https://e.com, https://f.com.\na: 1",
    ),
    "a table without marks at the ends": (
        '#@schema/desc "As in:\\n\\nName | What\\n:-|-\\n`a|b` | one \\\\| two\\nlonger | three | four\\n'
        'short\\n\\nEnd"\na: 1',
        "# As in:\n#\n# | Name   | What       |\n# |--------|------------|\n# | `a|b`  | one \\| two |\n"
        "# | longer | three      |\n# | short  |            |\n#\n# End\na: 1",
    ),
    "a table with wide letters": (
        '#@schema/desc "a | b\\n-|-\\n既定 | c"\na: 1',
        "# | a    | b |\n# |------|---|\n# | 既定 | c |\na: 1",
    ),
    "what looks like a table in code": (
        '#@schema/desc "```\\na | b\\n--|--\\n```"\na: 1',
        "# ```\n# a | b\n# --|--\n# ```\na: 1",
    ),
    "a list with numbers": ('#@schema/desc "1. One\\n2. Two"\na: 1', "# 1. One\n# 2. Two\na: 1"),
    "code with a line that is empty": (
        '#@schema/desc "```\\na\\n\\nb\\nc\\n\\nd\\n```\\n\\n`a` and\\nb"\na: 1',
        "# ```\n# a\n#\n# b\n# c\n#\n# d\n# ```\n#\n# `a` and b\na: 1",
    ),
    "lines without comments": ("a: 1\nb: x\nc: ''\nd: 1\ne: [{f: 1}]\ng: 1", LINES),
}


@pytest.mark.parametrize("case", COMMENTS)
def test_comments_say_what_the_value_does_not(case: str) -> None:
    schema, wanted = COMMENTS[case]
    of_designs = "may-be" in schema or f'{TYPE}"' in schema
    head = "#@schema/definition data_values=True" if of_designs else "#@data/values-schema"
    text = values_yaml(Facts(reference(f"{head}\n---\n{schema}\n")))
    assert text == f"# App\n\n{wanted}\n"


def test_the_values_file_begins_with_the_rules_of_the_document() -> None:
    head = '#@data/values-schema\n#@schema/desc "Says it."\n#@schema/validation min_len=1\n---\n'
    assert (
        values_yaml(Facts(reference(f"{head}a: 1\n")))
        == "# App\n#\n# Says it.\n#\n# Rule: at least 1 key\n\na: 1\n"
    )


def test_a_part_as_yaml_is_that_part(renderer: Renderer) -> None:
    html = renderer.reference(*part(SHIPPED, "service.ports"), view=View(layout="yaml")).html
    [text] = Texts(html, "ys-yaml").found
    assert text == "ports:\n  http: 80\n"
    assert Parsed(html).ids == ["app.service.ports", "app.service.ports.http"]


def test_a_part_as_yaml_says_what_it_is_itself(renderer: Renderer) -> None:
    schema = """\
#@data/values-schema
---
#@schema/desc "Where messages are kept."
#@schema/validation ("a disk", lambda v: v["disk"] > 0)
store:
  disk: 1
  bucket: ""
"""
    [text] = Texts(renderer.reference(*part(schema, "store"), view=View(layout="yaml")).html, "ys-yaml").found
    assert text.startswith("# Where messages are kept.\n# Rule: a disk\nstore:\n")


@pytest.mark.parametrize("layout", ["sections", "table"])
def test_with_the_switch_ids_stay_with_the_fields(renderer: Renderer, layout: Any) -> None:
    shown = reference(SHIPPED)
    rendered = renderer.reference(shown, view=View(layout=layout, switch=True))
    page = Parsed(rendered.html)
    assert len(page.ids) == len(set(page.ids)) == len(list(shown.root.walk()))
    assert values_yaml(Facts(shown)).endswith(Texts(rendered.html, "ys-yaml").found[0])
    assert sum(a.get("type") == "radio" for _, a in page.elements) == 3


FILE = LinesFile("lines.json", "../lines.json", "../values.yaml")


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize(
    ("number", "file", "switches"), [(300, None, 3), (301, None, 0), (300, FILE, 3), (301, FILE, 3)]
)
def test_a_long_page_is_not_there_twice(
    renderer: Renderer, number: int, file: LinesFile | None, switches: int, again: bool
) -> None:
    fields = "".join(f"f{i}: 0\n" for i in range(number))
    shown = reference(f"#@data/values-schema\n---\n{fields}")
    taken = {shown.anchor(field) for field in shown.root.walk()} if again else ()
    rendered = renderer.reference(shown, view=View(switch=True, lines=file), taken=taken)
    assert rendered.html.count('type="radio"') == switches
    assert rendered.html.count('class="ys-yaml"') == (number == 300)
    assert rendered.html.count('data-lines="../lines.json"') == (switches > 0 and number > 300)
    assert Texts(rendered.lines, "ys-yaml").found == [fields] * (switches > 0 and number > 300)
    assert "Loading" not in rendered.searched


MUSTS = {
    "one": (
        "replicas: 1\n",
        True,
        ["1 of 9 fields", "Validated at build", "# at least 1"],
    ),
    "two": ("replicas: 1\nservice:\n  type: x\n", True, ["2 of 9 fields"]),
    "in an array": ("routes:\n- path: /\n", True, ["1 of 9 fields", "#app.routes.path"]),
    "nothing": ("", True, ["No required settings.", "All 9 fields have defaults."]),
    "broken": ("replicas: 0\n", False, ["valid yet. Edit it"]),
    "nothing found": ("", False, ["determine the required settings"]),
    "unknown": ("'a: b':\n  c: 1\n", True, ["1 of 9 fields"]),
}


@pytest.mark.parametrize("case", MUSTS)
def test_a_page_opens_with_what_must_be_set(renderer: Renderer, case: str) -> None:
    yaml, proved, words = MUSTS[case]
    html = renderer.reference(
        reference(SHIPPED), view=View(required=RequiredSummary(yaml, proved, 1, 9))
    ).html
    assert not [text for text in words if text not in html]
    assert ("Validated at build" in html) is (proved and bool(yaml))
    shown = Texts(html.partition('<div class="ys-tools"')[0], "ys-code").found
    assert [load_yaml(text) for text in shown] == ([load_yaml(yaml)] if yaml else [])
    assert not Parsed(html).unbalanced


CONDITION = 'when=lambda _, ctx: ctx.root["kind"] == "a"'
UNSOLVED = {
    "a field": (
        f"""#@data/values-schema
---
kind: a
#@schema/validation ("never an <a>", lambda v: False), {CONDITION}
name: b
""",
        'the defaults break a rule of <a href="#app.name"><code>name</code></a>: never an &lt;a&gt;',
    ),
    "the document": (
        """#@data/values-schema
#@schema/validation ("a pair that fits", lambda v: False)
---
kind: a
""",
        "the defaults break a rule: a pair that fits",
    ),
}


@pytest.mark.parametrize("case", UNSOLVED)
def test_a_page_links_the_rule_that_the_defaults_break(renderer: Renderer, case: str) -> None:
    text, words = UNSOLVED[case]
    schema = reference(text)
    html = renderer.reference(schema, view=View(required=required_summary(schema))).html
    assert f"— {words}</span>" in html


def test_a_hidden_field_is_not_named_by_the_rule_that_its_default_breaks(renderer: Renderer) -> None:
    schema = reference(UNSOLVED["a field"][0])
    shown = without(schema, lambda field: field.name == "name")
    html = renderer.reference(shown, view=View(required=required_summary(schema))).html
    assert "— the defaults break a rule</span>" in html


def test_a_hidden_field_is_not_among_those_to_set() -> None:
    schema = reference(
        "#@data/values-schema\n---\n#@schema/validation min_len=1\ntoken: ''\na: {b: 1, c: 2}\n"
    )
    shown = without(schema, lambda field: field.name in {"token", "c"})
    summary = required_summary(shown)
    assert (summary.yaml, summary.proved, summary.required, summary.total) == ("", False, 0, 2)


def test_rows_of_tables_in_comments_are_marked_for_narrow_screens(renderer: Renderer) -> None:
    table = '#@schema/desc "| a | b |\\n|--|--|\\n| 1 | 2 |"\n'
    fields = "".join(f"    f{number}: 1\n" for number in range(10))
    schema = reference(
        f"#@data/values-schema\n---\n{table}host: a\nwith:\n  m:\n    {table}{fields}without:\n  m:\n{fields}"
    )
    html = renderer.reference(schema, view=View(layout="yaml")).html
    assert html.count("ys-table-row") == 2 * 3
    assert html.count('class="ys-tall ys-tabled"') == html.count('class="ys-tall"') == 2  # a map in a map


LONG_TEXTS = f"""\
#@data/values-schema
---
#@schema/desc "{"The address of the server. " * 4}\\n\\n- one\\n- two"
#@schema/validation ("{"a name that all regions know, " * 3}", len)
host: a
"""


def test_comments_of_the_file_are_texts_that_narrow_screens_join(renderer: Renderer) -> None:
    schema = reference(LONG_TEXTS)
    html = renderer.reference(schema, view=View(layout="yaml")).html
    (shown,) = Texts(html, "ys-yaml").found
    assert values_yaml(Facts(schema)).endswith(shown)
    breaks = re.findall(r'<span class="ys-break">\n([^<]*)</span>([^<]{4})', html)
    assert [start for start, _ in breaks] == ["#", "#  "]
    assert all(text.startswith(" ") and text.strip() for _, text in breaks)


def test_lines_of_a_block_scalar_are_no_comments(renderer: Renderer) -> None:
    script = "|\n  one\n\n  # two\n"
    schema = reference(
        f"#@data/values-schema\n---\nscript: {script}jobs:\n- name: a\n  run: {script.replace('  ', '    ')}"
    )
    html = renderer.reference(schema, view=View(layout="yaml")).html
    lines = re.findall(r'<span class="ys-line( [^"]*)?">([^<]*)', html)
    assert (" ys-comment", "  # two\n") not in lines
    assert html.count("ys-blank") == 2, "between the keys, and in the item that is commented out"
    (shown,) = Texts(html, "ys-yaml").found
    assert "#  run: |\n#    one\n\n#    # two\n" in shown.replace("#- name", "#  name")


def test_parts_of_a_value_that_is_commented_out_do_not_look_set(renderer: Renderer) -> None:
    block = "run: |\n    one\n    # two\n"
    schema = reference(f"#@data/values-schema\n---\n{block}jobs:\n- {block}")
    html = renderer.reference(schema, view=View(layout="yaml")).html
    lines = re.findall(r'<span class="ys-line( [^"]*)?">(#?)[^\n]*(one|two)', html)
    assert lines == [("", "", "one"), ("", "", "two"), (" ys-off", "#", "one"), (" ys-off", "#", "two")]


ONE_OF_THREE = """\
#@data/values-schema
---
#@schema/validation one_not_null=["bucket", "share", "tape"]
store:
{fields}"""
ALTERNATIVES = {
    "together": (
        "  a: 1\n  bucket: 1\n  share: 2\n  tape: 3\n",
        "Set exactly one of bucket, share or tape",
        0,
    ),
    "apart": ("  bucket: 1\n  a: 1\n  share: 2\n  tape: 3\n", "", 3),
    "one is missing": ("  bucket: 1\n  share: 2\n", "Set exactly one of bucket or share", 0),
}


@pytest.mark.parametrize("case", ALTERNATIVES)
def test_fields_of_which_one_is_set_are_a_group(renderer: Renderer, case: str) -> None:
    fields, heading, rules = ALTERNATIVES[case]
    schema = reference(ONE_OF_THREE.replace("{fields}", fields))
    html = renderer.reference(schema).html
    assert Texts(html, "ys-choice-head").found == ([heading] if heading else [])
    assert (f'role="group" aria-label="{heading}"' in html) is bool(heading)
    assert html.count("Combined rule") == rules
    assert not Parsed(html).unbalanced


NESTED = {
    "at the top": (SHIPPED, "replicas", 3, "replicas: 3"),
    "below maps": (SHIPPED, "service.ports.http", 81, "service:\n  ports:\n    http: 81"),
    "a key with a dot": (SHIPPED, "tls.crt", "x", "tls.crt: x"),
    "in an item": (SHIPPED, "routes.path", "/", "routes:\n- path: /"),
    "in an item of an item": (SHIPPED, "routes.backends.name", "a", "routes:\n- backends:\n  - name: a"),
    "in an array of arrays": (SHIPPED, "matrix.cell", 2, "matrix:\n- - cell: 2"),
    "several lines": (SHIPPED, "service.type", "a\nb\n", "service:\n  type: |\n    a\n    b"),
    "an ambiguous text": (SHIPPED, "service.type", "no", 'service:\n  type: "no"'),
    "any name": (DESIGNS, "labels.<any name>", "x", "labels:\n  <any name>: x"),
    "a number as a key": ("#@data/values-schema\n---\n8080:\n  a: 1\n", "8080.a", 1, "8080:\n  a: 1"),
    "in a document of items": ("#@data/values-schema\n---\n- a: 1\n", "[].a", 1, "- a: 1"),
    "the document": (SHIPPED, "", 1, "1"),
}


@pytest.mark.parametrize("case", NESTED)
def test_examples_are_below_their_keys(case: str) -> None:
    text, path, value, nested = NESTED[case]
    assert nest(part(text, path)[1], value) == nested


def test_examples_of_items_are_items() -> None:
    _, array = part(SHIPPED, "routes")
    assert array.type.item
    assert nest(array.type.item, "x") == "routes:\n- x"
