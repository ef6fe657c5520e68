"""The display options of a reference, and the data shown around its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, get_args

from yschema_engine.show.findings import Excerpt
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import Finding, Severity
from yschema_engine.text.phrases import Param, Phrase
from yschema_engine.text.source import Span

Layout = Literal["sections", "table", "yaml"]
Column = Literal["type", "default", "rules", "description", "examples"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)
COLUMNS: tuple[Column, ...] = get_args(Column)
_TWICE = 300


@dataclass(frozen=True, slots=True)
class Download:
    """A file of the same schema, for readers.

    Attributes:
        name: its name: `values.yaml`.
        href: its address from the page; the file itself as `data:…` in a standalone page.
        saved_as: the file name that readers save it under.
        purpose: what it is for.
    """

    name: str
    href: str
    saved_as: str
    purpose: Param = ""


@dataclass(frozen=True, slots=True)
class LinesFile:
    """A file of the site with the lines of a values file that are too many for a page.

    Attributes:
        uri: its path in the site.
        href: its address from the page.
        values: the address of the values file from the page; empty if the page does not offer it.
    """

    uri: str
    href: str
    values: str = ""


@dataclass(frozen=True, slots=True)
class MyValues:
    """What a page needs to check values of its readers.

    Attributes:
        script: the address of the script from the page; empty if the page contains it.
        model: the address of the model from the page; of a model in the page `#` and the id of its element.
    """

    script: str
    model: str


@dataclass(frozen=True, slots=True)
class MyValuesInPage:
    """What a page in one file contains to check values of its readers.

    Attributes:
        script: the script; empty if the page cannot check values.
        models: the models of schemas, by the ids of their elements.
    """

    script: str
    models: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Link:
    """Another page.

    Attributes:
        title: its title.
        href: its address from the page.
    """

    title: str
    href: str


@dataclass(frozen=True, slots=True)
class RequiredSummary:
    """The values that readers have to set.

    Attributes:
        yaml: the minimal data values as YAML; empty if no field is required.
        proved: whether a check has accepted them.
        required: the number of required fields.
        total: the number of all fields.
        required_anywhere: the number of required fields, including those in parts that users add.
        violation: the first rule that the values still break; None if they are proved.
        has_all_defaults: whether no field is absent until users set it.
    """

    yaml: str
    proved: bool
    required: int
    total: int
    required_anywhere: int = 0
    violation: Finding | None = None
    has_all_defaults: bool = True


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding as authors see it in a page.

    Attributes:
        severity: `error` or `warning`.
        at: file and line; empty if unknown.
        path: the path of the field; may be empty.
        href: the address of the field from the page; empty if no page shows it.
        message: the message.
        facts: its other facts, each with a heading.
        hint: the action that fixes it; may be empty.
        excerpt: the line that it is about; None if that is not known.
    """

    severity: Severity
    at: str
    path: str
    href: str
    message: Param
    facts: tuple[tuple[Phrase, Param], ...] = ()
    hint: Param = ""
    excerpt: Excerpt | None = None


@dataclass(frozen=True, slots=True)
class Documented:
    """The documentation coverage of a schema, for authors.

    Attributes:
        fields: the number of fields, without those accepted.
        documented: the number of fields with a description.
        percent: their share, rounded down.
        accepted: the number of fields accepted without a description.
        missing: the paths of fields without a description, each with its anchor.
    """

    fields: int
    documented: int
    percent: float
    accepted: int
    missing: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SampleFile:
    """A file of a sample.

    Attributes:
        name: its name.
        text: its content.
        href: its address from the page.
        has_values: whether it contains values; if not, it is a library that other files load.
    """

    name: str
    text: str
    href: str
    has_values: bool = True


@dataclass(frozen=True, slots=True)
class Sample:
    """Data values that show how a schema is used.

    Attributes:
        title: the title.
        description: Markdown; may be empty.
        files: in the order in which they are merged, then libraries.
        proved: whether a check has confirmed that they are valid, or invalid.
        invalid: the reason why they are refused, which may be empty; None for valid values.
    """

    title: str
    description: str
    files: tuple[SampleFile, ...]
    proved: bool = True
    invalid: str | None = None


