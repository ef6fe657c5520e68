"""The phrases of *My values*: of its findings and of its pane."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import Phrase, Words, phrase
from yschema_engine.values.plain_codes import INSTANCE_CODES, PLAIN_CODES

_PHRASES: Mapping[str, Phrase] = MappingProxyType(
    {
        ",": phrase("{parts}, {part}"),
        "or": phrase("{parts} or {part}"),
        "oneOf": phrase("one of {keys}"),
        "noKey": phrase("no key"),
        "quoteName": phrase("names are strings: put the key in quotes"),
        "moveIn": phrase("`{key}` is declared within `{parent}`: move it there"),
        "moveUp": phrase("`{key}` is declared one level up: check the indentation"),
        "didYouMean": phrase("did you mean `{key}`?"),
        "removeKey": phrase("remove the key to get its default"),
        "quote": phrase("put the value in quotes to make it a string"),
        "unquote": phrase("quotes make a string: write the value without them"),
        "list": phrase("write the value as an item of a list: - …"),
        "defaultHint": phrase("the default breaks the rule: set the value"),
    }
)
_INSTANCE_PHRASES: Mapping[str, Phrase] = MappingProxyType(
    {
        "noValue": phrase("no value"),
        "keyLike": phrase("a key that matches {patterns}"),
        "isSet": phrase("{key} is set"),
    }
)
_PANE: Mapping[str, Phrase] = MappingProxyType(
    {
        "title": phrase("My values"),
        "close": phrase("Close"),
        "editor": phrase("Values file"),
        "placeholder": phrase("Paste or write a values file"),
        "required": phrase("Start with the required values"),
        "copy": phrase("Copy"),
        "copied": phrase("Copied"),
        "download": phrase("Download"),
        "differences": phrase("Keep only differences"),
        "differencesLong": phrase("Keep only what differs from the defaults"),
        "tab": phrase("Tab indents; Escape, then Tab, leaves the editor"),
        "keep": phrase("Remember in this browser"),
        "private": phrase("What you write stays in this page."),
        "none": phrase("No problem found in what can be checked here"),
        "count": phrase("Errors: {errors}; warnings: {warnings}"),
        "unchecked": phrase("Rules that were not checked here: {number}"),
        "functions": phrase("A page cannot run the functions of a schema. This command checks all rules:"),
        "others": phrase("This command checks what a page cannot check:"),
        "notRun": phrase("Neither this page nor yschema runs rules in CEL. The API server does."),
        "line": phrase("Line {line}"),
        "error": phrase("error"),
        "warning": phrase("warning"),
        "found": phrase("found"),
        "expected": phrase("expected"),
        "rule": phrase("rule"),
        "when": phrase("when"),
        "hint": phrase("hint"),
        "document": phrase("(document)"),
        "tooLarge": phrase("This file is too large to be checked here"),
        "several": phrase("This file has several documents, or is not valid YAML: edit it yourself."),
        "added": phrase("Added {path}"),
        "present": phrase("{path} is already set"),
        "colon": phrase("{label}: {text}", label="", text=""),
        "semicolon": phrase("{parts}; {part}", parts="", part=""),
    }
)


def template_words(words: Words, *, has_own_check: bool = False) -> dict[str, Any]:
    """Return the templates of the findings by their codes, and of all other phrases by their names.

    Args:
        words: the language of the page.
        has_own_check: whether other facts than types and rules decide about values.
    """
    phrases = {**_PHRASES, **(_INSTANCE_PHRASES if has_own_check else {})}
    codes = (*PLAIN_CODES, *(INSTANCE_CODES if has_own_check else ()))
    return {
        "codes": {code.name: _code(code, words) for code in codes},
        "phrases": {name: words.template(template) for name, template in phrases.items()},
        "pane": {name: words.text(template) for name, template in _PANE.items()},
    }


def _code(code: Code, words: Words) -> dict[str, str]:
    parts = {"m": code.message, "f": code.found, "e": code.expected, "h": code.hint}
    texts = {name: words.template(template) for name, template in parts.items() if template is not None}
    return texts | ({"s": "warning"} if code.severity == "warning" else {})
