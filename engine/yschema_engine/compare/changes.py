"""Changes between two versions of a schema as facts, and their codes; `show.changes` words them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import partial
from typing import Literal

from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Param, Phrase, phrase
from yschema_engine.text.source import Span
from yschema_engine.yaml.plain_values import Plain, merged

Axis = Literal["acceptance", "effect", "words"]
Level = Literal["breaking", "unknown", "compatible", "effect", "words"]
_AXES: Mapping[Level, Axis] = {"effect": "effect", "words": "words"}
Topic = Literal["presence", "lack", "type", "keys", "meaning", "shape", "resource", "none", "other"]
"""What shows a change: the field where it is set, the field where it is not, a value of another type, another
key of the map, only whether the key has a meaning, what code that reads the value finds, a whole resource, or
no values at all, as for a rule that is not run."""


@dataclass(frozen=True, slots=True)
class ChangeCode:
    """A kind of change; each has one record below.

    Attributes:
        name: stable and unique, for machines, fingerprints and the documentation.
        message: what has changed, in a few words; parameters of a change fill its `{names}`.
        topic: what shows a change of the kind.
        level: whether it is breaking. A comparison changes it where users do not set the field, or where no
            values decide.
    """

    name: str
    message: Phrase
    topic: Topic = "other"
    level: Level = "words"

    @property
    def axis(self) -> Axis:
        """What the change is about: which values are valid, which result they give, or words alone."""
        return "effect" if self.topic == "shape" else _AXES.get(self.level, "acceptance")


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
        resource: the kind and the version of the resource, if the schemas are of several: `lamp-v1`.
    """

    code: ChangeCode
    path: Path
    old: Side | None = None
    new: Side | None = None
    witness: Witness | None = None
    successors: tuple[Successor, ...] = ()
    remedy: str = ""
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)
    resource: str = ""

    @property
    def is_proved(self) -> bool:
        """Whether data values show the change; changes of words, and some others, need no proof."""
        return self.code.axis == "words" or self.code.topic == "none" or self.witness is not None

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
        parts = filter(None, (self.resource, str(self.path)))
        return ": ".join(parts) or "(document)"

    @property
    def span(self) -> Span | None:
        """The place to look at first: in the new version, if the change is there."""
        sides = (self.new, self.old)
        return next((side.span for side in sides if side is not None and side.span is not None), None)

    @property
    def fingerprint(self) -> str:
        """An identity that rewording does not change: it depends on the code and the path alone."""
        place = f"{self.resource}\0{self.path}" if self.resource else str(self.path)
        return hashlib.sha256(f"{self.code.name}\0{place}".encode()).hexdigest()[:16]


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


_breaking = partial(ChangeCode, level="breaking")
_compatible = partial(ChangeCode, level="compatible")
_effect = partial(ChangeCode, level="effect")

FIELD_REMOVED = _breaking("field-removed", phrase("the field was removed"), "presence")
FIELD_MOVED = _breaking("field-moved", phrase("the field moved to {successor}"), "presence")
FIELD_RETIRED = _breaking("field-retired", phrase("the field is marked as removed"), "presence")
REQUIRED_FIELD_ADDED = _breaking("required-field-added", phrase("a required field was added"), "lack")
FIELD_REQUIRED = _breaking("field-required", phrase("the field became required"), "lack")
TYPE_NARROWED = _breaking("type-narrowed", phrase("the type accepts fewer values"), "type")
TYPE_CHANGED = _breaking("type-changed", phrase("the type changed"), "type")
NULL_REFUSED = _breaking("null-refused", phrase("null is no longer valid"), "type")
MAP_CLOSED = _breaking("map-closed", phrase("the map no longer accepts other keys"), "keys")
KEYS_CHANGED = _breaking("keys-changed", phrase("the keys that the map accepts changed"), "keys")
VALUES_REMOVED = _breaking("values-removed", phrase("values are no longer allowed"))
BOUND_TIGHTENED = _breaking("bound-tightened", phrase("the range of values is narrower"))
LENGTH_TIGHTENED = _breaking("length-tightened", phrase("the range of lengths is narrower"))
PATTERN_ADDED = _breaking("pattern-added", phrase("the value has to match a pattern"))
PATTERN_CHANGED = _breaking("pattern-changed", phrase("the pattern changed"))
FORMAT_ADDED = _breaking("format-added", phrase("the value has to be in a format"))
FORMAT_CHANGED = _breaking("format-changed", phrase("the format changed"))
RULE_ADDED = _breaking("rule-added", phrase("a rule was added"))
RULE_CHANGED = _breaking("rule-changed", phrase("a rule changed"))
RULE_CODE_CHANGED = _breaking("rule-code-changed", phrase("the code of this rule changed"))
CONDITION_CHANGED = _breaking("condition-changed", phrase("the condition of a rule changed"))
VALUE_REFUSED = _breaking("value-refused", phrase("values that were valid are refused"))
DEFAULT_RESHAPED = _breaking("default-reshaped", phrase("the default changed to or from a map"), "shape")
VERSION_REMOVED = _breaking("version-removed", phrase("this version of the resource was removed"), "resource")
VERSION_NOT_SERVED = _breaking(
    "version-not-served", phrase("this version of the resource is no longer served"), "resource"
)
KIND_CHANGED = _breaking("kind-changed", phrase("the kind of the resource changed"), "resource")
PLURAL_CHANGED = _breaking("plural-changed", phrase("the plural name of the resource changed"), "none")
SCOPE_CHANGED = _breaking("scope-changed", phrase("the scope of the resource changed"), "none")
UNEXPLAINED_REFUSAL = _breaking(
    "unexplained-refusal",
    phrase("internal error: the new version refuses values, and no other finding explains why"),
)

