"""Facts about an input as a whole, such as the version of a chart, and the sections of its fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase

YES = phrase("yes")
"""The cell of a table for a fact that holds; the cell for one that does not is empty."""


@dataclass(frozen=True, slots=True)
class Property:
    """A label and a text.

    Attributes:
        name: a stable name, for machines.
        label: for readers.
        text: the value; a bare string is its author's own text.
        url: the address that the text links to; may be empty.
    """

    name: str
    label: Phrase
    text: Param
    url: str = ""


def facts(*facts: tuple[str, Phrase, Param]) -> Iterator[Property]:
    """Yield the facts that have a text, each of a name, a label and a text."""
    for name, label, text in facts:
        if text not in ("", Verbatim("")):
            yield Property(name, label, text)


def listed(parts: Sequence[Param]) -> Param:
    """Return parts as one text; empty for none."""
    return Listing(tuple(parts)) if parts else ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of facts of the same kind, such as dependencies.

    Attributes:
        name: a stable name, for machines.
        label: for readers.
        columns: the heads of the columns, each with a stable name.
        rows: the cells; empty strings for those without a value.
    """

    name: str
    label: Phrase
    columns: tuple[tuple[str, Phrase], ...]
    rows: tuple[tuple[Param, ...], ...]

    @property
    def without_empty_columns(self) -> Table:
        """The table without the columns in which all cells are empty."""
        kept = [at for at in range(len(self.columns)) if any(row[at] for row in self.rows)]
        rows = tuple(tuple(row[at] for at in kept) for row in self.rows)
        return replace(self, columns=tuple(self.columns[at] for at in kept), rows=rows)


InputFact: TypeAlias = Property | Table


@dataclass(frozen=True, slots=True)
class Section:
    """A group of fields that belong together for readers.

    Attributes:
        name: the heading, which fields refer to.
        description: Markdown; may be empty.
    """

    name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table of fields.

    Attributes:
        path: of the value.
        section: the name of its section; may be empty.
        cells: Markdown.
    """

    path: Path
    section: str
    cells: tuple[str, ...]
