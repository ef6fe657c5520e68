"""Time to compare two versions of a schema, compared with loading both."""

from __future__ import annotations

import gc
import re

from benchmarks.generate import schema
from benchmarks.report import Report, Verdict
from benchmarks.timing import best
from yschema_engine import File, Schema, load_schema
from yschema_engine.compare.comparison import compare

LINES, AIM = 2_000, 4.0
FIELDS, FUNCTIONS_AIM = 300, 10.0
KEYS, GROWTH_AIM = 800, 11.0  # of the time for ten times the keys


def main(report: Report) -> None:
    """Print the results for versions that differ in several ways."""
    rows = []
    for name, (old, new) in _versions().items():
        loading = best(lambda old=old, new=new: (_load(old), _load(new)))  # type: ignore[misc]
        before, after = _load(old), _load(new)
        comparing = best(lambda before=before, after=after: compare(before, after), 3)  # type: ignore[misc]
        changes = len(compare(before, after).changes)
        ratio = Verdict(comparing / loading, AIM, "{:.1f}")
        rows.append([name, f"{changes:,}", f"{loading * 1e3:.0f} ms", f"{comparing * 1e3:.0f} ms", ratio])
    report.table(
        f"Comparing two schemas of {LINES:,} lines", ("", "changes", "loading", "comparing", "ratio"), rows
    )
    _functions(report)
    _growth(report)


def _functions(report: Report) -> None:
    """Print the time for schemas in which two thirds of the fields have functions as rules."""
    rows = []
    for name, condition in {"always": "", "under conditions": _CONDITION}.items():
        old, new = (_ruled(condition, limit) for limit in (100, 99))
        loading = best(lambda old=old, new=new: (_load(old), _load(new)), 3)  # type: ignore[misc]
        before, after = _load(old), _load(new)
        comparing = best(lambda before=before, after=after: compare(before, after), 3)  # type: ignore[misc]
        ratio = Verdict(comparing / loading, FUNCTIONS_AIM, "{:.1f}")
        rows.append([name, f"{loading * 1e3:.0f} ms", f"{comparing * 1e3:.0f} ms", ratio])
    title = f"Comparing two schemas of {FIELDS} fields, two thirds of them with functions"
    report.table(title, ("the half of them holds", "loading", "comparing", "ratio"), rows)


_CONDITION = ', when=lambda v, ctx: ctx["root"]["f0"] > 0'


def _ruled(condition: str, limit: int) -> str:
    blocks = (
        f'#@schema/validation ("large", lambda v: v > {i % 7 + 100 - limit})\nf{i}: 10\n'
        f'#@schema/validation ("small", lambda v: v < {limit + i}){condition}\ng{i}: 10\n'
        f"h{i}: text\n"
        for i in range(FIELDS // 3)
    )
    return "#@data/values-schema\n---\n" + "".join(blocks)


def _growth(report: Report) -> None:
    """Print how much longer ten times the keys of a single map take."""
    rows = []
    gc.disable()  # as the command line does: the collector would visit all objects again and again
    for name, (old, new) in _FLAT.items():
        seconds = []
        for number in (KEYS, 10 * KEYS):
            before, after = (_load(_flat(field, number)) for field in (old, new))
            seconds.append(best(lambda before=before, after=after: compare(before, after), 3))  # type: ignore[misc]
        growth = Verdict(seconds[1] / seconds[0], GROWTH_AIM, "{:.1f}")
        rows.append([name, f"{seconds[0] * 1e3:.0f} ms", f"{seconds[1] * 1e3:.0f} ms", growth])
    gc.enable()
    report.table(
        f"Comparing two maps of {KEYS:,} and {10 * KEYS:,} keys",
        ("", f"{KEYS:,}", f"{10 * KEYS:,}", "growth"),
        rows,
    )


_TEXT, _FILLED = "key%d: text\n", '#@schema/validation min_len=1\nkey%d: ""\n'
_FLAT = {
    "equal": (_TEXT, _TEXT),
    "other types": (_TEXT, "key%d: 1\n"),
    "required": (_TEXT, _FILLED),
    "required, and stricter": (_FILLED, _FILLED.replace("=1", "=2")),
    "renamed": (_TEXT, "name%d: text\n"),
}


def _flat(field: str, number: int) -> str:
    return "#@data/values-schema\n---\n" + "".join(field % index for index in range(number))


def _versions() -> dict[str, tuple[str, str]]:
    text = schema(LINES)
    stricter = re.sub(r"max=99$", "max=50", text, flags=re.MULTILINE).replace("500m", "250m")
    required = re.sub(r"\n  image: .*", "\n  #@schema/validation min_len=1\n  image: ''", text)
    return {
        "equal": (text, text),
        "each component stricter": (text, stricter),
        "each component with a required field": (text, required),
        "all components renamed": (text, re.sub(r"(component|storage)_", r"\1-of-app-", text)),
        "all components removed": (text, schema(30)),
    }


def _load(text: str) -> Schema:
    return load_schema([File("schema.yaml", "schema.yaml", text.encode())])
