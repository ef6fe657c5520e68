"""Views of references on the pages of a site, the Markdown of these pages, and the index of schemas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import PurePosixPath
from urllib.parse import quote, urljoin

from yschema_engine.compare.history import Step
from yschema_engine.docs.accepted_findings import Suppressions
from yschema_engine.docs.coverage import coverage
from yschema_engine.read.inputs import File
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.downloads import JSON_SCHEMA, MINIMAL, NAMES, PURPOSES, VALUES
from yschema_engine.show.html.page_data import INDEX
from yschema_engine.show.html.theme import ASSETS, MY_VALUES
from yschema_engine.show.html.view import (
    Documented,
    Download,
    LinesFile,
    Link,
    MyValues,
    Sample,
    SampleFile,
    View,
)
from yschema_engine.show.my_values import is_checkable
from yschema_engine.site.addresses import SitePage, relative_url
from yschema_engine.site.downloads import MODEL, PALETTE, Downloads, lines_uri, sample_uris, uri
from yschema_engine.site.library import SchemaLibrary
from yschema_engine.site.memo import Kind
from yschema_engine.site.options import DirectiveOptions, DisplayOptions
from yschema_engine.site.pages import SitePages
from yschema_engine.site.versions import SchemaVersions
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import EngineError


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """Returns the address of a field from a page; empty if the schema has no field with this anchor.

    An object with a value, which tells, with the schema, whether a page has to be rendered again.
    """

    uri: str
    link: Callable[[str, SitePage], str] = field(repr=False)
    page: SitePage = field(repr=False, compare=False)
    schema: Schema = field(repr=False, compare=False)

    def __call__(self, anchor: str) -> str:
        """Return the address."""
        beginning = f"{self.schema.anchor(self.schema.root)}."
        is_field = anchor.startswith(beginning) and self.schema.find(anchor.removeprefix(beginning))
        return self.link(anchor, self.page) if is_field else ""


_COVERAGE = Kind("coverage")


def documented(library: SchemaLibrary, name: str) -> Documented:
    """Return how much of a schema is documented."""
    loaded = library.loaded(name)
    accepted = [each for comments in library.comments(name) for each in comments.suppressions]

    def make() -> Documented:
        schema = loaded.shown
        covered = coverage(schema, Suppressions(accepted))
        total = covered.total
        missing = tuple((str(field.path), schema.anchor(field)) for field in covered.missing)
        return Documented(total.fields, total.documented, total.percent, total.accepted, missing)

    return library.memo.get(_COVERAGE, (loaded.identity, accepted), make)


@dataclass(frozen=True, slots=True)
class PageViews:
    """Builds the views of the references on the pages of a site.

    Attributes:
        library: the schemas.
        downloads: takes note of the files that a view offers.
        pages: the source of the pages.
        versions: the versions of the schemas.
    """

    library: SchemaLibrary
    downloads: Downloads
    pages: SitePages
    versions: SchemaVersions

    def view(self, directive: DirectiveOptions, shown: Field, number: int, page: SitePage) -> View:
        """Return the view of a reference.

        Args:
            directive: the options of the directive.
            shown: the document or the part of it that the directive names.
            number: which directive of the page it is, from 1.
            page: the page.
        """
        name = directive.name
        view = replace(
            basic_view(directive.display, number),
            edit=self.library.config.edit,
            mentions=self.pages.lists_mentions,
        )
        split = self.pages.split.get(name)
        is_home = split is not None and split.is_home(shown, page)
        schema = self.library.loaded(name).schema
        with suppress(EngineError):  # which is reported already
            link = partial(self.pages.link, page=page)
            view = self.versions.with_history(view, schema, link, is_whole=shown.is_document)
        if split is not None:
            view = split.placed(view, shown, page)
        elif shown.is_document:
            view = self._with_versions(view, name, page)
        if directive.display.my_values:
            model = partial(self.downloads.add, name, MODEL)
            view = replace(view, my_values=self._checker(self.library.loaded(name).shown, model, page))
        if split is not None and is_home:
            split.shown.add(shown.path.anchor(name))
        elif not shown.is_document:
            elsewhere = _Elsewhere(page.src_uri, self.pages.link, page, schema)
            return replace(view, filter=False, switch=False, elsewhere=elsewhere)
        if view.filter and self.pages.offers(PALETTE):
            view = replace(view, palette=self._loaded(PALETTE, page))
        target = lines_uri(name, page.dest_uri, number)
        if view.switch and self.pages.offers(target):
            values = self._loaded(uri(name, VALUES), page) if directive.display.downloads else ""
            view = replace(view, lines=LinesFile(target, self._loaded(quote(target), page), values))
        if not shown.is_document:
            return view
        if is_home and view.filter and self.pages.offers(uri(name, INDEX)):
            self.downloads.add(name, INDEX)
            view = replace(view, index=self._loaded(uri(name, INDEX), page))
        return self._whole(view, directive, page)

    def _whole(self, view: View, directive: DirectiveOptions, page: SitePage) -> View:
        """Return the view of a whole schema, with its required fields, files and samples."""
        name, display = directive.name, directive.display
        loaded = self.library.loaded(name)
        if display.show_required:
            view = replace(view, required=self.library.required(loaded))
        if display.downloads:
            self.downloads.add(name)
            has_least = view.required is not None and view.required.yaml
            offered = (file for file in NAMES if self.pages.offers(uri(name, file)))
            names = [file for file in offered if file != MINIMAL or has_least]
            links = tuple(self._download(loaded.schema, file, page) for file in names)
            modeline = self._modeline(name) if JSON_SCHEMA in names else ""
            view = replace(view, downloads=links, modeline=modeline)
        if display.show_samples:
            view = replace(view, samples=tuple(self._samples(name, page)))
        if self.pages.shows_coverage:
            view = replace(view, documented=documented(self.library, name))
        return view

    def _with_versions(self, view: View, name: str, page: SitePage) -> View:
        """Return the view of a kind of resource with links to its other versions, and to all kinds."""
        config = self.library.config
        for group in config.groups:
            fleet = config.fleets[group]
            if name in fleet.members:
                if fleet.index is not None:
                    overview = config.plan(fleet.index)
                    link = Link(self.library.title(group), relative_url(overview.url, page.url))
                    view = replace(view, parent_page=link)
                kind, links = name.rpartition("-")[0], []
                for member in fleet.members:
                    if member.rpartition("-")[0] == kind:
                        own = self.pages.of_schemas.get(member) if member != name else None
                        href = relative_url(own.url, page.url) if own is not None else ""
                        links.append(Link(member.rpartition("-")[2], href))
                view = replace(view, versions=tuple(links) if len(links) > 1 else ())
        return view

    def check_of_upgrade(self, step: Step, page: SitePage) -> MyValues | None:
        """Return how the page of an upgrade checks values by the new version; None if it cannot.

        Args:
            step: the two versions.
            page: the page.
        """
        if not self.library.config.options.display.my_values:
            return None
        return self._checker(step.comparison.new, partial(self.downloads.add_upgrade, step), page)

    def _checker(self, schema: Schema, add_model: Callable[[], str], page: SitePage) -> MyValues | None:
        """Return how a page checks values, which are always those of a whole schema; None if it cannot.

        Args:
            schema: the schema, as readers see it.
            add_model: has its model for pages, and returns the path in the site.
            page: the page.
        """
        script = f"{ASSETS}/{MY_VALUES}"
        if not is_checkable(schema) or not self.pages.offers(script):
            return None
        model = add_model()
        if not self.pages.offers(model):
            return None
        return MyValues(relative_url(script, page.dest_uri), self._loaded(model, page))

    def _samples(self, name: str, page: SitePage) -> Iterator[Sample]:
        """Yield the samples of a schema, whose files are offered with it."""
        samples = self.library.samples(name).samples
        uris = sample_uris(name, (f for sample in samples for f in (*sample.files, *sample.libraries)))

        def offered(file: File) -> SampleFile:
            target, text = uris[file.path], file.source.text
            self.downloads.add_sample(target, text)
            href = self._file_href(quote(target), page) if self.pages.offers(target) else ""
            return SampleFile(PurePosixPath(file.path).name, text, href, file.is_template)

        for sample in samples:
            files = tuple(map(offered, (*sample.files, *sample.libraries)))
            yield Sample(sample.title, sample.description, files, sample.is_right, sample.entry.invalid)

    def _modeline(self, name: str) -> str:
        """Return the comment for editors, which needs the address of the site: values files are elsewhere."""
        site = self.library.config.url
        schema = self.pages.language_folder + uri(name, JSON_SCHEMA)
        return f"# yaml-language-server: $schema={urljoin(site, schema)}" if site else ""

    def _download(self, schema: Schema, name: str, page: SitePage) -> Download:
        href = self._file_href(uri(schema.name, name), page)
        file = self.library.config.schemas[schema.name].values_file if name == VALUES else None
        return Download(file or name, href, file or f"{schema.anchor(schema.root)}-{name}", PURPOSES[name])

    def _file_href(self, target: str, page: SitePage) -> str:
        path, site = self.pages.language_folder + target, self.library.config.url
        return urljoin(site, path) if self.pages.is_absolute and site else relative_url(path, page.url)

    def _loaded(self, target: str, page: SitePage) -> str:
        """Return the address of a file in the language of a page, for scripts of the page.

        Hosts may rewrite links, but not what scripts read.
        """
        return relative_url(self.pages.language_folder + target, page.dest_uri)


def basic_view(display: DisplayOptions, number: int) -> View:
    """Return a view with nothing but display options.

    Args:
        display: the options.
        number: which directive of the page it is, from 1.
    """
    return View(
        display.layout,
        display.columns,
        display.yaml_view,
        display.collapse_depth,
        display.filter,
        number=number,
    )
