"""Sections of authors on pages and in tables: those of all fields, and those within a map."""

from __future__ import annotations

import re

import pytest

from yschema_engine import File, load_schema
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import find_theme
from yschema_engine.show.html.view import Layout, View
from yschema_engine.show.markdown_table import markdown_table
from yschema_engine.text.paths import Path

CHART = "apiVersion: v2\nname: lantern\nversion: 1.0.0\n"
VALUES = """\
## @section Server
## @param server.replicas Number of pods.
server:
  replicas: 1
## @section Traffic
## @descriptionStart Where clients connect to.
## @descriptionEnd
## @param server.service.type The type.
## @param server.service.port The port.
  service:
    type: ClusterIP
    port: 80
## @section Access
## @param server.rbac.create Whether there is a role.
  rbac:
    create: true
  other: 1
## @section Worker
## @param worker.replicas Number of pods.
worker:
  replicas: 1
last: 1
"""
OUTLINE = """\
2 Server
3   server
4     replicas
4     other
4     Traffic
5       service
6         type
6         port
4     Access
5       rbac
6         create
2 Worker
3   worker
4     replicas
2 Other values
3   last
"""
ROWS = {
    "Server": ["server.replicas", "server.other"],
    "Traffic": ["server.service.type", "server.service.port"],
    "Access": ["server.rbac.create"],
    "Worker": ["worker.replicas"],
    "Other values": ["last"],
}


@pytest.fixture(scope="module")
def schema() -> Schema:
    return chart(VALUES)


def chart(values: str) -> Schema:
    texts = {"Chart.yaml": CHART, "values.yaml": values}
    return load_schema([File(name, name, text.encode()) for name, text in texts.items()])


def outline(html: str) -> list[str]:
    """Return the headings with their levels."""
    found = re.findall(r'<h(\d) class="(?:ys-key|ys-section-name)"[^>]*>(.*?)</h\1>', html, re.DOTALL)
    plain = ((level, re.sub("<.*?>", "", text).rpartition(".")[2]) for level, text in found)
    return [f"{level} {text}" for level, text in plain]


def test_sections_within_a_map_are_below_it(schema: Schema) -> None:
    rendered = Renderer(find_theme("mkdocs")).reference(schema)
    expected = [" ".join(line.split(maxsplit=1)) for line in OUTLINE.splitlines()]
    assert outline(rendered.html) == expected
    assert "Where clients connect to." in rendered.html


def test_contents_have_the_levels_of_the_page(schema: Schema) -> None:
    rendered = Renderer(find_theme("mkdocs")).reference(schema)
    of_groups = [line for line in outline(rendered.html) if line.partition(" ")[2] in SHOWN_IN_CONTENTS]
    assert [f"{heading.level} {heading.name}" for heading in rendered.headings] == of_groups


SHOWN_IN_CONTENTS = (
    "Server",
    "server",
    "Traffic",
    "service",
    "Access",
    "rbac",
    "Worker",
    "worker",
    "Other values",
)


def test_ids_are_unique(schema: Schema) -> None:
    ids = re.findall(r'\bid="([^"]*)"', Renderer(find_theme("mkdocs")).reference(schema).html)
    assert len(ids) == len(set(ids))
    assert "lantern.server--traffic" in ids


def test_sections_are_no_fields(schema: Schema) -> None:
    rendered = Renderer(find_theme("mkdocs")).reference(schema)
    assert {field.anchor for field in rendered.fields} == {schema.anchor(each) for each in schema.root.walk()}


def test_the_page_of_a_map_has_the_sections_within_it(schema: Schema) -> None:
    server = next(each for each in schema.root.children if each.path == Path(("server",)))
    html = Renderer(find_theme("mkdocs")).reference(schema, server).html
    assert outline(html)[:5] == ["2 server", "3 replicas", "3 other", "3 Traffic", "4 service"]


def test_without_sections_there_are_no_headings_for_them() -> None:
    html = Renderer(find_theme("mkdocs")).reference(chart("# -- Pods.\nreplicas: 1\n")).html
    assert outline(html) == ["2 replicas"]


@pytest.mark.parametrize("layout", ["sections", "table", "yaml"])
def test_every_layout_has_all_fields(schema: Schema, layout: Layout) -> None:
    rendered = Renderer(find_theme("mkdocs")).reference(schema, view=View(layout=layout))
    assert len(rendered.fields) == len(list(schema.root.walk()))
    has_headings = any(heading.is_section for heading in rendered.headings)
    assert has_headings == (layout != "yaml")


def test_rows_of_tables_are_in_their_own_sections(schema: Schema) -> None:
    rows: dict[str, list[str]] = {}
    for line in markdown_table(schema, "readme-generator", schema.root).splitlines():
        if line.startswith("### "):
            rows[line[4:]] = []
        elif match := re.match(r"\| `(.*?)`", line):
            rows[list(rows)[-1]].append(match[1])
    assert rows == ROWS