@dataclass(frozen=True, slots=True)
class GoneField:
    """A field of an earlier version that the current one does not have.

    Attributes:
        anchor: the id that it had.
        path: its path.
        note: what became of it.
        version: the first one without it.
        successor: the path of the field that replaces it; may be empty.
        href: the address of that field; empty if no page shows it.
    """

    anchor: str
    path: str
    note: Phrase
    version: str
    successor: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class NoAddress:
    """A function that returns no address.

    Other processes can receive it, and its `repr`, a part of keys in the cache, is the same in each run.
    """

    def __call__(self, _: object) -> str:
        """Return no address."""
        return ""


@dataclass(frozen=True, slots=True)
class View:
    """The display options of a reference in one page.

    Attributes:
        layout: `sections` (rows with all details), `table` (a line for each field, which opens) or `yaml`
            (the values file with its comments).
        columns: what the layout `table` shows of fields besides the name.
        switch: whether readers may see the values file, beside the fields or in their place.
        collapse_depth: the depth of nesting beyond which fields are collapsed; 0 collapses none.
        filter: whether the page has a filter.
        index: the address of a file with the text of fields on other pages, for the filter; may be empty.
        palette: the address of a file with the fields of all references of the site; may be empty.
        lines: the file with the lines of the YAML layout, if they are too many for the page; else None, as
            without a switch.
        my_values: how readers can check values of their own; None if they cannot.
        required: the values that readers have to set; None to leave them out.
        downloads: files to offer.
        modeline: the comment that makes editors check a values file; empty without a JSON Schema.
        samples: sample files to show.
        documented: the documentation coverage; None for pages that readers see.
        edit: returns the address for editing the field at a span; may be empty.
        other_pages: the addresses of pages that show top-level fields in full, by the anchors of these
            fields. Links lead there; this page shows only the head of such a field.
        elsewhere: returns the address of a field that this page need not show, by its anchor; empty if no
            field has this anchor.
        parent_page: the page of the whole schema, or of all kinds of resources; None on that page itself.
        versions: the pages of the versions of a kind of resource; the one that is shown has no address.
        number: of the reference in its page, from 1.
        mentions: whether the host inserts lists of the pages that mention a field.
        history: what changed in earlier versions, by the anchors of fields.
        gone: fields of earlier versions, to show at the end.
    """

    layout: Layout = "sections"
    columns: tuple[Column, ...] = COLUMNS
    switch: bool = False
    collapse_depth: int = 0
    filter: bool = False
    index: str = ""
    palette: str = ""
    lines: LinesFile | None = None
    my_values: MyValues | None = None
    required: RequiredSummary | None = None
    downloads: tuple[Download, ...] = ()
    modeline: str = ""
    samples: tuple[Sample, ...] = ()
    documented: Documented | None = None
    edit: Callable[[Span], str] = NoAddress()
    other_pages: Mapping[str, str] = field(default_factory=dict, hash=False)
    elsewhere: Callable[[str], str] = NoAddress()
    parent_page: Link | None = None
    versions: tuple[Link, ...] = ()
    number: int = 1
    mentions: bool = False
    history: Mapping[str, tuple[Phrase, ...]] = field(default_factory=dict, hash=False)
    gone: tuple[GoneField, ...] = ()

    @property
    def shown(self) -> tuple[Column, ...]:
        """What rows show besides the name: all, unless the layout is a table of certain columns."""
        return self.columns if self.layout == "table" else COLUMNS

    def for_fields(self, number: int) -> View:
        """Return the view of a number of fields; a page with many does not contain the values file.

        The values file is then in `lines`. Without such a file, there is no switch.
        """
        if not self.switch or self.layout == "yaml":
            return replace(self, switch=False, lines=None)
        if number <= _TWICE:
            return replace(self, lines=None)
        return replace(self, switch=self.lines is not None)
