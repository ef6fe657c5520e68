"""Display options of a reference in a page, and the data shown around its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, get_args

from yschema_engine.model.findings import Severity
from yschema_engine.model.phrases import Param, Phrase
from yschema_engine.source import Span

Layout = Literal["sections", "table", "yaml"]
Column = Literal["type", "default", "rules", "description", "examples"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)
COLUMNS: tuple[Column, ...] = get_args(Column)
_TWICE = 300


@dataclass(frozen=True, slots=True)
class Download:
    """A file of the same schema, for readers.

    Attributes:
        name: what it is: `values.yaml`.
        href: its address from the page; the file itself as `data:…` in a page that stands alone.
        saved_as: the name that it gets on the reader's disk.
    """

    name: str
    href: str
    saved_as: str


@dataclass(frozen=True, slots=True)
class LinesFile:
    """A file of the site with the lines of a values file that are too many for a page.

    Attributes:
        uri: where it is in the site.
        href: its address from the page.
        values: the address of the values file itself from the page; empty where none is offered.
    """

    uri: str
    href: str
    values: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Another page.

    Attributes:
        title: what it is called.
        href: its address from the page.
    """

    title: str
    href: str


@dataclass(frozen=True, slots=True)
class RequiredSummary:
    """The values that readers have to set.

    Attributes:
        yaml: the least data values, as YAML text; empty where nothing has to be set.
        proved: whether they have been found valid.
        required: how many fields are required.
        total: how many there are.
    """

    yaml: str
    proved: bool
    required: int
    total: int


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding as authors see it in a page.

    Attributes:
        severity: `error` or `warning`.
        at: file and line; empty where none is known.
        path: the data value concerned, or empty.
        href: the address of that data value from the page; empty where no page shows it.
        message: what is wrong.
        facts: what was found, expected and so on, with the heading of each.
        hint: what to do; may be empty.
    """

    severity: Severity
    at: str
    path: str
    href: str
    message: Param
    facts: tuple[tuple[Phrase, Param], ...] = ()
    hint: Param = ""


@dataclass(frozen=True, slots=True)
class Documented:
    """The documentation coverage of a schema, for authors.

    Attributes:
        values: how many values there are, without those accepted.
        documented: how many have a description.
        percent: the share of those, rounded down.
        accepted: how many are accepted without a description.
        missing: the paths of those that have none, each with its anchor.
    """

    values: int
    documented: int
    percent: float
    accepted: int
    missing: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SampleFile:
    """A file of a sample.

    Attributes:
        name: its name.
        text: what it holds.
        href: its address from the page.
        has_values: whether it holds values; else it is a library that the others load.
    """

    name: str
    text: str
    href: str
    has_values: bool = True


@dataclass(frozen=True, slots=True)
class Sample:
    """Data values that show how a schema is used.

    Attributes:
        title: what they are.
        description: Markdown; may be empty.
        files: in the order in which they are merged, then libraries.
        proved: whether they have been found as they should be: valid, or invalid.
        invalid: words of why they are refused, which may be none; None where they are to be valid.
    """

    title: str
    description: str
    files: tuple[SampleFile, ...]
    proved: bool = True
    invalid: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """The display options of a reference in one page.

    Attributes:
        layout: `sections` (a section a map, fields as a list), `table` (a table a map) or `yaml` (the values
            file with its comments).
        columns: what tables show, beside the name.
        switch: whether readers may switch to the YAML layout and back.
        collapse_depth: the depth of nesting beyond which fields are collapsed; 0 collapses none.
        filter: whether there is a box that narrows what is shown.
        index: the address of a file with the words of fields that are on other pages, for the filter; empty
            where there are none.
        lines: for the switch, the file that the lines of the YAML layout are in where they are too many for
            the page; None where they are in the page, or there is no switch.
        required: what readers have to set; None to leave it out.
        downloads: files to offer.
        modeline: the comment that makes editors check a values file; empty without a JSON Schema.
        samples: sample files to show.
        documented: how much is documented; None for pages that readers see.
        edit: the address at which the field at a line can be edited; empty where there is none.
        other_pages: the addresses of pages that have top-level fields in full, where this one has not, by the
            anchors of those fields. Links lead there; of a map that is shown here only the head stands here.
        parent_page: the page of the whole schema; None on that page itself.
        number: which of the references in its page this is, from 1.
        mentions: whether the host puts lists of what mentions a field in the places for them.
    """

    layout: Layout = "sections"
    columns: tuple[Column, ...] = COLUMNS
    switch: bool = False
    collapse_depth: int = 0
    filter: bool = False
    index: str = ""
    lines: LinesFile | None = None
    required: RequiredSummary | None = None
    downloads: tuple[Download, ...] = ()
    modeline: str = ""
    samples: tuple[Sample, ...] = ()
    documented: Documented | None = None
    edit: Callable[[Span], str] = lambda _: ""
    other_pages: Mapping[str, str] = field(default_factory=dict, hash=False)
    parent_page: Link | None = None
    number: int = 1
    mentions: bool = False

    @property
    def folds_examples(self) -> bool:
        """Whether examples stand folded below the description: they are the column that comes next."""
        return ("description", "examples") in pairwise(self.columns)

    @property
    def cells(self) -> tuple[Column, ...]:
        """The columns that a table has of its own."""
        return tuple(c for c in self.columns if not (c == "examples" and self.folds_examples))

    def for_fields(self, number: int) -> View:
        """Return the view of a number of fields; a page with many does not contain the values file.

        Then that is in `lines`. Where no such file can be, there is no switch.
        """
        if not self.switch or self.layout == "yaml":
            return replace(self, switch=False, lines=None)
        if number <= _TWICE:
            return replace(self, lines=None)
        return replace(self, switch=self.lines is not None)
