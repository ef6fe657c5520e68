"""Resources on pages: addresses in the facts about them are links."""

from __future__ import annotations

import pytest

from yschema_engine import File, load_schema
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import find_theme


def page(release_notes: str) -> str:
    """Return the reference of a package as HTML."""
    text = (
        "apiVersion: data.packaging.carvel.dev/v1alpha1\n"
        "kind: Package\n"
        "metadata: {name: boat.example.com.1.0.0}\n"
        f"spec: {{refName: boat.example.com, version: 1.0.0, releaseNotes: '{release_notes}'}}\n"
    )
    schema = load_schema([File("package.yaml", "package.yaml", text.encode())])
    return Renderer(find_theme("mkdocs")).reference(schema.named("boat")).html


@pytest.mark.parametrize(
    ("notes", "html"),
    [
        (
            "boat https://example.com/1",
            '<dd>boat <a href="https://example.com/1">https://example.com/1</a></dd>',
        ),
        ("(https://example.com/a?b=1&c=2).", '(<a href="https://example.com/a?b=1&amp;c=2">'),
        (
            'see "https://example.com/a"',
            'see &#34;<a href="https://example.com/a">https://example.com/a</a>&#34;',
        ),
        ("<https://example.com/a>", '&lt;<a href="https://example.com/a">https://example.com/a</a>&gt;'),
        ("javascript:alert(1)", "<dd>javascript:alert(1)</dd>"),
        ("<b>", "<dd>&lt;b&gt;</dd>"),
    ],
)
def test_addresses_in_release_notes_are_links(notes: str, html: str) -> None:
    assert html in page(notes)
