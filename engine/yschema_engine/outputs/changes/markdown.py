"""Changes as Markdown, for release notes and comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yschema_engine.compare.changes import Change
from yschema_engine.outputs.changes.facts import AXES, LEVELS, facts, proof, summary
from yschema_engine.outputs.changes.text import witness_yaml
from yschema_engine.outputs.markdown.phrase_markdown import MarkdownWords
from yschema_engine.outputs.markdown.text import code, fence
from yschema_engine.text.phrases import Param, Words


def as_markdown(changes: Sequence[Change], words: Words) -> str:
    """Return changes, those of each axis below a heading."""
    markdown = MarkdownWords(words)
    sections = [section for axis in AXES for section in _axis(axis, changes, markdown)]
    return "\n".join([*sections, f"{_sentence(markdown.text(summary(changes)))}\n"])


def _axis(axis: str, changes: Sequence[Change], words: MarkdownWords) -> Iterator[str]:
    of_axis = [change for change in changes if change.code.axis == axis]
    if not of_axis:
        return
    title, about = next(texts for name, texts in AXES.items() if name == axis)
    yield f"## {words.text(title)}\n"
    yield f"{_sentence(words.text(about))}\n"
    yield from ("".join(f"{line}\n" for line in _item(change, words)) for change in of_axis)


def _item(change: Change, words: MarkdownWords) -> Iterator[str]:
    level = words.text(LEVELS[change.code.level])
    yield f"- {code(change.path_text)}: {words.text(change.message)} (**{level}**, {code(change.code.name)})"
    for label, fact in facts(change):
        yield f"    - {words.text(label)}: {_fact(fact, words)}"
    if change.code.level == "breaking" and (shown := proof(change)) is not None:
        # Some hosts find no fences in lists.
        yield f"\n{_capitalised(words.text(shown))}:\n"
        yield fence(witness_yaml(change).rstrip(), "yaml")


def _fact(fact: Param, words: MarkdownWords) -> str:
    return " ".join(words.text(fact).split())


def _sentence(text: str) -> str:
    return f"{_capitalised(text)}."


def _capitalised(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
