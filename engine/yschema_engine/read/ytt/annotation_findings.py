"""Findings about annotations, among them words of other tools that authors use."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import Phrase, Verbatim, phrase

MISUSED_ANNOTATION = Code("misused-annotation", "schema", phrase("invalid use of {annotation}"))
UNKNOWN_ANNOTATION = Code(
    "unknown-annotation",
    "schema",
    phrase("{annotation} is unknown and has no effect"),
    severity="warning",
)
IGNORED_ARGUMENT = Code(
    "ignored-argument",
    "schema",
    phrase("{annotation} takes no arguments; this one has no effect"),
    hint=phrase("remove the argument"),
    severity="warning",
)
IGNORED_POSITION = Code(
    "ignored-positional-argument",
    "schema",
    phrase("a positional argument of {annotation} has no effect"),
    severity="warning",
)
RULE_OF_ANOTHER_TYPE = Code(
    "rule-of-another-type",
    "schema",
    phrase("the rule {rule_name} does not fit the type of this field"),
    severity="warning",
)
RULE_NAMES_UNKNOWN_KEY = Code(
    "rule-names-unknown-key",
    "schema",
    phrase("the rule one_not_null= names the key `{key}`, which the map does not have"),
    severity="warning",
)
CONDITION_FAILED = Code(
    "condition-failed", "validation", phrase("the condition when= of a validation failed")
)
NO_TYPE_OF_UNION = Code(
    "value-of-no-named-type", "schema", phrase("the value has none of the types that are named")
)
WRONG_EXAMPLE = Code("example-type-mismatch", "schema", phrase("the example has the wrong type"))
WRONG_NAMED_EXAMPLE = Code(
    "named-example-type-mismatch", "schema", phrase('the example "{example}" has the wrong type')
)
WRONG_DEFAULT = Code("default-type-mismatch", "schema", phrase("the default has the wrong type"))
ANNOTATION_IN_ANY = Code(
    "annotation-in-any",
    "schema",
    phrase("a value of any type contains schema annotations"),
    expected=phrase("none of {annotations} below a value of any type"),
    hint=phrase("the value is passed through unchecked: remove the inner annotation"),
)
ARRAY_WITHOUT_ONE_ITEM = Code(
    "array-without-one-item",
    "schema",
    phrase("an array in a schema must have exactly one item"),
    expected=phrase("exactly 1 array item, of the type that all items have"),
    hint=phrase(
        "set the default of the array with `@schema/default [...]`; for items of several types, use"
        " `@schema/type any=True`"
    ),
)
NULL_VALUE = Code(
    "null-value",
    "schema",
    phrase("a null value declares no type"),
    found=phrase("null"),
    expected=phrase("a value that is not null"),
    hint=phrase(
        "a key without a value is null: set one, and add @schema/nullable to have null as default, or"
        " `@schema/type any=True` to allow any value"
    ),
)
KEY_NOT_A_STRING = Code(
    "key-not-a-string",
    "schema",
    phrase("the name of a field should be a string"),
    expected=phrase("a string"),
    hint=phrase("put the key in quotes if it is meant as text"),
    severity="warning",
)
DEPRECATED_DOCUMENT = Code(
    "deprecated-document",
    "schema",
    phrase("@schema/deprecated is not supported on a document"),
    hint=phrase("deprecate single keys instead"),
)
DEFAULT_OF_ITEM = Code(
    "default-of-item",
    "schema",
    phrase("@schema/default is not supported on an array item"),
    hint=phrase("set the default of the array by annotating the key that holds it"),
)


def _write(code: str) -> Phrase:
    return phrase("write `{code}`", code=Verbatim(code))


_REQUIRED = phrase(
    "a field is required if its default breaks a rule: write `{code}` for a string",
    code=Verbatim("@schema/validation min_len=1"),
)
_PATTERN = phrase(
    'load `regexp` from "@ytt:regexp", and write `{code}`',
    code=Verbatim('@schema/validation ("…", lambda v: regexp.match("…", v))'),
)
_RULES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "min": ("minimum", "min_value", "min", "gte", "ge"),
        "max": ("maximum", "max_value", "max", "lte", "le"),
        "min_len": (
            "minlength",
            "min_length",
            "min_len",
            "minitems",
            "min_items",
            "minproperties",
            "nonempty",
        ),
        "max_len": ("maxlength", "max_length", "max_len", "maxitems", "max_items", "maxproperties"),
        "one_of": ("enum", "values", "one_of", "oneof", "choices", "options", "allowed"),
        "not_null": ("not_null", "notnull", "nonnull", "non_null"),
        "one_not_null": ("one_not_null",),
    }
)
_ARGUMENTS = MappingProxyType({"one_of": "[…]", "not_null": "True", "one_not_null": "[…]"})
_ANNOTATIONS: Mapping[str, Phrase] = MappingProxyType(
    {
        **dict.fromkeys(("required", "require", "mandatory"), _REQUIRED),
        **dict.fromkeys(("pattern", "regex", "regexp", "match"), _PATTERN),
        **{
            word: _write("@schema/nullable")
            for word in ("optional", "null", "allow-null", "allow_null", "allownull")
        },
        **{word: _write('@schema/desc "…"') for word in ("description", "comment", "help", "summary")},
        **{
            word: _write("@schema/type any=True")
            for word in (
                "additionalproperties",
                "anyof",
                "any",
                "any-type",
                "object",
                "preserve-unknown-fields",
            )
        },
        **{
            word: _write(f"@schema/validation {rule}={_ARGUMENTS.get(rule, '…')}")
            for rule, words in _RULES.items()
            for word in words
        },
        "rule": _write('@schema/validation ("…", lambda v: …)'),
        "validator": _write('@schema/validation ("…", lambda v: …)'),
        "format": _write('@schema/validation ("…", lambda v: …)'),
    }
)
_KEYWORDS = MappingProxyType({word: rule for rule, words in _RULES.items() for word in words})


WORDS = tuple(_ANNOTATIONS)
"""The words that annotations can be named after."""


def hint_for_annotation(name: str) -> Phrase | None:
    """Return what to write instead of an unknown annotation; None for a name without advice.

    Args:
        name: without the `@`, such as `schema/required`.
    """
    return _ANNOTATIONS.get(name.removeprefix("schema/").split("(")[0].lower())


def hint_for_keyword(name: str, keywords: Collection[str]) -> Phrase | None:
    """Return what to write instead of an unknown keyword argument of a rule; None for one without advice.

    Args:
        name: of the unknown argument.
        keywords: the arguments that the rule takes.
    """
    word = name.lower()
    if word in ("pattern", "regex", "regexp"):
        return _write("regexp=…") if "regexp" in keywords else _PATTERN
    return _write(f"{_KEYWORDS[word]}={_ARGUMENTS.get(_KEYWORDS[word], '…')}") if word in _KEYWORDS else None
