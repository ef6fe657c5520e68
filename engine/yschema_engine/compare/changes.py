"""Changes between two versions of a schema, as facts; `outputs.changes` turns them into text."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Literal

from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Param, Phrase
from yschema_engine.text.source import Span
from yschema_engine.yaml.plain_values import Plain, merged

Axis = Literal["acceptance", "effect", "words"]
Level = Literal["breaking", "compatible", "effect", "words"]


@dataclass(frozen=True, slots=True)
class ChangeCode:
    """A kind of change; each has one record in `codes`.

    Attributes:
        name: stable and unique, for machines, fingerprints and the documentation.
        axis: what the change is about: which values are valid, which result they give, or words alone.
        level: whether it is breaking; the same for all changes of the kind.
        message: what has changed, in a few words; parameters of a change fill its `{names}`.
    """

    name: str
    axis: Axis
    level: Level
    message: Phrase


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the versions says.

    Attributes:
        value: for programs, as plain values.
        words: for readers; empty if there is nothing to show.
        span: where that version says so.
    """

    value: Plain = None
    words: Param = ""
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Witness:
    """Data values that show a change.

    Attributes:
        own: plain values that the document sets besides those of the base.
        path: the value in it that the change is about.
        accepted_by: the version that accepts the document; the other one refuses it. `both` if the results
            differ.
        base: plain values that many documents have in common.
    """

    own: Plain
    path: Path
    accepted_by: Literal["old", "new", "both"] = "old"
    base: Plain = None

    @property
    def values(self) -> Plain:
        """The document, as plain values."""
        return merged(self.base, self.own)


Reason = Literal["notice", "name", "default", "type", "description", "keys"]


@dataclass(frozen=True, slots=True)
class Successor:
    """A field of the new version that seems to replace one of the old version.

    Attributes:
        path: in the new version.
        reasons: why; `notice` if the author says so.
        score: from 0 to 1.
    """

    path: Path
    reasons: tuple[Reason, ...]
    score: float = 1.0

    @property
    def is_certain(self) -> bool:
        """Whether the author of the schema names the field."""
        return "notice" in self.reasons


@dataclass(frozen=True, slots=True)
class Change:
    """A difference between two versions of a schema.

    Attributes:
        code: what kind of change it is.
        path: of the field; in the old version, if it is there.
        old: what the old version says; None if it has no such thing.
        new: what the new version says.
        witness: data values that show the change; None if none could be built, or none is needed.
        successors: of a removed field, the fields that may replace it, the best first.
        remedy: what the author says to do instead.
        params: what fills the message.
    """

    code: ChangeCode
    path: Path
    old: Side | None = None
    new: Side | None = None
    witness: Witness | None = None
    successors: tuple[Successor, ...] = ()
    remedy: str = ""
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)

    @property
    def is_proved(self) -> bool:
        """Whether data values show the change; changes of words need no proof."""
        return self.code.axis == "words" or self.witness is not None

    @property
    def successor(self) -> Successor | None:
        """The field that the author names as the replacement."""
        return next((each for each in self.successors if each.is_certain), None)

    @property
    def message(self) -> Phrase:
        """What has changed, in a few words."""
        return replace(self.code.message, params=tuple(self.params.items()))

    @property
    def path_text(self) -> str:
        """The path as readers see it."""
        return str(self.path) or "(document)"

    @property
    def span(self) -> Span | None:
        """The place to look at first: in the new version, if the change is there."""
        sides = (self.new, self.old)
        return next((side.span for side in sides if side is not None and side.span is not None), None)

    @property
    def fingerprint(self) -> str:
        """An identity that rewording does not change: it depends on the code and the path alone."""
        return hashlib.sha256(f"{self.code.name}\0{self.path}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The changes between two versions of a schema.

    Attributes:
        old: the old version.
        new: the new version.
        changes: by axis, then in the order of the schemas.
    """

    old: Schema
    new: Schema
    changes: tuple[Change, ...]

    def on(self, axis: Axis) -> list[Change]:
        """Return the changes of one axis."""
        return [change for change in self.changes if change.code.axis == axis]
