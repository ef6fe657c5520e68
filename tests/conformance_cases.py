"""Running one recorded case through the command line, and comparing what it answers."""

from __future__ import annotations

import json
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


def run_case(case: dict[str, Any], yschema: Command) -> str:
    """What is wrong with our answer, or nothing."""
    files, inputs = inputs_of(case)
    shown = ["--data-values-schema-inspect", "-o", "openapi-v3"]
    if case.get("inspect") != "openapi":
        shown = ["--data-values-inspect", "-o", "json"]
    result = yschema(*inputs, *shown, "--error-format", "json", files=files)
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


def inputs_of(case: dict[str, Any]) -> tuple[dict[str, str], list[str]]:
    """The files of a case, and the arguments that name them: each as an input unless its own name it."""
    args = [str(a) for a in case.get("args") or []]
    files = {name: text or "" for name, text in case["files"].items()}
    given = [name for name in files if not any(name in arg for arg in args)]
    return files, [*(arg for name in given for arg in ("-f", f"{name}={name}")), *args]


def wrong_error(violations: list[dict[str, Any]], status: int, err: str) -> str:
    """What of the violations is not reported, or nothing."""
    if status == 0:
        return "accepted, but is an error"
    found = reported(err)
    missing = [v for v in violations if not any(matches(v, r) for r in found)]
    return f"not reported: {missing}; reported: {err}" if missing or not found else ""


def reported(err: str) -> list[dict[str, Any]]:
    """The findings among the lines on standard error."""
    return [json.loads(line) for line in err.splitlines() if line.startswith("{")]


def matches(violation: dict[str, Any], found: dict[str, Any]) -> bool:
    """Whether a finding reports a violation."""
    file, _, line = str(violation.get("at", "")).rpartition(":")
    if line.isdigit() and (found.get("file"), found.get("line")) != (file, int(line)):
        return False
    if violation.get("path") and found.get("path", "") != violation["path"]:
        return False
    facts = [
        (violation[key], found.get(key, "")) for key in ("found", "expected") if violation.get(key) in TYPES
    ]
    return all(wanted in ours for wanted, ours in facts)


def same(ours: Any, wanted: Any) -> bool:
    """Equal, numbers by value, keys in the same order."""
    if isinstance(ours, dict) and isinstance(wanted, dict):
        return list(ours) == list(wanted) and all(same(ours[k], wanted[k]) for k in wanted)
    if isinstance(ours, list) and isinstance(wanted, list):
        return len(ours) == len(wanted) and all(map(same, ours, wanted))
    return bool(ours == wanted) and isinstance(ours, bool) == isinstance(wanted, bool)


def covers(ours: Any, wanted: Any) -> bool:
    """The same object, rule keywords and `x-` keys aside."""
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
    """The value as JSON has it: every key a string."""
    return json.loads(json.dumps(value, default=str))
