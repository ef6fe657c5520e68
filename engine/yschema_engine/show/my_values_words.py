"""The phrases of *My values*: of its findings and of its pane."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from yschema_engine.compare.changes import FIELD_REMOVED
from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import Phrase, Words, phrase
from yschema_engine.values.plain_codes import INSTANCE_CODES, PLAIN_CODES

_PHRASES: Mapping[str, Phrase] = {
    ",": phrase("{parts}, {part}"),
    "or": phrase("{parts} or {part}"),
    "oneOf": phrase("one of {keys}"),
    "noKey": phrase("no key"),
    "quoteName": phrase("Names are strings: put the key in quotes."),
    "moveIn": phrase("`{key}` belongs in `{parent}`: move it there."),
    "moveUp": phrase("`{key}` belongs one level up: check the indentation."),
    "didYouMean": phrase("Did you mean `{key}`?"),
    "removeKey": phrase("Remove the key to get its default."),
    "quote": phrase("Put the value in quotes to make it a string."),
    "unquote": phrase("Quotes make a string: write the value without them."),
    "list": phrase("Write the value as an item of a list: - …"),
    "defaultHint": phrase("The default breaks the rule: set the value."),
    "mustBe": phrase("`{path}` must be {kinds}, not {value}."),
    "removedIn": phrase("`{path}` was removed in {version}."),
    "use": phrase("Use `{key}`."),
    "perhaps": phrase("Perhaps it is `{key}` now."),
    "removeGone": phrase("Remove the key."),
    "code": phrase("`{text}`"),
    "null": phrase("null"),
    "boolean": phrase("true or false"),
    "integer": phrase("an integer"),
    "float": phrase("a number"),
    "string": phrase("a string"),
    "map": phrase("a map"),
    "array": phrase("a list"),
    "any": phrase("any value"),
}
_INSTANCE_PHRASES: Mapping[str, Phrase] = {
    "noValue": phrase("no value"),
    "mapType": phrase("map"),
    "arrayType": phrase("list"),
    "keyLike": phrase("a key that matches {patterns}"),
    "isSet": phrase("{key} is set"),
}
_SENTENCES: Mapping[str, Phrase] = {
    "unknown-key": phrase("Unknown key `{path}`."),
    "json-schema-unknown-key": phrase("Unknown key `{path}`."),
    "chart-unknown-key": phrase("This chart has no `{path}`."),
    "json-schema-missing-key": phrase("`{path}` is required."),
    "deprecated-field-set": phrase("`{path}` is deprecated."),
    "removed-field-set": phrase("`{path}` was removed."),
    "repeated-key-in-plain-values": phrase("`{path}` is set twice."),
    "rule-broken": phrase("`{path}` breaks the rule: {rule}."),
    "json-schema-violation": phrase("`{path}` does not match: {expected}."),
}
"""What findings with a path say, by their codes; others say the message of their code."""
_PANE: Mapping[str, Phrase] = {
    "title": phrase("My values"),
    "close": phrase("Close"),
    "editor": phrase("Values file"),
    "placeholder": phrase("Paste your values"),
    "empty": phrase("Paste your values, or start from:"),
    "required": phrase("The required settings"),
    "rename": phrase("Rename"),
    "write": phrase("Write {value}"),
    "remove": phrase("Remove"),
    "move": phrase("Move"),
    "migrate": phrase("Migrate"),
    "migration": phrase("This command migrates the whole file:"),
    "set": phrase("set"),
    "setCount": phrase("{number} set"),
    "copy": phrase("Copy"),
    "copied": phrase("Copied"),
    "download": phrase("Download"),
    "differences": phrase("Remove defaults"),
    "differencesLong": phrase("Keep only what differs from the defaults"),
    "tab": phrase("Tab indents; Escape, then Tab, leaves the editor"),
    "keep": phrase("Save in this browser"),
    "private": phrase("Nothing is uploaded."),
    "none": phrase("No problems found"),
    "errorCount": phrase("1 error"),
    "errorsCount": phrase("{number} errors"),
    "warningCount": phrase("1 warning"),
    "warningsCount": phrase("{number} warnings"),
    "notChecked": phrase("Resources that were not checked: {kinds}"),
    "unchecked": phrase("Not checked here: {number}"),
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
    "document": phrase("(document)"),
    "tooLarge": phrase("This file is too large to be checked here"),
    "several": phrase("Couldn't edit the file: it has several documents, or is not valid YAML."),
    "added": phrase("Added {path}"),
    "present": phrase("{path} is already set"),
    "colon": phrase("{label}: {text}", label="", text=""),
}


def template_words(words: Words, *, has_own_check: bool = False) -> dict[str, Any]:
    """Return the templates of the findings by their codes, and of all other phrases by their names.

    Args:
        words: the language of the page.
        has_own_check: whether other facts than types and rules decide about values.
    """
    phrases = {**_PHRASES, **(_INSTANCE_PHRASES if has_own_check else {})}
    codes = (*PLAIN_CODES, *(INSTANCE_CODES if has_own_check else ()))
    removed = {"m": words.text(FIELD_REMOVED.message), "s": "warning"}
    return {
        "codes": {**{code.name: _code(code, words) for code in codes}, FIELD_REMOVED.name: removed},
        "phrases": {name: words.template(template) for name, template in phrases.items()},
        "pane": {name: words.text(template) for name, template in _PANE.items()},
    }


def _code(code: Code, words: Words) -> dict[str, str]:
    parts = {"m": code.message, "f": code.found, "e": code.expected, "h": code.hint}
    texts = {name: words.template(template) for name, template in parts.items() if template is not None}
    texts |= {"t": words.template(_SENTENCES[code.name])} if code.name in _SENTENCES else {}
    return texts | ({"s": "warning"} if code.severity == "warning" else {})
