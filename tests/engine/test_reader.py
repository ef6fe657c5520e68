"""Both YAML parsers give the same nodes, with the same comments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support import cases, load_yaml
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import walk
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import ReadOptions, read


def seen(text: str, *, pure: bool) -> Any:
    """Return all nodes of a file, or the line of its error."""
    try:
        documents = read(Source("s.yml", text), ReadOptions(pure=pure))
    except EngineError as e:
        return [d.span.line for d in e.findings if d.span]
    nodes = [
        (
            type(holder).__name__,
            getattr(holder, "key", None),
            repr(holder.value) if not hasattr(holder.value, "items") else type(holder.value).__name__,
            holder.span.line,
            [(c.line, c.text) for c in holder.comments],
        )
        for document in documents.documents
        for holder in walk(document)
    ]
    return nodes, [(c.line, c.text) for c in documents.trailing]


@pytest.mark.parametrize("path", cases("conformance"))
def test_parsers_in_c_and_in_python_agree(path: Path) -> None:
    for name, text in load_yaml(path.read_text(encoding="utf-8"))["files"].items():
        if name.endswith((".yml", ".yaml")):
            assert seen(text or "", pure=False) == seen(text or "", pure=True)


COMMENTS = [
    ("a: 1 #@x\n", {"a": ["@x"]}),
    ("#@x\na: 1\n", {"a": ["@x"]}),
    ("a:\n  b: 1\n  #@x\nc: 2\n", {"c": ["@x"]}),
    ("a: #@x\n  b: 1\n", {"a": ["@x"]}),
    ("a: {b: 1, c: 2} #@x\n", {"c": ["@x"]}),
    ("a: {b: {c: 1}, d: 2} #@x\n", {"d": ["@x"]}),
    ('a: "#@x" #@y\n', {"a": ["@y"]}),
    ("a: |  #@x\n  #@y\nb: 1\n", {}),
    ("a: >-\n    text\n  #@x\nb: 1\n", {"b": ["@x"]}),
    ("a:\t1\t#@x\n", {"a": ["@x"]}),
    ("é😀: 1 #@x\nb: [1, #@y\n 2]\n", {"é😀": ["@x"]}),
    ("a: &n 1\nb: *n #@x\n", {"b": ["@x"]}),
    ("a: &n\n  #@x\n  b: 1\n", {"b": ["@x"]}),
    ("a: !t &n #@x\n  #@y\n  b: 1\n", {"a": ["@x"], "b": ["@y"]}),
    ("a: &n #@x\n  text\nb: 1\n", {"a": ["@x"]}),
    ("a: &n\n#@x\n- 1\nb: !!str |  #@y\n  #t\n", {}),
    ("a: [ #@x\n 1]\n", {}),
    ("a: [\n #@x\n 1\n]\nz: 1\n", {"z": ["@x"]}),
    ("a: [http://x.y, 12:30]  #@x\nb: {c: d:e} #@y\n", {"c": ["@y"]}),
    ("a: x#@y\n", {}),
    ("a: 'it''s #@x'\n", {}),
]


@pytest.mark.parametrize(("text", "owners"), COMMENTS)
def test_comments_go_to_their_nodes(text: str, owners: dict[str, list[str]]) -> None:
    documents = read(Source("s.yml", text))
    holders = [holder for document in documents.documents for holder in walk(document)]
    keyed = {h.key: [c.text for c in h.comments] for h in holders if hasattr(h, "key") and h.comments}
    assert keyed == owners
