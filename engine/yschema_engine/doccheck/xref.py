"""What a reference in a page names, and what may be wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from yschema_engine.doccheck.library import Library
from yschema_engine.model.findings import EngineError, Finding, legacy_finding
from yschema_engine.reference import Field, Reference
from yschema_engine.reference.anchors import escape
from yschema_engine.source import Span


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reference stands.

    Attributes:
        at: the line of the page; None where no line tells.
        file: the line in the file that the page includes there.
    """

    at: Span | None = None
    file: Span | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference as a page has it.

    Attributes:
        schema: the name of the schema.
        path: of the data value, as it is written.
        words: how both stand in the Markdown: `[contour.envoy]`, or `contour:envoy` in backticks.
        section: the id of the heading above; empty where there is none.
        field: the data value, where there is one.
        find: works out where it stands.
    """

    schema: str
    path: str
    words: str
    section: str = ""
    field: Field | None = None
    find: Callable[[], Place] = Place

    @property
    def is_short(self) -> bool:
        """Whether it is in code style."""
        return self.words.startswith("`")

    @property
    def identifier(self) -> str:
        """What autorefs would take it for."""
        return f"{self.schema}.{self.path}"


def find(library: Library, mention: Mention) -> Field:
    """The data value that a reference means.

    Raises:
        EngineError: there is none, or the schema cannot be used.
    """
    reference = library.reference(mention.schema)
    field = reference.find(mention.path)
    if field is None:
        raise EngineError([unknown(mention, reference)])
    return field


def unknown(mention: Mention, reference: Reference) -> Finding:
    """What is wrong with a reference to a data value that the schema does not have."""
    near = nearest(mention.path, [field.path for field in reference.root.walk()])
    separator = ":" if f":{mention.path}" in mention.words else "."
    hints = [f"did you mean {mention.schema}{separator}{near}?"] if near else []
    if mention.is_short:
        hints.append("for code that is no reference write two backticks on each side")
    message = f"schema {mention.schema!r} has no data value {mention.path!r}"
    return _problem(mention, message, hint="; ".join(hints))


def not_shown(mention: Mention, field: Field) -> Finding:
    """What is wrong with a reference to a data value that no page shows."""
    return _problem(
        mention,
        f"no page shows the data value {field.path!r} of schema {mention.schema!r}",
        expected="a page that shows it, in full or in part",
        declared=field.span,
        hint=f"write `::: yschema {mention.schema}` in a page, and below it, for this data value alone, "
        f"`path: {field.path}`; or give the schema a `page`",
    )


def not_here(mention: Mention, field: Field) -> Finding:
    """What is wrong with one to a data value that the page does not show, where others are not known."""
    return _problem(
        mention,
        f"this page does not show the data value {field.path!r} of schema {mention.schema!r}",
        expected="a data value of this page, for which page has others is not known here",
        hint=f"give the schema {mention.schema!r} a `url`, the address of its reference",
    )


def _problem(
    mention: Mention, message: str, *, hint: str, expected: str = "", declared: Span | None = None
) -> Finding:
    place = mention.find()
    related = (("included from", place.file),) if place.file else ()
    return legacy_finding(
        message,
        "usage",
        place.at,
        found=mention.words,
        expected=expected,
        declared=declared,
        hint=hint,
        related=related,
        kind="cross_references",
    )


def nearest(path: str, known: Sequence[str]) -> str:
    """The known path that a wrong one most likely means; empty where none is near.

    Whoever leaves out the keys around has the last ones right.
    """
    wanted = path.replace("[]", "")
    bare = {one.replace("[]", ""): one for one in known}
    ends = [one for one in bare if one.endswith(f".{wanted}")]
    near = ends[:1] or get_close_matches(wanted, bare, n=1, cutoff=0.5)
    return bare[near[0]] if near else ""


def split(words: str, schemas: Iterable[str], separators: str) -> tuple[str, str] | None:
    """The name of a schema and the path after it; the longest name of those that fit.

    Args:
        words: what may be a reference.
        schemas: the names.
        separators: characters of which one stands between the two.
    """
    for name in sorted(schemas, key=len, reverse=True):
        for form in (name, escape(name)):
            rest = words.removeprefix(form)
            if rest != words and len(rest) > 1 and rest[0] in separators:
                return name, rest[1:]
    return None