RULE_UNDECIDED = ChangeCode(
    "rule-undecided", phrase("a new rule may refuse values that were valid"), "none", "unknown"
)

FIELD_ADDED = _compatible("field-added", phrase("a field was added"), "presence")
FIELD_OPTIONAL = _compatible("field-optional", phrase("the field is no longer required"), "lack")
FIELD_RESTORED = _compatible("field-restored", phrase("the field is no longer marked as removed"))
TYPE_WIDENED = _compatible("type-widened", phrase("the type accepts more values"), "type")
NULL_ALLOWED = _compatible("null-allowed", phrase("null became valid"), "type")
MAP_OPENED = _compatible("map-opened", phrase("the map accepts other keys"), "keys")
VALUES_ADDED = _compatible("values-added", phrase("more values are allowed"))
BOUND_RELAXED = _compatible("bound-relaxed", phrase("the range of values is wider"))
LENGTH_RELAXED = _compatible("length-relaxed", phrase("the range of lengths is wider"))
PATTERN_REMOVED = _compatible("pattern-removed", phrase("the value no longer has to match a pattern"))
FORMAT_REMOVED = _compatible("format-removed", phrase("the value no longer has to be in a format"))
RULE_REMOVED = _compatible("rule-removed", phrase("a rule was removed"))
RULE_SATISFIED = _compatible(
    "rule-satisfied", phrase("a new rule holds for all values that were valid"), "none"
)
VERSION_ADDED = _compatible("version-added", phrase("this version of the resource is new"), "resource")

DEFAULT_CHANGED = _effect("default-changed", phrase("the default changed"))
DEFAULT_ADDED = _effect("default-added", phrase("the field now has a default"))
DEFAULT_REMOVED = _effect("default-removed", phrase("the field no longer has a default"))
FIELD_DECLARED = _effect(
    "field-declared", phrase("a field was added whose key was accepted before"), "meaning"
)
FIELD_UNDECLARED = _effect(
    "field-undeclared", phrase("the field is no longer declared; its key is still accepted"), "meaning"
)
DEFAULT_DROPPED = _effect(
    "default-dropped", phrase("the field no longer has a default; its key is still accepted"), "meaning"
)

TITLE_CHANGED = ChangeCode("title-changed", phrase("the title changed"))
DESCRIPTION_CHANGED = ChangeCode("description-changed", phrase("the description changed"))
EXAMPLES_CHANGED = ChangeCode("examples-changed", phrase("the examples changed"))
RULE_REWORDED = ChangeCode("rule-reworded", phrase("a rule is worded differently"))
FORMAT_NOTE_CHANGED = ChangeCode("format-note-changed", phrase("a format changed that is not enforced"))
DEPRECATED = ChangeCode("deprecated", phrase("the field was deprecated"))
UNDEPRECATED = ChangeCode("undeprecated", phrase("the field is no longer deprecated"))
VERSION_DEPRECATED = ChangeCode("version-deprecated", phrase("this version of the resource was deprecated"))
VERSION_UNDEPRECATED = ChangeCode(
    "version-undeprecated", phrase("this version of the resource is no longer deprecated")
)
NOTICE_CHANGED = ChangeCode("notice-changed", phrase("the deprecation notice changed"))
REMEDY_CHANGED = ChangeCode("remedy-changed", phrase("the notice about the removed field changed"))
REORDERED = ChangeCode("reordered", phrase("the fields of the map are in another order"))


CHANGE_CODES: Mapping[str, ChangeCode] = {
    code.name: code for code in tuple(globals().values()) if isinstance(code, ChangeCode)
}
"""All codes by their names, in the order of this module."""
