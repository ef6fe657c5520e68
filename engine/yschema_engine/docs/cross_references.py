"""Cross-references: the field that a link in a page names, and findings about wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from yschema_engine.docs.source_map import Location
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import (
    Code,
    EngineError,
    Finding,
    FindingParam,
    finding,
    revise,
    usage_code,
    usage_warning,
)
from yschema_engine.text.paths import ANY_ITEM, ROOT, Path, split_anchor
from yschema_engine.text.phrases import Phrase, Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.text.suggestions import suggest

UNKNOWN_FIELD = usage_code(
    "unknown-field", "schema `{schema}` has no field `{path_text}`", kind="cross_references"
)
FIELD_NOT_SHOWN = usage_code(
    "field-not-shown",
    "no page shows the field `{path_text}` of schema `{schema}`",
    expected="a page that shows it, in full or in part",
    hint=(
        "write `::: yschema {schema}` in a page, and below it, for this field alone, `path: {path_text}`; "
        "or give the schema a `page`"
    ),
    kind="cross_references",
)
FIELD_NOT_ON_PAGE = usage_code(
    "field-not-on-page",
    "this page does not show the field `{path_text}` of schema `{schema}`",
    expected="a field of this page: the pages of other fields are not known here",
    hint="give the schema `{schema}` a `url`, the address of its reference",
    kind="cross_references",
)

UNKNOWN_ANCHOR = usage_warning("unknown-anchor", "{page} has no anchor `{anchor}`", kind="cross_references")


@dataclass(frozen=True, slots=True)
class Mention:
    """A cross-reference as a page has it.

    Attributes:
        schema: the name of the schema.
        path: of the field, as it is written.
        text: both as the Markdown has them: `[contour.envoy]`, or `contour:envoy` in backticks.
        section: the id of the heading above; empty if there is none.
        field: the field, if there is one.
        locate: works out where it is written.
    """

    schema: str
    path: str
    text: str
    section: str = ""
    field: Field | None = None
    locate: Callable[[], Location] = Location

    @property
    def anchor(self) -> str:
        """The anchor of the field; empty without one."""
        return self.field.path.anchor(self.schema) if self.field else ""

    @property
    def is_short(self) -> bool:
        """Whether it is in code style."""
        return self.text.startswith("`")

    @property
    def identifier(self) -> str:
        """The name that other plugins may know it by."""
        return f"{self.schema}.{self.path}"


def find_field(schema: Schema, mention: Mention) -> Field:
    """Return the field of a schema that a cross-reference names.

    Raises:
        EngineError: there is none.
    """
    field = schema.find(mention.path)
    if field is None:
        raise EngineError([unknown_field(mention, schema)])
    return field


def unknown_field(mention: Mention, schema: Schema) -> Finding:
    """Report a cross-reference to a field that the schema does not have."""
    near = nearest(mention.path, [field.path for field in schema.root.walk()])
    hint: Phrase | None = None
    if near:
        separator = ":" if f":{mention.path}" in mention.text else "."
        hint = phrase("did you mean `{name}`?", name=Verbatim(f"{mention.schema}{separator}{near}"))
    elif mention.is_short:
        hint = phrase("for code that is not a cross-reference, write two backticks on each side")
    return _finding(UNKNOWN_FIELD, mention, path_text=Verbatim(mention.path), hint=hint)


def field_not_shown(mention: Mention, field: Field) -> Finding:
    """Report a cross-reference to a field that no page shows."""
    return _finding(FIELD_NOT_SHOWN, mention, path_text=Verbatim(str(field.path)), declared=field.span)


def field_not_on_page(mention: Mention, field: Field) -> Finding:
    """Report a cross-reference to a field of another page, if the host does not know other pages."""
    return _finding(FIELD_NOT_ON_PAGE, mention, path_text=Verbatim(str(field.path)))


def unknown_anchor(page: str, anchor: str, fields: Sequence[str], span: Span | None) -> Finding | None:
    """Report a link to an anchor that a page lacks; None if the anchor does not resemble that of a field.

    Args:
        page: the path of the page that the link leads to.
        anchor: as it is written.
        fields: the anchors of the fields that the page shows.
        span: of the link.
    """
    schemas = dict.fromkeys(split_anchor(each)[0] for each in fields)
    full = [anchor, *(f"{schema}.{anchor}" for schema in schemas)]
    meant = (each if each in fields else suggest(each, fields) for each in full)
    near = next(filter(None, meant), None)
    if near is None and split_anchor(anchor)[0] not in schemas:
        return None
    hint = phrase("did you mean `{name}`?", name=Verbatim(f"#{near}")) if near else None
    return finding(UNKNOWN_ANCHOR, span, page=Verbatim(page), anchor=Verbatim(f"#{anchor}"), hint=hint)


def _finding(code: Code, mention: Mention, **params: FindingParam | None) -> Finding:
    location = mention.locate()
    related = ((phrase("included from"), location.included),) if location.included else ()
    schema = Verbatim(mention.schema)
    problem = finding(code, location.span, related=related, found=Verbatim(mention.text), schema=schema)
    return revise(problem, **params)


def nearest(text: str, known: Sequence[Path]) -> Path:
    """Return the known path that an unknown one most likely means; that of the document if none is near.

    An author who leaves out the outer keys has the last ones right.
    """
    text = text.replace(str(Path([ANY_ITEM])), "")
    keys = Path.from_flag(text)
    by_keys = {Path(path.keys): path for path in known}
    ends = (path for steps, path in by_keys.items() if len(steps) > len(keys) and steps[-len(keys) :] == keys)
    by_text = {str(steps): path for steps, path in by_keys.items()}
    similar = suggest(text, by_text)
    return next(ends, by_text[similar] if similar else ROOT)


def split_name(text: str, schemas: Iterable[str], separators: str) -> tuple[str, str] | None:
    """Return the name of a schema and the path after it; the longest name that fits.

    Args:
        text: what may be a cross-reference.
        schemas: the names.
        separators: characters of which one is between the two.
    """
    for name in sorted(schemas, key=len, reverse=True):
        for form in (name, ROOT.anchor(name)):
            rest = text.removeprefix(form)
            if rest != text and len(rest) > 1 and rest[0] in separators:
                return name, rest[1:]
    return None
