"""The versions of schemas, what changes between them, and what references and pages say about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

from yschema_engine.compare.changes import Comparison
from yschema_engine.compare.comparison import compare
from yschema_engine.compare.history import Event, Gone, Note, Step, field_notes, gone_fields
from yschema_engine.read.inputs import File, digest
from yschema_engine.read.options import InputKind
from yschema_engine.read.readers import are_same
from yschema_engine.read.revisions import files_at
from yschema_engine.schema.schema import Schema
from yschema_engine.show.changes import as_markdown
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.view import GoneField, MyValues, View
from yschema_engine.site.addresses import page_below
from yschema_engine.site.library import SchemaLibrary
from yschema_engine.site.memo import Kind
from yschema_engine.site.page_text import escaped_heading, shift_headings
from yschema_engine.site.schema_options import VersionOptions
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Phrase, Verbatim, phrase

_COMPARISON = Kind("comparison", Comparison)


@dataclass(frozen=True, slots=True)
class _Version:
    """A version that is read.

    Attributes:
        name: of the version.
        schema: as readers see it.
        identity: a text that tells the schema from any others.
        files: those that the schema comes from; none if readers see a part of it.
    """

    name: str
    schema: Schema
    identity: str
    files: Sequence[File]

    @property
    def place(self) -> str:
        """The argument of `yschema compare` for it."""
        return self.files[0].name if len(self.files) == 1 else self.name


class SchemaVersions:
    """The versions of the schemas of a site, read and compared when they are asked for."""

    def __init__(self, library: SchemaLibrary) -> None:
        self._library = library
        self._folder = library.config.schema_folder
        self._entries = {name: entry for name, entry in library.config.schemas.items() if entry.versions}
        self._steps: dict[str, Sequence[Step]] = {}

    @property
    def names(self) -> list[str]:
        """The schemas with several versions."""
        return list(self._entries)

    def globs(self) -> list[str]:
        """Return absolute globs of the files of earlier versions; those in git revisions do not change."""
        return self._folder.absolute_globs(
            glob
            for entry in self._entries.values()
            for version in entry.versions
            for glob in (version.files or entry.files)
            if not version.revision
        )

    def steps(self, name: str) -> Sequence[Step]:
        """Return the consecutive versions of a schema, oldest first.

        Raises:
            EngineError: a version cannot be read.
        """
        if name not in self._steps:
            self._steps[name] = self._compare(name) if name in self.names else ()
        return self._steps[name]

    def with_history(self, view: View, schema: Schema, link: Callable[[str], str], *, is_whole: bool) -> View:
        """Return a view with the history of fields.

        Args:
            view: the view of a reference.
            schema: the schema that it shows.
            link: returns the address of a field, by its anchor.
            is_whole: whether the reference is that of the whole schema, which also lists removed fields.

        Raises:
            EngineError: a version cannot be read.
        """
        config = self._library.config
        groups = (group for group in config.groups if schema.name in config.fleets[group].members)
        name = next(groups, schema.name)  # the versions of a kind are those of all kinds together
        steps = self.steps(name)
        if not steps:
            return view
        anchors = {field.path: schema.anchor(field) for field in schema.root.walk()}
        if self._entries[name].history:
            notes = field_notes(steps, schema).items()
            view = replace(view, history={anchors[path]: tuple(map(_words, each)) for path, each in notes})
        if is_whole:
            gone = gone_fields(steps, schema)
            view = replace(view, gone=tuple(_shown(each, schema, anchors.get, link) for each in gone))
        return view

    def _compare(self, name: str) -> Sequence[Step]:
        entry = self._entries[name]
        earlier = [self._version(name, version) for version in entry.versions]
        loaded = self._library.loaded(name)
        files = loaded.files if loaded.shown is loaded.schema else ()
        versions = [*earlier, _Version(entry.version or "current", loaded.shown, loaded.identity, files)]
        return [
            Step(old.name, new.name, self._comparison(old, new, entry.input_kind), (old.place, new.place))
            for old, new in pairwise(versions)
        ]

    def _version(self, name: str, version: VersionOptions) -> _Version:
        entry = self._entries[name]
        globs = version.files or entry.files
        if version.revision:
            paths = [str(self._folder.path / path) for path in globs]
            files = [file for path in paths for file in files_at(version.revision, path)]
        else:
            files = self._folder.files(name, globs)
        options = replace(self._library.config.load, kind=entry.input_kind, version=entry.schema_version)
        schema = self._library.evaluated(files, options)
        if not isinstance(schema, Schema):
            raise EngineError(schema)
        return _Version(version.name, schema.named(name), repr((digest(files), options, name)), files)

    def _comparison(self, old: _Version, new: _Version, kind: InputKind) -> Comparison:
        if are_same(old.files, new.files, kind):
            return Comparison(old.schema, new.schema, ())
        library, question = self._library, partial(compare, old.schema, new.schema)
        make, identity = partial(library.ask, question), (old.identity, new.identity)
        return library.memo.get(_COMPARISON, identity, make, library.run.evaluator.call)


_LONGEST_DEFAULT = 40
_EVENTS: Mapping[Event, str] = {
    "new": phrase("New in {version}").template,
    "default": phrase("Default changed in {version}").template,
    "required": phrase("Required since {version}").template,
    "deprecated": phrase("Deprecated since {version}").template,
    "type": phrase("Type changed in {version}").template,
}


def _words(note: Note) -> Phrase:
    is_short = all(0 < len(str(side)) <= _LONGEST_DEFAULT for side in (note.old, note.new))
    if note.event == "default" and is_short:
        return phrase("{new} since {version}, was {old}", new=note.new, version=note.version, old=note.old)
    return phrase(_EVENTS[note.event], version=note.version)


def _shown(
    gone: Gone, schema: Schema, anchor: Callable[[Path], str | None], link: Callable[[str], str]
) -> GoneField:
    at = gone.path.anchor(schema.name), str(gone.path)
    if gone.successor is None:
        return GoneField(*at, phrase("removed in {version}", version=gone.version), gone.version)
    target = anchor(gone.successor)
    replaced = phrase("in {version} replaced by", version=gone.version)  # the name of the successor follows
    return GoneField(
        *at, replaced, gone.version, str(gone.successor), link(target) if target is not None else ""
    )


_UNFIT = r"[^A-Za-z0-9._-]+"
_CHANGES = "changes.md"
_LESS_WEIGHT = "---\nsearch:\n  boost: 0.3\n---\n\n"
"""Metadata that Material for MkDocs reads: https://squidfunk.github.io/mkdocs-material/setup/setting-up-site-search/"""


