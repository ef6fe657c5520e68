"""Charts on pages: what the author says twice reads once, and addresses are links."""

from __future__ import annotations

import json

import pytest

from yschema_engine import File, load_schema
from yschema_engine.read.options import LoadOptions
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import find_theme
from yschema_engine.show.values_file import values_yaml


def page(values: str, schema: str = "", metadata: str = "") -> str:
    """Return the reference of a chart as HTML."""
    chart = f"apiVersion: v2\nname: lantern\nversion: 1.0.0\n{metadata}"
    texts = {"Chart.yaml": chart, "values.yaml": values, "values.schema.json": schema}
    files = [File(name, name, text.encode()) for name, text in texts.items() if text]
    return Renderer(find_theme("mkdocs")).reference(load_schema(files).named("lantern")).html


@pytest.mark.parametrize(
    ("title", "description", "is_shown"),
    [
        ("Where clients connect", "Where clients connect", False),
        ("Where clients connect", "where clients connect. Any host.", False),
        ("Where clients connect", "Where clients connect\nAny host.", False),
        ("Where clients connect", "Where clients connect from outside", True),
        ("Where clients connect", "Any host", True),
    ],
)
def test_a_title_that_the_description_repeats_is_not_shown(
    title: str, description: str, *, is_shown: bool
) -> None:
    field = {"type": "string", "title": title, "description": description}
    html = page("host: a\n", json.dumps({"type": "object", "properties": {"host": field}}))
    assert (f'class="ys-title">{title}<' in html) == is_shown


@pytest.mark.parametrize(
    ("repository", "cell"),
    [
        (
            "https://example.com/charts",
            '<td><a href="https://example.com/charts">https://example.com/charts</a>',
        ),
        ("oci://example.com/charts", "<td>oci://example.com/charts</td>"),
    ],
)
def test_the_repository_of_a_dependency_is_a_link(repository: str, cell: str) -> None:
    entry = f"{{name: oil, version: 1.0.0, repository: {repository}}}"
    assert cell in page("host: a\n", metadata=f"dependencies: [{entry}]\n")


@pytest.mark.parametrize(
    ("comment", "lines"),
    [
        (
            "# -- Whether to log\n# Each request is one line.\n",
            ["# Whether to log", "# Each request is one line."],
        ),
        ("# -- Each request is\n# one line.\n", ["# Each request is one line."]),
    ],
)
def test_the_values_file_breaks_lines_where_the_author_did(comment: str, lines: list[str]) -> None:
    files = [File("values.yaml", "values.yaml", f"{comment}log: true\n".encode())]
    before, _, _ = values_yaml(Facts(load_schema(files, LoadOptions(kind="helm")))).partition("log: true")
    assert before.splitlines()[-len(lines) :] == lines


def test_addresses_of_maintainers_are_links() -> None:
    maintainers = (
        "maintainers: [{name: Ada, url: https://example.com/ada}, {name: Bob, email: bob@example.com}]\n"
    )
    shown = page("host: a\n", metadata=maintainers)
    assert 'Ada (<a href="https://example.com/ada">https://example.com/ada</a>)' in shown
    assert "Bob (bob@example.com)" in shown
