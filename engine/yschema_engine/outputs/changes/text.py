"""Changes as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import indent

from yschema_engine.compare.changes import Change
from yschema_engine.compare.gate import Accepted
from yschema_engine.outputs.changes.facts import AXES, LEVELS, facts, proof, summary
from yschema_engine.text.nodes import from_plain
from yschema_engine.text.phrases import Words
from yschema_engine.text.printable import printable, printable_lines, without_commands
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.printing import to_yaml

_NOWHERE = Span(Source("(values)", ""), 1)


def as_text(changes: Sequence[Change], accepted: Sequence[tuple[Change, Accepted]], words: Words) -> str:
    """Return changes, those of each axis below a heading.

    Args:
        changes: in order.
        accepted: the changes that a file accepts; they are only counted.
        words: the language.
    """
    blocks = [block for axis in AXES for block in _axis(axis, changes, words)]
    lines = [*blocks, f"{words.text(summary(changes))}\n"]
    if accepted:
        lines[-1] += f"{len(accepted)} accepted\n"
    return without_commands("\n".join(lines))


def witness_yaml(change: Change) -> str:
    """Return the values that show a change as YAML; empty if there are none."""
    if change.witness is None:
        return ""
    return to_yaml(from_plain(change.witness.values, _NOWHERE))


def _axis(axis: str, changes: Sequence[Change], words: Words) -> Iterator[str]:
    of_axis = [change for change in changes if change.code.axis == axis]
    if not of_axis:
        return
    title, about = next(texts for name, texts in AXES.items() if name == axis)
    yield f"{words.text(title)}: {words.text(about)}\n"
    yield from ("".join(f"{line}\n" for line in _block(change, words)) for change in of_axis)


def _block(change: Change, words: Words) -> Iterator[str]:
    place = f"{printable(_place(change.span))}: " if change.span else ""
    level = words.text(LEVELS[change.code.level])
    message = printable(words.text(change.message))
    yield f"{place}{level}: {printable(change.path_text)}: {message} [{change.code.name}]"
    for label, fact in facts(change):
        yield f"  {f'{words.text(label)}:'.ljust(9)} {printable(words.text(fact))}"
    if change.code.level == "breaking" and (shown := proof(change)) is not None:
        yield f"  {words.text(shown)}:"
        yield indent(printable_lines(witness_yaml(change).rstrip("\n")), " " * 6)


def _place(span: Span) -> str:
    return f"{span}:{span.column}" if span.column else str(span)
