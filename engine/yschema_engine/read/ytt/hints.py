"""What to write instead of annotations and arguments that ytt does not have, such as words of other tools."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from yschema_engine.text.phrases import Phrase, Verbatim, phrase


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
_RULES: Mapping[str, tuple[str, ...]] = {
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
_ARGUMENTS: Mapping[str, str] = {"one_of": "[…]", "not_null": "True", "one_not_null": "[…]"}
_ANNOTATIONS: Mapping[str, Phrase] = {
    **dict.fromkeys(("required", "require", "mandatory"), _REQUIRED),
    **dict.fromkeys(("pattern", "regex", "regexp", "match"), _PATTERN),
    **dict.fromkeys(
        ("optional", "null", "allow-null", "allow_null", "allownull"), _write("@schema/nullable")
    ),
    **dict.fromkeys(("description", "comment", "help", "summary"), _write('@schema/desc "…"')),
    **dict.fromkeys(
        ("additionalproperties", "anyof", "any", "any-type", "object", "preserve-unknown-fields"),
        _write("@schema/type any=True"),
    ),
    **{
        word: _write(f"@schema/validation {rule}={_ARGUMENTS.get(rule, '…')}")
        for rule, words in _RULES.items()
        for word in words
    },
    **dict.fromkeys(("rule", "validator", "format"), _write('@schema/validation ("…", lambda v: …)')),
}
_KEYWORDS: Mapping[str, str] = {word: rule for rule, words in _RULES.items() for word in words}


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
    if word == "nullable":
        return _write("@schema/nullable")
    if word in ("pattern", "regex", "regexp"):
        return _write("regexp=…") if "regexp" in keywords else _PATTERN
    return _write(f"{_KEYWORDS[word]}={_ARGUMENTS.get(_KEYWORDS[word], '…')}") if word in _KEYWORDS else None
