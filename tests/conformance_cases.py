"""Functions that run a recorded case, and compare the answer."""

from __future__ import annotations

import json
import re
from typing import Any

from support import Command, load_yaml

SIZES = ("Length", "Items", "Properties")
RULE_KEYWORDS = frozenset(
    f"{bound}{what}"
    for bound, whats in {
        "min": ("imum", *SIZES),
        "max": ("imum", *SIZES),
        "": ("enum", "pattern", "format"),
    }.items()
    for what in whats
)
TYPES = frozenset(("string", "integer", "float", "boolean", "map", "array", "null"))
# The texts of ytt for its own rules. The authors of schemas describe all other rules.
_NAMED_RULE = re.compile(r"length [<>]=|a value [<>]=|one of [\[(]|not null$|exactly one of")
_LITERAL = re.compile(r'"[^"]*"|@\w+/\w+|(?<![\w.-])\d+(?:\.\d+)?(?![\w-])')
_NAMES = re.compile(r"\{ (.*) \}")


def run_case(case: dict[str, Any], yschema: Command) -> str:
    """Return how our answer differs from the recorded one, or nothing."""
    files, inputs = inputs_of(case)
    result = yschema(*inputs, *shown_in(case), "--error-format", "json", files=files)
    expected = case["expect"]
    if "error" in expected:
        return wrong_error(expected["error"]["violations"], result.status, result.err)
    if result.status != 0:
        return f"refused: {result.err}"
    if "openapi" in expected:
        ours = load_yaml(result.out)["components"]["schemas"]["dataValues"]
        return "" if covers(ours, expected["openapi"]) else f"{ours} is not {expected['openapi']}"
    ours = json.loads(result.out)
    return "" if same(ours, stringed(expected["values"])) else f"{ours} is not {expected['values']}"


def shown_in(case: dict[str, Any]) -> list[str]:
    """Return the arguments for what a case shows; with `inspect: none`, it only checks the schema."""
    if case.get("inspect") == "openapi":
        return ["--data-values-schema-inspect", "-o", "openapi-v3"]
    return [] if case.get("inspect") == "none" else ["--data-values-inspect", "-o", "json"]


def inputs_of(case: dict[str, Any]) -> tuple[dict[str, str], list[str]]:
    """Return the files of a case, and its arguments, with `-f` for each file that they do not name."""
    args = [str(a) for a in case.get("args") or []]
    files = {name: text or "" for name, text in case["files"].items()}
    given = [name for name in files if not any(name in arg for arg in args)]
    return files, [*(arg for name in given for arg in ("-f", f"{name}={name}")), *args]


def wrong_error(violations: list[dict[str, Any]], status: int, err: str) -> str:
    """Return how the reported errors differ from the recorded violations, or nothing."""
    if status == 0:
        return "accepted, but is an error"
    errors = [report for report in reported(err) if report["severity"] == "error"]
    as_many = len(errors) == len(violations) if violations else bool(errors)
    return "" if as_many and is_each_reported(violations, errors) else f"{violations} is not {err}"


def reported(err: str) -> list[dict[str, Any]]:
    """Return the findings among the lines on standard error."""
    return [json.loads(line) for line in err.splitlines() if line.startswith("{")]


def is_each_reported(violations: list[dict[str, Any]], reports: list[dict[str, Any]]) -> bool:
    """Return whether each violation is matched by a different finding."""
    if not violations:
        return True
    first, *others = violations
    return any(
        matches(first, report) and is_each_reported(others, [r for r in reports if r is not report])
        for report in reports
    )


def matches(violation: dict[str, Any], report: dict[str, Any]) -> bool:
    """Return whether a finding has the places, the types and all recorded facts of a violation."""
    if violation.get("path") and report.get("path", "") != violation["path"]:
        return False
    at = f"{report.get('file', '')}:{report.get('line', '')}"
    places = {"at": at, "declared": report.get("declared", ""), "by": report.get("by", "")}
    if not all(_is_at(violation.get(key), place) for key, place in places.items()):
        return False
    types = [key for key in ("found", "expected") if violation.get(key) in TYPES]
    if not all(_has_word(str(report.get(key, "")), violation[key]) for key in types):
        return False
    text = "\n".join(str(report.get(key, "")) for key in ("message", "found", "expected", "rule"))
    return all(_has_word(text, fact) for fact in facts_of(violation))


def _is_at(recorded: str | None, place: str) -> bool:
    """Return whether a place, with or without a column, is on the recorded line."""
    line = str(recorded or "").rpartition(":")[2]
    return not line.isdigit() or f"{place}:".startswith(f"{recorded}:")


def _has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(word)}(?![\w])", text) is not None


def facts_of(violation: dict[str, Any]) -> list[str]:
    """Return the parts of a violation that any wording contains: names, numbers, and the author's texts."""
    facts = []
    for key in ("found", "expected", "rule"):
        text = str(violation.get(key, ""))
        if " " not in text or (key == "rule" and not _NAMED_RULE.match(text)):
            facts += [text] * (text not in TYPES and bool(text))
        else:
            facts += [name.strip('"') for name in _LITERAL.findall(text)]
            facts += [name for names in _NAMES.findall(text) for name in names.split(", ")]
    return facts


def same(ours: Any, wanted: Any) -> bool:
    """Return whether values are equal, with numbers compared by value and keys in the same order."""
    if isinstance(ours, dict) and isinstance(wanted, dict):
        return list(ours) == list(wanted) and all(same(ours[k], wanted[k]) for k in wanted)
    if isinstance(ours, list) and isinstance(wanted, list):
        return len(ours) == len(wanted) and all(map(same, ours, wanted))
    return bool(ours == wanted) and isinstance(ours, bool) == isinstance(wanted, bool)


def covers(ours: Any, wanted: Any) -> bool:
    """Return whether objects are equal, ignoring rule keywords and `x-` keys."""
    if not isinstance(wanted, dict) or not isinstance(ours, dict):
        return same(ours, wanted)
    plain = {
        k: v for k, v in ours.items() if k in wanted or not (k in RULE_KEYWORDS or str(k).startswith("x-"))
    }
    if list(plain) != list(wanted):
        return False
    return all(
        {"properties": _properties, "items": covers}.get(str(key), same)(plain[key], wanted[key])
        for key in wanted
    )


def _properties(ours: Any, wanted: Any) -> bool:
    return list(ours) == list(wanted) and all(covers(ours[k], wanted[k]) for k in wanted)


def stringed(value: Any) -> Any:
    """Return the value with all keys as strings, as in JSON."""
    return json.loads(json.dumps(value, default=str))
