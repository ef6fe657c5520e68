"""Changes between two versions as text, JSON, Markdown, annotations and findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import indent
from typing import Any, Literal

from yschema_engine.compare.changes import (
    FIELD_ADDED,
    VALUES_ADDED,
    VALUES_REMOVED,
    Change,
    Level,
    Reason,
    Side,
    Successor,
)
from yschema_engine.compare.failing_changes import Accepted
from yschema_engine.schema.rule_record import in_yaml
from yschema_engine.show.annotations import code_quality, json_text, place_text, workflow_command
from yschema_engine.show.markdown_text import MarkdownWords, Md, code, fence, md
from yschema_engine.text.findings import Finding, FindingParam, Severity, schema_code
from yschema_engine.text.node_values import is_among
from yschema_engine.text.nodes import from_plain
from yschema_engine.text.phrases import ENGLISH, Listing, Param, Phrase, Verbatim, Words, counted, phrase
from yschema_engine.text.printable import Printable, filled, joined, printable, printable_lines
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.printing import to_yaml

Task = Literal["fix", "check", "behavior", "accepts", "new", "documentation"]
"""What a change means for somebody who upgrades."""
_TASKS: Mapping[Task, Phrase] = {
    "fix": phrase("Fix before you upgrade"),
    "check": phrase("Check before you upgrade"),
    "behavior": phrase("Behaves differently"),
    "accepts": phrase("Accepts more"),
    "new": phrase("New fields"),
    "documentation": phrase("Documentation"),
}
_TASKS_OF_LEVELS: Mapping[Level, Task] = {
    "breaking": "fix",
    "unknown": "check",
    "compatible": "accepts",
    "effect": "behavior",
    "words": "documentation",
}
LEVELS: Mapping[Level, Phrase] = {
    "breaking": phrase("breaking"),
    "unknown": phrase("unknown"),
    "compatible": phrase("compatible"),
    "effect": phrase("effect"),
    "words": phrase("words"),
}
"""The levels of changes, as labels."""
_REASONS: Mapping[Reason, Phrase] = {
    "notice": phrase("the schema says so"),
    "name": phrase("similar name"),
    "default": phrase("same default"),
    "type": phrase("same type"),
    "description": phrase("similar description"),
    "keys": phrase("similar keys"),
}
_SHOWN = 3


def by_task(changes: Sequence[Change]) -> Iterator[tuple[Task, Phrase, Sequence[Change]]]:
    """Yield each task that has changes, the most urgent first, with its heading and the changes in order."""
    tasks = {change.code: _TASKS_OF_LEVELS[change.code.level] for change in changes} | {FIELD_ADDED: "new"}
    for task, title in _TASKS.items():
        if of_task := [change for change in changes if tasks[change.code] == task]:
            yield task, title, of_task


def facts(change: Change, *, is_for_readers: bool = False) -> Iterator[tuple[Phrase, Param]]:
    """Yield what both versions say, what to do instead, and whether the change is proved.

    Args:
        change: the change.
        is_for_readers: whether to leave out places in files, and successors, which pages link.
    """
    values = _listed_values(change)
    if values is not None:
        yield values
    for label, side in ((phrase("old"), change.old), (phrase("new"), change.new)):
        if side is not None:
            words = "" if values is not None else side.words
            if text := words if is_for_readers else _with_place(words, side, change):
                yield label, text
    if change.remedy:
        yield phrase("notice"), change.remedy
    if not is_for_readers and (names := successors(change)) is not None:
        yield phrase("instead"), names
    if change.code.level == "breaking" and not change.is_proved:
        yield phrase("proof"), phrase("not proved: no values were found that show this")


def _listed_values(change: Change) -> tuple[Phrase, Param] | None:
    """Return the values that a list of allowed values has gained or lost; None for other changes."""
    if change.code not in (VALUES_ADDED, VALUES_REMOVED) or change.old is None or change.new is None:
        return None
    old, new = (side.value["argument"] for side in (change.old, change.new) if isinstance(side.value, dict))
    label, these, others = phrase("added"), new, old
    if change.code == VALUES_REMOVED:
        label, these, others = phrase("removed"), old, new
    values = [value for value in these if not is_among(value, others)]
    return label, Listing(tuple(Verbatim(in_yaml(value)) for value in values))


def proof(change: Change) -> Phrase | None:
    """Return what the witness of a change shows; None without one."""
    if change.witness is None:
        return None
    if change.witness.accepted_by == "old":
        return phrase("the old version accepts these values, and the new version refuses them")
    if change.witness.accepted_by == "new":
        return phrase("the new version accepts these values, and the old version refuses them")
    if not change.witness.values:
        return phrase("without any values, the results differ")
    return phrase("with these values, the results differ")


def successors(change: Change) -> Param | None:
    """Return the fields that may replace a removed one, with reasons; None if there are none."""
    if not change.successors:
        return None
    if change.successor is not None:
        return Verbatim(str(change.successor.path))
    names = [
        phrase("{field} ({reasons})", field=Verbatim(str(each.path)), reasons=_reasons(each))
        for each in shown_successors(change)
    ]
    return phrase("probably renamed to {names}", names=Listing(tuple(names), "or"))


def shown_successors(change: Change) -> Sequence[Successor]:
    """Return the field that the author names, else those that are probable."""
    return change.successors[:_SHOWN] if change.successor is None else [change.successor]


def reasons_of(successor: Successor) -> Phrase | None:
    """Return why a field is probably a successor; None if its author says so."""
    if successor.is_certain:
        return None
    return phrase("probably: {reasons}", reasons=_reasons(successor))


def summary(changes: Sequence[Change]) -> Param:
    """Return the number of changes by level."""
    numbers = Counter(change.code.level for change in changes)
    words = {
        "breaking": counted("{count} breaking change", "{count} breaking changes", numbers["breaking"]),
        "unknown": counted(
            "{count} change that could not be checked",
            "{count} changes that could not be checked",
            numbers["unknown"],
        ),
        "compatible": counted(
            "{count} compatible change", "{count} compatible changes", numbers["compatible"]
        ),
        "effect": counted("{count} behavior change", "{count} behavior changes", numbers["effect"]),
        "words": counted("{count} documentation change", "{count} documentation changes", numbers["words"]),
    }
    parts = tuple(words[level] for level in LEVELS if numbers[level])
    return Listing(parts) if parts else phrase("no changes")


def verdict(changes: Sequence[Change]) -> Phrase:
    """Return what the changes mean for values that the old version accepts."""
    number = sum(change.code.level == "breaking" for change in changes)
    if number:
        return counted("{count} change needs your action.", "{count} changes need your action.", number)
    if any(change.code.level == "unknown" for change in changes):
        return phrase("Your values stay valid, as far as could be checked.")
    return phrase("Your values stay valid.")


def _reasons(successor: Successor) -> Listing:
    return Listing(tuple(_REASONS[reason] for reason in successor.reasons))


def _with_place(words: Param, side: Side, change: Change) -> Param:
    """Return what one version says, and where, unless that is the place of the whole change."""
    if side.span is None or side.span == change.span:
        return words
    place = Verbatim(str(side.span))
    return phrase("{fact} ({place})", fact=words, place=place) if words else place


_NOWHERE = Span(Source("(values)", ""), 1)


def as_text(
    changes: Sequence[Change], accepted: Sequence[tuple[Change, Accepted]], words: Words
) -> Printable:
    """Return changes, those of each task below a heading.

    Args:
        changes: in order.
        accepted: the changes that a file accepts; they are only counted.
        words: the language.
    """
    blocks: list[Printable] = []
    for _, title, of_task in by_task(changes):
        blocks.append(filled("{}\n", printable(words.text(title))))
        blocks += (Printable("".join(f"{line}\n" for line in _block(change, words))) for change in of_task)
    more = f"{len(accepted)} accepted\n" if accepted else ""
    return joined([*blocks, printable_lines(f"{words.text(summary(changes))}\n{more}")])


def witness_yaml(change: Change) -> str:
    """Return the values that show a change as YAML; empty if there are none."""
    if change.witness is None:
        return ""
    return to_yaml(from_plain(change.witness.values, _NOWHERE))


def _block(change: Change, words: Words) -> Iterator[Printable]:
    place = f"{place_text(change.span)}: " if change.span else ""
    level, message = words.text(LEVELS[change.code.level]), words.text(change.message)
    yield printable(f"{place}{level}: {change.path_text}: {message} [{change.code.name}]")
    for label, fact in facts(change):
        yield printable(f"  {f'{words.text(label)}:'.ljust(9)} {words.text(fact)}")
    if change.code.level == "breaking" and (shown := proof(change)) is not None:
        yield printable(f"  {words.text(shown)}:")
        yield Printable(indent(printable_lines(witness_yaml(change).rstrip("\n")), " " * 6))


def as_markdown(changes: Sequence[Change], words: Words) -> str:
    """Return changes, those of each task below a heading."""
    markdown = MarkdownWords(words)
    blocks: list[Md] = []
    for _, title, of_task in by_task(changes):
        blocks.append(md("## {}\n", markdown.text(title)))
        blocks += (Md("".join(md("{}\n", line) for line in _item(change, markdown))) for change in of_task)
    return "\n".join([*blocks, md("{}.\n", _capitalised(markdown.text(summary(changes))))])


def _item(change: Change, words: MarkdownWords) -> Iterator[Md]:
    level = words.text(LEVELS[change.code.level])
    path, message, name = code(change.path_text), words.text(change.message), code(change.code.name)
    yield md("- {}: {} (**{}**, {})", path, message, level, name)
    for label, fact in facts(change):
        yield md("    - {}: {}", words.text(label), Md(" ".join(words.text(fact).split())))
    if change.code.level == "breaking" and (shown := proof(change)) is not None:
        # Some hosts find no fences in lists.
        yield md("\n{}:\n", _capitalised(words.text(shown)))
        yield fence(witness_yaml(change).rstrip(), "yaml")


def _capitalised(text: Md) -> Md:
    return Md(f"{text[:1].upper()}{text[1:]}")


_SEVERITIES: Mapping[Level, Severity] = {
    "breaking": "error",
    "unknown": "warning",
    "effect": "warning",
    "compatible": "note",
    "words": "note",
}


def as_findings(changes: Sequence[Change]) -> Iterator[Finding]:
    """Yield breaking changes as errors, and unknown ones and those of effect as warnings."""
    for change in changes:
        if (severity := _SEVERITIES[change.code.level]) != "note":
            name = change.code.name
            code = schema_code(
                name, change.code.message, severity=severity, page=f"reference/changes/#{name}"
            )
            yield Finding(code, change.span, change.path, _params(change), severity=severity)


def _params(change: Change) -> Mapping[str, FindingParam]:
    """Return what the new version says as found, and what the old version says as expected."""
    sides = {"found": change.new, "expected": change.old}
    said = {name: side.words for name, side in sides.items() if side is not None and side.words}
    hint = {"hint": change.remedy} if change.remedy else {}
    return {**change.params, **said, **hint}


def as_json(changes: Sequence[Change], accepted: Sequence[tuple[Change, Accepted]]) -> Printable:
    """Return the changes, and those that a file accepts with their reasons."""
    findings = [plain_change(change) for change in changes]
    findings += [{**plain_change(change), "accepted": entry.reason} for change, entry in accepted]
    return filled("{}\n", json_text({"findings": findings}, indent=2))


def plain_change(change: Change) -> dict[str, Any]:
    """Return a change as plain values."""
    plain: dict[str, Any] = {
        "code": change.code.name,
        "axis": change.code.axis,
        "level": change.code.level,
        "path": change.path_text,
        "message": ENGLISH.text(change.message),
        "old": _json_side(change.old),
        "new": _json_side(change.new),
        "proved": change.is_proved,
        "witness": None if change.witness is None else change.witness.values,
        "fingerprint": change.fingerprint,
    }
    if change.witness is not None:
        plain["acceptedBy"] = change.witness.accepted_by
    if change.remedy:
        plain["remedy"] = change.remedy
    if change.successors:
        plain["successors"] = [
            {"path": str(each.path), "certain": each.is_certain, "reasons": list(each.reasons)}
            for each in change.successors
        ]
    return plain


def _json_side(side: Side | None) -> dict[str, Any] | None:
    if side is None:
        return None
    span = side.span
    return {"value": side.value, "file": span.file if span else None, "line": span.line if span else None}


def as_github(changes: Sequence[Change]) -> Printable:
    """Return workflow commands, one a line."""
    commands = (
        workflow_command(_SEVERITIES[each.code.level], _new_span(each), _title(each), _details(each))
        for each in changes
    )
    return Printable("".join(f"{command}\n" for command in commands))


def as_gitlab(changes: Sequence[Change]) -> Printable:
    """Return a report of Code Quality."""
    issues = (
        (_title(c), c.code.name, c.fingerprint, _SEVERITIES[c.code.level], _new_span(c) or c.span)
        for c in changes
    )
    return code_quality(issues)


def _title(change: Change) -> str:
    return f"{change.path_text}: {ENGLISH.text(change.message)}"


def _new_span(change: Change) -> Span | None:
    """Return the line in the new version, since a pull request shows no other."""
    span = change.new.span if change.new is not None else None
    return None if span is None else Span(span.source, span.line)


def _details(change: Change) -> str:
    parts = [f"{ENGLISH.text(label)}: {ENGLISH.text(fact)}" for label, fact in facts(change)]
    shown = proof(change)
    if shown is not None and change.code.level == "breaking":
        parts.append(f"{ENGLISH.text(shown)}: {witness_yaml(change)}".rstrip())
    return "; ".join(parts) or ENGLISH.text(change.message)