@dataclass(frozen=True, slots=True)
class UpgradeSection:
    """The changes of one upgrade on a page.

    Attributes:
        html: the changes.
        text: the changes as Markdown.
        heading: the name of the new version; empty on the page of one upgrade.
        link_text: the title of the page of the upgrade; empty on that page.
        link: the path of that page, from the page of all changes.
    """

    html: str
    text: str
    heading: str = ""
    link_text: str = ""
    link: str = ""

    def around(self, body: str) -> str:
        """Return the section as Markdown with its changes, which are HTML or Markdown."""
        if not self.heading:
            return body
        link = f"[{escaped_heading(self.link_text)}]({self.link})"
        return f"## {escaped_heading(self.heading)}\n\n{link}\n\n{body}"


@dataclass(frozen=True, slots=True)
class UpgradePage:
    """A page about one upgrade, or about all.

    Attributes:
        uri: the path in the folder of pages.
        title: the title, as text.
        sections: the content.
    """

    uri: str
    title: str
    sections: tuple[UpgradeSection, ...]

    @property
    def with_html(self) -> str:
        """The page as Markdown with the changes in HTML; in search, the pages of fields come first."""
        return _LESS_WEIGHT + self._page(section.around(section.html) for section in self.sections)

    @property
    def markdown(self) -> str:
        """The page as Markdown alone."""
        return self._page(section.around(section.text) for section in self.sections)

    def _page(self, sections: Iterable[str]) -> str:
        return "\n\n".join([f"# {escaped_heading(self.title)}", *sections]) + "\n"


@dataclass(frozen=True, slots=True)
class UpgradeLinks:
    """Where pages about upgrades lead.

    Attributes:
        field: returns the address of a field, by its anchor, from the page with a path.
        check: returns how the page with a path checks values by a new version; None if it cannot.
    """

    field: Callable[[str, str], str]
    check: Callable[[Step, str], MyValues | None]


def upgrade_pages(
    schema: Schema, steps: Sequence[Step], page: str, renderer: Renderer, links: UpgradeLinks
) -> Iterator[UpgradePage]:
    """Yield the pages about the versions of a schema.

    Args:
        schema: the current version.
        steps: the consecutive versions, oldest first.
        page: the path of the page of the schema in the folder of pages.
        renderer: the renderer of the site.
        links: where the pages lead.
    """
    words, product = renderer.words.of(schema), Verbatim(schema.title)
    kinds = schema.kinds if schema.resource is None else ()
    shown = {"": schema, **{each.name: each for each in kinds}}
    if schema.resource is not None:
        shown[schema.resource.name] = schema
    anchors = {
        (label, field.path): each.anchor(field) for label, each in shown.items() for field in each.root.walk()
    }

    def section(
        uri: str, step: Step, level: int, names: str, check: MyValues | None, **about: str
    ) -> UpgradeSection:
        def href(resource: str, path: Path) -> str:
            anchor = anchors.get((resource, path.field))
            return links.field(anchor, uri) if anchor is not None else ""

        changes = step.comparison.changes
        html = renderer.changes(
            changes, href=href, level=level, names=names, new_version=step.new, check=check, schema=schema
        )
        return UpgradeSection(html, shift_headings(as_markdown(changes, words), level - 2), **about)

    below = []
    uri_of_all = page_below(page, _CHANGES)
    for step in steps:
        name = f"upgrade-{_slug(step.old)}-{_slug(step.new)}.md"
        uri = page_below(page, name)
        title = words.text(
            phrase("Upgrade {schema} {old} → {new}", schema=product, old=step.old, new=step.new)
        )
        yield UpgradePage(uri, title, (section(uri, step, 2, "", links.check(step, uri)),))
        about = {"heading": step.new, "link_text": title, "link": name}
        below.append(section(uri_of_all, step, 3, f"{_slug(step.new)}-", None, **about))
    title = words.text(phrase("{schema} changelog", schema=product))
    yield UpgradePage(uri_of_all, title, tuple(reversed(below)))


def _slug(version: str) -> str:
    """Return the name of a version for paths of files."""
    return re.sub(_UNFIT, "-", version)
