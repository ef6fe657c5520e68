"""One build of a site: what directives need, and what they leave for others to know."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote, urljoin

from markdown import Markdown
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from mkdocs_yschema.findings import Findings
from mkdocs_yschema.markdown.extension import Site
from mkdocs_yschema.markdown.options import DisplayOptions, Options
from mkdocs_yschema.serve.banner import Banners
from mkdocs_yschema.site.downloads import lines_uri, sample_uris, uri
from mkdocs_yschema.site.inventory import Entry
from mkdocs_yschema.site.multi_page import Split
from mkdocs_yschema.site.pages import source_name
from mkdocs_yschema.site.xref_links import Links, LinkSources, place, unlisted
from yschema_engine.doccheck import xref as mentions
from yschema_engine.doccheck.cache import ById
from yschema_engine.doccheck.library import Library, Loaded
from yschema_engine.doccheck.markdown_comments import in_markdown
from yschema_engine.doccheck.source_map import alike
from yschema_engine.doccheck.xref import Mention
from yschema_engine.frontends.ytt.files.inputs import File
from yschema_engine.lint.coverage import coverage
from yschema_engine.lint.suppressions import Suppression, SuppressionComments, Suppressions
from yschema_engine.model.findings import EngineError, Finding, revise
from yschema_engine.outputs.downloads import JSON_SCHEMA, MINIMAL, NAMES, VALUES, texts
from yschema_engine.outputs.findings.render import as_text
from yschema_engine.outputs.html import (
    Documented,
    Download,
    Heading,
    LinesFile,
    Must,
    Rendered,
    Renderer,
    Sample,
    SampleFile,
    View,
)
from yschema_engine.outputs.html.filter_index import INDEX, index
from yschema_engine.outputs.html.required_summary import must
from yschema_engine.reference import Field, Reference
from yschema_engine.source import Source, Span


class Build(Site):
    """Directives' host in MkDocs.

    Attributes:
        findings: what is wrong in the site.
        page: the page whose Markdown is being converted.
        headings: those of fields, by the `src_uri` of their page.
        offered: the schemas whose files pages offer.
        splits: the pages of schemas that have many.
        links: the references between pages.
        banners: what pages say is wrong; None where readers see them.
    """

    def __init__(
        self,
        library: Library,
        renderer: Renderer,
        config: MkDocsConfig,
        looks: DisplayOptions,
        findings: Findings,
    ) -> None:
        """A build.

        Args:
            library: the schemas.
            renderer: for the site's theme.
            config: the site's.
            looks: what directives leave open.
            findings: where to report what is wrong.
        """
        super().__init__(library, renderer)
        self._config = config
        self._looks = looks
        self._edit = _Edit(config.repo_url or "", config.edit_uri or "", config.docs_dir)
        self.findings = findings
        self.offered: dict[str, None] = {}
        self._sample_texts: dict[str, str] = {}
        self._lines: dict[str, str] = {}
        self.page: Page | None = None
        self.headings: dict[str, list[Heading]] = {}
        self.splits: Mapping[str, Split] = {}
        self.banners: Banners | None = None
        self._indexed: dict[str, None] = {}
        self._at_home: dict[tuple[str, str], None] = {}
        self._searched: dict[str, list[tuple[str, str]]] = {}
        self._aligned: tuple[str, str, Sequence[range]] | None = None
        self.links = Links(renderer)

    def check(self) -> None:
        """Reads every schema, and reports what is wrong with all of them in one go.

        Raises:
            PluginError: a schema cannot be used; not while serving.
        """
        usable = True
        for name in self.library.names:
            try:
                found = self.library.findings(name)
                for comments in self.library.accepted(name):
                    self.findings.accept(comments)
                self.findings.add(found, schema=name)
            except EngineError as e:
                self.findings.add(e.findings, schema=name)
                usable = False
        if not usable:  # else what is wrong in pages is told as well
            self.findings.raise_errors()

    def check_pages(self) -> None:
        """Reports pages that should show a part of a schema that is split, and do not."""
        for split in self.splits.values():
            with suppress(EngineError):
                self.library.reference(split.reference.name)
                self.findings.add(split.without(self._at_home), schema=split.reference.name)

    def references(self, names: Iterable[str]) -> dict[str, Reference]:
        """Those of some schemas, as far as they can be used."""
        found: dict[str, Reference] = {}
        for name in names:
            with suppress(EngineError):
                found[name] = self.library.reference(name)
        return found

    @property
    def looks(self) -> DisplayOptions:
        """The site's."""
        return self._looks

    def reference(self, name: str) -> Reference:
        """Notes that the page shows the schema."""
        if self.banners is not None and self.page is not None:
            self.banners.show(self.page.file.src_uri, name)
        return super().reference(name)

    def view(self, asked: Options, shown: Reference | Field, number: int) -> View:
        """With what has to be set, files and links for editing, where a whole schema is shown."""
        view = replace(super().view(asked, shown, number), edit=self._edit, mentions=self.page is not None)
        if self.page is None:
            return replace(view, filter=False, switch=False)
        split, page = self.splits.get(asked.name), self.page.file
        is_home = split is not None and split.is_home(shown, page)
        if split is not None:
            view = split.placed(view, shown, page)
        if is_home:
            self._at_home[asked.name, _root(shown).anchor] = None
        if isinstance(shown, Field) and not is_home:
            return replace(view, filter=False, switch=False)
        if view.switch:
            view = replace(view, lines=self._lines_file(asked, page.dest_uri, number))
        if isinstance(shown, Field):
            return view
        if is_home and view.filter:
            self._indexed[asked.name] = None
            view = replace(view, index=self._href(uri(asked.name, INDEX)))
        loaded = self.library.loaded(asked.name)
        if asked.looks.summary:
            view = replace(view, must=self._must(loaded))
        if asked.looks.downloads:
            self.offered[asked.name] = None
            names = [name for name in NAMES if name != MINIMAL or (view.must and view.must.yaml)]
            links = tuple(self._download(loaded.reference, name) for name in names)
            view = replace(view, downloads=links, modeline=self._modeline(asked.name))
        if asked.looks.samples:
            view = replace(view, samples=tuple(self._samples(asked.name)))
        if self.banners is not None:
            view = replace(view, documented=self._documented(asked.name))
        return view

    def _lines_file(self, asked: Options, page: str, number: int) -> LinesFile:
        """Where the lines of the values file are to be, if they are too many for the page."""
        target = lines_uri(asked.name, page, number)
        values = self._href(uri(asked.name, VALUES)) if asked.looks.downloads else ""
        return LinesFile(target, self._href(quote(target)), values)

    def _must(self, loaded: Loaded) -> Must:
        """What readers of a schema have to set, which its rules take a while to prove."""
        return self.library.kept.get(
            ("must", ById(loaded)), lambda: must(loaded.schema.root, loaded.reference)
        )

    def _documented(self, name: str) -> Documented:
        """How much of a schema is documented."""
        loaded = self.library.loaded(name)
        comments = tuple(a for comments in self.library.accepted(name) for a in comments.suppressions)
        key = ("documented", ById(loaded), comments)
        return self.library.kept.get(key, lambda: _documented(loaded.reference, comments))

    def downloads(self) -> dict[str, str]:
        """The texts of the files that pages offer or look in, by their paths in the site."""
        found = self._sample_texts | self._lines
        for name in self.offered:
            loaded = self.library.loaded(name)
            key = ("downloads", ById(loaded), self.renderer.label)
            files = self.library.kept.get(key, partial(self._files, loaded))
            found |= {uri(name, file): text for file, text in files.items()}
        for name in self._indexed:
            loaded, maps = self.library.loaded(name), self.splits[name].maps
            fields = [field for field in loaded.reference.root.children if field.anchor in maps]
            found[uri(name, INDEX)] = self.library.kept.get(("index", ById(loaded)), partial(index, fields))
        return found

    def _files(self, loaded: Loaded) -> Mapping[str, str]:
        least = self._must(loaded).yaml
        return texts(loaded.schema.root, loaded.reference, least, self.renderer.label)

    def _samples(self, name: str) -> Iterator[Sample]:
        """The samples of a schema, whose files are offered with that."""
        samples = self.library.samples(name).samples
        uris = sample_uris(name, (f for sample in samples for f in (*sample.files, *sample.libraries)))

        def offered(file: File) -> SampleFile:
            target = uris[file.path]
            self._sample_texts[target] = text = file.source.text
            href = self._href(quote(target))
            return SampleFile(PurePosixPath(file.path).name, text, href, file.is_template)

        for sample in samples:
            files = tuple(map(offered, (*sample.files, *sample.libraries)))
            yield Sample(sample.title, sample.description, files, sample.is_right, sample.entry.invalid)

    def _download(self, reference: Reference, name: str) -> Download:
        return Download(name, self._href(uri(reference.name, name)), f"{reference.root.anchor}-{name}")

    def _href(self, target: str) -> str:
        assert self.page is not None
        return get_relative_url(target, self.page.url)

    def _modeline(self, name: str) -> str:
        """The comment for editors; it needs the address of the site, for a values file is elsewhere."""
        site = self._config.site_url
        return f"# yaml-language-server: $schema={urljoin(site, uri(name, JSON_SCHEMA))}" if site else ""

    def rendered(self, asked: Options, view: View, rendered: Rendered) -> None:
        """Keeps the fields for link validation, what search is to see of them, what is in no page."""
        if view.lines is not None and rendered.lines:
            self._lines[view.lines.uri] = json.dumps(rendered.lines, ensure_ascii=False)
            if view.lines.values:
                self.offered[asked.name] = None
        if self.page is not None:
            uri = self.page.file.src_uri
            self.headings.setdefault(uri, []).extend(rendered.fields)
            self._searched.setdefault(uri, []).append((rendered.html, unlisted(rendered.searched)))

    def searched(self, page: Page) -> str:
        """The HTML of a page as search is to see it: each field as a section under a heading."""
        html = page.content or ""
        for whole, searched in self._searched.get(page.file.src_uri, ()):
            html = html.replace(whole, searched)
        return html

    def locate(self, text: str, line: int) -> Span | None:
        """Where a line of the Markdown stands in the page's file, which may begin with front matter."""
        if self.page is None:
            return None
        source = _source(self.page)
        if source.text.endswith(text):
            return Span(source, line + source.text.count("\n") - text.count("\n"))
        if self._aligned is None or self._aligned[:2] != (source.text, text):  # another plugin has changed it
            self._aligned = source.text, text, alike(source.lines, text.split("\n"))
        where = self._aligned[2][line - 1]
        return Span(source, where[0] + 1) if where else None

    @property
    def folders(self) -> Sequence[Path]:
        """That of `mkdocs.yml`, then that of the page."""
        own = self.page.file.abs_src_path if self.page is not None else None
        return (self.library.base, Path(own).parent) if own else (self.library.base,)

    @property
    def checks_snippets(self) -> bool:
        """Unless the site's configuration says otherwise."""
        return self.findings.looks_for("blocks")

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> tuple[Any, Span | None]:
        """That of MkDocs, which has taken it off the text."""
        if self.page is None:
            return None, None
        source = _source(self.page)
        at = next((n for n, line in enumerate(source.lines, 1) if line.startswith(f"{key}:")), None)
        return self.page.meta.get(key), Span(source, at) if at else None

    def accept(self, comments: SuppressionComments) -> None:
        """Has the findings of the build take them in."""
        self.findings.accept(comments)

    def found(self, problems: Sequence[Finding]) -> None:
        """Adds to the findings of the build."""
        self.findings.add(map(self._placed, problems), page=self.page.file.src_uri if self.page else "")

    def begin(self, page: Page) -> None:
        """Notes whose Markdown comes next, and what comments in it accept."""
        self.page = page
        if self.banners is not None:
            self.banners.show(page.file.src_uri)
        self.findings.accept(in_markdown(_source(page)))

    def failed(self, error: EngineError) -> str:
        """A box with the message, for a site that is served; else the build ends once all pages are known."""
        problems = [self._placed(problem) for problem in error.findings]
        self.found(problems)
        return self.renderer.error(as_text(problems, kinds=True).rstrip())

    def _placed(self, problem: Finding) -> Finding:
        """The problem with the page, where no line is known: the words came by another file or plugin."""
        if problem.at or self.page is None:
            return problem
        return revise(problem, message=f"{self.page.file.src_uri}: {problem.message}")

    def refer(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """An address to be replaced once all pages are known; none where the schema cannot be used."""
        try:
            field = self.library.reference(mention.schema).find(mention.path)
        except EngineError:
            return "", None
        return place(field.anchor if field else mention.identifier), field

    def inventory(self) -> Iterator[Entry]:
        """All fields that pages show."""
        homes = self.links.homes
        for name in self.library.names:
            with suppress(EngineError):  # of a schema that cannot be used, while the site is served
                for field in self.library.reference(name).root.walk():
                    if field.anchor in homes:
                        yield Entry(field.anchor, homes[field.anchor].url, field.path)

    def mentioned(self, mention: Mention) -> None:
        """Keeps a reference for `link`."""
        if self.page is not None:
            self.links.mention(self.page, mention)

    def link(self, pages: Iterable[Page], ways: LinkSources) -> None:
        """Fills in the links of all pages that have been converted, and reports those that lead nowhere."""
        lost = self.links.settle(ways)
        for self.page, mention in lost:
            with suppress(EngineError):  # of a schema that cannot be used, which is told already
                reference = self.library.reference(mention.schema)
                problem = (
                    mentions.not_shown(mention, mention.field)
                    if mention.field
                    else mentions.unknown(mention, reference)
                )
                self.found([problem])
        for page in pages:
            page.content = self.links.fill(page.content or "", page)
            searched = self._searched.get(page.file.src_uri, [])
            searched[:] = [(self.links.fill(whole, page), other) for whole, other in searched]


def _documented(reference: Reference, comments: Iterable[Suppression]) -> Documented:
    accepted = Suppressions()
    accepted.add(comments)
    covered = coverage(reference, accepted)
    total = covered.total
    missing = tuple((field.path, field.anchor) for field in covered.missing)
    return Documented(total.values, total.documented, total.percent, total.accepted, missing)


def _root(shown: Reference | Field) -> Field:
    return shown.root if isinstance(shown, Reference) else shown


def _source(page: Page) -> Source:
    """The file of a page; without text where another plugin reads it from elsewhere."""
    name = source_name(page.file)
    try:
        return Source(name, page.file.content_string)
    except OSError:
        return Source(name, "")


@dataclass(frozen=True, slots=True)
class _Edit:
    """The address at which a line of a schema can be edited; empty without `repo_url` and `edit_uri`.

    An object with a value, so that it tells whether a page has to be rendered again.
    """

    repo_url: str
    edit_uri: str
    docs_dir: str

    def __call__(self, span: Span) -> str:
        if not self.repo_url or not self.edit_uri:
            return ""
        folder = self.edit_uri if self.edit_uri.endswith("/") else f"{self.edit_uri}/"
        base = folder if "://" in folder else urljoin(f"{self.repo_url.rstrip('/')}/", folder)
        path = os.path.relpath(Path(span.file).absolute(), self.docs_dir)
        return f"{urljoin(base, Path(path).as_posix())}#L{span.line}"
