"""The text of a values file, and its content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yschema_engine.compare.plain_paths import key_of
from yschema_engine.compare.yaml_places import Mark, Place, places
from yschema_engine.nodes.printing import to_yaml
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.nodes import Array, Map, MapItem, Scalar, Value, key_id
from yschema_engine.text.paths import Path
from yschema_engine.text.source import Source
from yschema_engine.values.sources import read_plain


class UneditableError(Exception):
    """A key is in a place where lines cannot be changed."""


@dataclass(slots=True)
class Text:
    """The text of a values file, and what it holds.

    Attributes:
        name: of the file.
        lines: without their ends.
        number: which of the documents is read and edited.
        gap: the index of the line from which an item was cut last; None if none was.
        documents: the values of all documents.
    """

    name: str
    lines: list[str]
    number: int = 0
    gap: int | None = None
    documents: list[Value] = field(init=False, default_factory=list)
    _places: Mapping[Mark, Place] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Read the documents."""
        self.read()

    @property
    def document(self) -> Value:
        """The value of the document that is edited."""
        return self.documents[self.number] if self.number < len(self.documents) else None

    @property
    def comment(self) -> str:
        """The sign of comments: ytt refuses others than `#!` in a file with annotations."""
        is_template = any(line.lstrip().startswith("#@") for line in self.lines)
        return "#!" if is_template else "#"

    def read(self) -> None:
        """Read the lines, after an edit.

        Raises:
            EngineError: they are not valid YAML.
        """
        source = Source(self.name, "\n".join(self.lines))
        self.documents = [each.value for each in read_plain(source).documents]
        self._places = places(source)

    def restore(self, lines: Sequence[str]) -> None:
        """Go back to the lines before an edit that failed."""
        self.lines[:] = lines
        self.read()

    def item(self, path: Path) -> MapItem:
        """Return the item of a key; of a repeated one, the last, which takes effect.

        Raises:
            UneditableError: there is none.
        """
        holder = self.value(path.parent)
        if not isinstance(holder, Map):  # such as the array around a map that would be empty
            raise UneditableError(str(path))
        wanted = key_id(key_of(path[-1]))
        item = next((each for each in reversed(holder.items) if key_id(each.key) == wanted), None)
        if item is None:
            raise UneditableError(str(path))
        return item

    def place(self, item: MapItem) -> Place:
        """Return the place of an item.

        Raises:
            UneditableError: it is not known.
        """
        place = self._places.get((item.span.line - 1, item.span.column - 1))
        if place is None:
            raise UneditableError(str(item.key))
        return place

    def value(self, path: Path) -> Value:
        """Return the value at a path; None if there is none."""
        value = self.document
        for step in path:
            if isinstance(value, Map):
                items = [each for each in value.items if key_id(each.key) == key_id(key_of(step))]
                value = items[-1].value if items else None
            elif isinstance(value, Array) and isinstance(step, int) and step < len(value.items):
                value = value.items[step].value
            else:
                return None
        return value

    def has(self, path: Path) -> bool:
        """Return whether the map around a path has its key."""
        holder = self.value(path.parent)
        wanted = key_id(key_of(path[-1]))
        return isinstance(holder, Map) and any(key_id(each.key) == wanted for each in holder.items)

    def end(self) -> int:
        """Return the index behind the last line that is not blank."""
        lines = [index for index, line in enumerate(self.lines) if line.strip()]
        return lines[-1] + 1 if lines else 0


def written(key: Scalar) -> str:
    """Return a key as YAML."""
    return to_yaml(key).strip()
