"""The documentation coverage of a schema, and findings about missing or overly complex descriptions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from yschema_engine.docs.accepted_findings import Suppressions
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.titles import title_of
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, Finding, finding, in_source_order, schema_warning
from yschema_engine.text.phrases import Phrase, phrase
from yschema_engine.text.source import Span

UNDOCUMENTED = schema_warning(
    "undocumented",
    "this field has no description",
    hint='add a description above it: `#@schema/desc "…"`',
    kind="undocumented",
)
UNTITLED = schema_warning(
    "untitled",
    "this field has no title",
    hint='add a title above it: `#@schema/title "{title}"`',
    kind="titles",
)
DEPRECATED_WITHOUT_NOTICE = schema_warning(
    "deprecated-without-notice",
    "this field is deprecated without a notice",
    hint='say what to use instead: `#@schema/deprecated "…"`',
    kind="deprecated",
)
DESCRIPTION_TOO_COMPLEX = schema_warning(
    "description-too-complex",
    "this description is too complex to be converted from Markdown",
    hint="shorten the description, or use less markup in it; pages show it as plain text",
)

MAX_DEPTH = 50
"""How deeply elements can be nested."""

_MAX_LENGTH = 20_000
_MAX_MARKS = 1_000
_MAX_OPEN_BRACKETS = 50
# Python-Markdown looks from each of these to the end of the text, or copies the rest of it.
_MARK = r"(?m)[\[<]|^="
_BRACKET = r"(?s)\\.|(?P<bracket>[\[\]])|\n[ \t]*\n"
_NESTED_ON_A_LINE = r"(?m)^(?:[ \t]*(?:\d+[.)]|[-+*>])(?:[ \t]|(?<=>))){20}"
_INDENTED_ITEM = r"(?m)^[ \t]{80,}(?:\d+[.)]|[-+*>])"


def has_bounded_markup(text: str) -> bool:
    """Return whether a description can be converted in a short time, and without deep recursion."""
    if len(text) <= _MAX_MARKS and text[:1].isalpha() and "\n" not in text and "[" not in text:
        return True  # as most are
    return (
        len(text) <= _MAX_LENGTH
        and len(re.findall(_MARK, text)) <= _MAX_MARKS
        and not re.search(_NESTED_ON_A_LINE, text)
        and not re.search(_INDENTED_ITEM, text)
        and _open_brackets(text) <= _MAX_OPEN_BRACKETS
    )


def _open_brackets(text: str) -> int:
    """Return the largest number of brackets that are open at once; a paragraph closes them."""
    count = largest = 0
    for match in re.finditer(_BRACKET, text):
        if match["bracket"] == "[":
            count += 1
        elif match["bracket"]:
            count = max(0, count - 1)
        elif match[0].isspace():
            count = 0
        largest = max(largest, count)
    return largest


_AFTER_DASH = phrase(
    'put the dash on a line of its own, and describe the field on the line below it: `#@schema/desc "…"`'
)

_OF_ALL_RESOURCES = frozenset(("apiVersion", "kind", "metadata"))
_ACCEPT = "yschema:"
_FROM_COMMENT = phrase('turn the comment above it into a description: `#@schema/desc "…"`')
_IN_CHART = phrase("describe it in a comment above it: `# -- …`")
_IN_KEYWORD = phrase("add the keyword `description`")
_TITLE_IN_KEYWORD = phrase("add the keyword `title`")


def review(schema: Schema) -> list[Finding]:
    """Return findings about missing documentation, in source order; a shared fragment counts once.

    The findings are of the kinds `undocumented`, `titles` and `deprecated`. Removed fields, and the fields
    below them, need no documentation.
    """
    findings: dict[tuple[Code, Span, str], Finding] = {}
    schemas = [schema] if schema.root.children else schema.kinds
    for field in (field for each in schemas for field in _of_author(each)):
        for lacking in _lacking(field, schema):
            findings.setdefault((lacking.code, field.span, field.name), lacking)
    return in_source_order(findings.values())


def unbounded_descriptions(schema: Schema) -> list[Finding]:
    """Return the descriptions that pages show without their markup, in source order."""
    findings = {
        level.span: finding(DESCRIPTION_TOO_COMPLEX, level.span, path=level.path)
        for field in (schema.root, *schema.root.walk())
        for level in field.levels
        for text in (level.description, level.deprecated, level.removed)
        if text and not has_bounded_markup(text)
    }
    return in_source_order(findings.values())


def present(field: Field) -> Iterator[Field]:
    """Return the fields below one, each before its own, without those that have been removed."""
    for child in field.children:
        if child.removed is None:
            yield child
            yield from present(child)


def _of_author(schema: Schema) -> Iterator[Field]:
    """Yield the fields that need documentation: those of a resource without what all resources have."""
    left_out = _OF_ALL_RESOURCES if schema.resource is not None else ()
    return (each for each in present(schema.root) if str(each.path.keys[0]) not in left_out)


def is_documented(field: Field) -> bool:
    """Return whether a field has a description: its own, or for an array that of its items."""
    return any((level.description or "").strip() for level in field.levels)


def _lacking(field: Field, schema: Schema) -> Iterator[Finding]:
    if not is_documented(field):
        yield finding(UNDOCUMENTED, field.span, path=field.path, hint=_where(field.span, schema))
    if not field.title:
        hint = _TITLE_IN_KEYWORD if schema.own_check else None
        yield finding(UNTITLED, field.span, path=field.path, title=title_of(field) or "…", hint=hint)
    for level in field.levels if schema.own_check is None else ():  # JSON Schema has no notices
        if level.deprecated is not None and not level.deprecated.strip():
            yield finding(DEPRECATED_WITHOUT_NOTICE, level.span, path=level.path)


def _where(span: Span, schema: Schema) -> Phrase | None:
    """Return where to write a description; None for the usual place in a schema of ytt."""
    if schema.own_check is not None:  # of a chart, which has its own way of merging, or of JSON Schema
        return _IN_KEYWORD if schema.own_merging is None else _IN_CHART
    if span.text.lstrip().startswith("-"):
        return _AFTER_DASH
    return _FROM_COMMENT if _has_comment_above(span) else None


def _has_comment_above(span: Span) -> bool:
    """Return whether a comment for readers is among the comments and annotations directly above a line."""
    number = span.line - 1
    while (text := span.source.line(number).strip()).startswith("#"):
        if not text.startswith("#@") and _ACCEPT not in text:
            return True
        number -= 1
    return False


@dataclass(frozen=True, slots=True)
class Part:
    """A group of fields, and how many of them are documented.

    Attributes:
        name: of the top-level field that they are in; empty for all of them.
        fields: how many there are, without those accepted.
        documented: how many have a description.
        titles: how many have a title of their own.
        examples: how many have an example.
        accepted: how many are accepted as they are, without a description.
    """

    name: str
    fields: int
    documented: int
    titles: int
    examples: int
    accepted: int

    @property
    def percent(self) -> float:
        """The percentage of documented fields with one decimal, rounded down.

        It is 100 only if nothing is missing, such as in a schema without fields.
        """
        return 1000 * self.documented // self.fields / 10 if self.fields else 100.0

    def reaches(self, percent: float) -> bool:
        """Return whether the percentage, before rounding, is at least this one."""
        return not self.fields or 100 * self.documented >= percent * self.fields


@dataclass(frozen=True, slots=True)
class Coverage:
    """The documentation coverage of a schema.

    Attributes:
        parts: by top-level field, in the order of the schema.
        total: of all fields.
        missing: the fields without a description, in that order.
    """

    parts: tuple[Part, ...]
    total: Part
    missing: tuple[Field, ...]


def coverage(schema: Schema, accepted: Suppressions | None = None) -> Coverage:
    """Return the documentation coverage of a schema.

    A field is documented if it has a description, and an array also if its items have one. Maps count as
    fields. Removed fields, and the fields in them, do not count.

    Args:
        schema: the schema.
        accepted: what its author accepts: fields whose missing description is accepted count neither as
            documented nor as missing.
    """
    lacking = [each for each in review(schema) if each.kind == "undocumented"] if accepted else []
    left = {each.span for each in accepted.filter(lacking)} if accepted else set()
    places = {each.span for each in lacking if each.span is not None} - left
    if schema.resource is None and schema.kinds:
        of_parts = [(each.name, list(_of_author(each))) for each in schema.kinds]
    else:
        tops = [field for field in _of_author(schema) if len(field.path.keys) == 1]
        of_parts = [(top.name, [top, *present(top)]) for top in tops]
    parts = tuple(_part(name, fields, places) for name, fields in of_parts)
    fields = [field for _, of_part in of_parts for field in of_part]
    missing = (f for f in fields if not is_documented(f) and f.span not in places)
    return Coverage(parts, _part("", fields, places), tuple(missing))


def _part(name: str, fields: Sequence[Field], accepted: Collection[Span]) -> Part:
    counting = [f for f in fields if is_documented(f) or f.span not in accepted]
    return Part(
        name,
        fields=len(counting),
        documented=sum(map(is_documented, counting)),
        titles=sum(bool(field.title) for field in counting),
        examples=sum(any(level.examples for level in field.levels) for field in counting),
        accepted=len(fields) - len(counting),
    )
