"""The codes of changes: one record each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from yschema_engine.compare.changes import ChangeCode
from yschema_engine.text.phrases import Phrase, phrase


def _breaking(name: str, message: Phrase) -> ChangeCode:
    return ChangeCode(name, "acceptance", "breaking", message)


def _compatible(name: str, message: Phrase) -> ChangeCode:
    return ChangeCode(name, "acceptance", "compatible", message)


def _effect(name: str, message: Phrase) -> ChangeCode:
    return ChangeCode(name, "effect", "effect", message)


def _words(name: str, message: Phrase) -> ChangeCode:
    return ChangeCode(name, "words", "words", message)


FIELD_REMOVED = _breaking("field-removed", phrase("the field was removed"))
FIELD_MOVED = _breaking("field-moved", phrase("the field moved to {successor}"))
FIELD_RETIRED = _breaking("field-retired", phrase("the field is marked as removed"))
REQUIRED_FIELD_ADDED = _breaking("required-field-added", phrase("a required field was added"))
FIELD_REQUIRED = _breaking("field-required", phrase("the field became required"))
TYPE_NARROWED = _breaking("type-narrowed", phrase("the type accepts fewer values"))
TYPE_CHANGED = _breaking("type-changed", phrase("the type changed"))
NULL_REFUSED = _breaking("null-refused", phrase("null is no longer valid"))
MAP_CLOSED = _breaking("map-closed", phrase("the map no longer accepts other keys"))
KEYS_CHANGED = _breaking("keys-changed", phrase("the keys that the map accepts changed"))
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
UNEXPLAINED_REFUSAL = _breaking(
    "unexplained-refusal",
    phrase("internal error: the new version refuses values, and no other finding explains why"),
)

FIELD_ADDED = _compatible("field-added", phrase("a field was added"))
FIELD_OPTIONAL = _compatible("field-optional", phrase("the field is no longer required"))
FIELD_RESTORED = _compatible("field-restored", phrase("the field is no longer marked as removed"))
TYPE_WIDENED = _compatible("type-widened", phrase("the type accepts more values"))
NULL_ALLOWED = _compatible("null-allowed", phrase("null became valid"))
MAP_OPENED = _compatible("map-opened", phrase("the map accepts other keys"))
VALUES_ADDED = _compatible("values-added", phrase("more values are allowed"))
BOUND_RELAXED = _compatible("bound-relaxed", phrase("the range of values is wider"))
LENGTH_RELAXED = _compatible("length-relaxed", phrase("the range of lengths is wider"))
PATTERN_REMOVED = _compatible("pattern-removed", phrase("the value no longer has to match a pattern"))
FORMAT_REMOVED = _compatible("format-removed", phrase("the value no longer has to be in a format"))
RULE_REMOVED = _compatible("rule-removed", phrase("a rule was removed"))

DEFAULT_CHANGED = _effect("default-changed", phrase("the default changed"))
DEFAULT_ADDED = _effect("default-added", phrase("the field now has a default"))
DEFAULT_REMOVED = _effect("default-removed", phrase("the field no longer has a default"))
FIELD_DECLARED = _effect("field-declared", phrase("a field was added, and its key is no longer ignored"))
FIELD_IGNORED = _effect("field-ignored", phrase("the field was removed, and its key is now ignored"))

TITLE_CHANGED = _words("title-changed", phrase("the title changed"))
DESCRIPTION_CHANGED = _words("description-changed", phrase("the description changed"))
EXAMPLES_CHANGED = _words("examples-changed", phrase("the examples changed"))
RULE_REWORDED = _words("rule-reworded", phrase("a rule is worded differently"))
FORMAT_NOTE_CHANGED = _words("format-note-changed", phrase("a format changed that is not enforced"))
DEPRECATED = _words("deprecated", phrase("the field was deprecated"))
UNDEPRECATED = _words("undeprecated", phrase("the field is no longer deprecated"))
NOTICE_CHANGED = _words("notice-changed", phrase("the deprecation notice changed"))
REMEDY_CHANGED = _words("remedy-changed", phrase("the notice about the removed field changed"))
REORDERED = _words("reordered", phrase("the fields of the map are in another order"))


CHANGE_CODES: Mapping[str, ChangeCode] = MappingProxyType(
    {code.name: code for code in tuple(globals().values()) if isinstance(code, ChangeCode)}
)
"""All codes by their names, in the order of this module."""
