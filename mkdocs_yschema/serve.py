"""The parts for `mkdocs serve`: banners above pages, and rebuilds on change."""

from __future__ import annotations

import os
import threading
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import File, Files

from mkdocs_yschema.findings import Findings
from mkdocs_yschema.mkdocs_compat import report_change
from mkdocs_yschema.page_host import source_name
from yschema_engine.docs.severity import Subject
from yschema_engine.show.findings import excerpt, facts
from yschema_engine.show.html.renderer import Heading
from yschema_engine.show.html.view import ShownFinding
from yschema_engine.site.memo import Kind
from yschema_engine.site.schema_files import FileStates, file_states
from yschema_engine.site.site import Site
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.paths import ROOT
from yschema_engine.text.paths import Path as FieldPath
from yschema_engine.yaml.scalars import NOT_YAML

_ANCHORS = Kind("anchors")


class Banners:
    """The findings of a build by page.

    A finding about a schema is shown on the pages with its references, a finding about a page on that page,
    and any other finding on the home page, or on all pages of a site without one.
    """

    def __init__(self, findings: Findings, site: Site) -> None:
        self._findings = findings
        self._library = site.library
        self._renderer = site.renderer
        self._run = site.library.run
        self._shown: dict[str, dict[str, object]] = {}
        self._files: dict[str, File] = {}
        self._placed: dict[str, list[tuple[Finding, Sequence[Subject]]]] = {}

    def show(self, page: str, schema: str | None = None) -> None:
        """Note a page that is made, and a schema that it shows.

        Args:
            page: its `src_uri`.
            schema: the name of the schema.
        """
        names = self._shown.setdefault(page, {})
        if schema:
            names[schema] = self._library.state(schema)

    def remove_outdated(self, files: Files) -> None:
        """Remove pages of changed schemas: a dirty build compares Markdown files only."""
        for file in files.documentation_pages():
            before = self._run.shown.get(file.src_uri, {}).items()
            if any(state is None or state != self._library.state(name) for name, state in before):
                Path(file.abs_dest_path).unlink(missing_ok=True)

    def settle(self, files: Files) -> None:
        """Assign findings to pages, once all findings are known.

        Args:
            files: of the site; a dirty build has not made all of its pages.
        """
        self._files = {file.src_uri: file for file in files.documentation_pages()}
        self._shown = {uri: self._shown.get(uri, self._run.shown.get(uri, {})) for uri in self._files}
        self._run.shown = self._shown
        homes = [uri for uri, file in self._files.items() if file.page is not None and file.page.is_homepage]
        by_file = {source_name(file): uri for uri, file in self._files.items()}
        for finding, about in self._findings.subjects().items():
            if finding.severity == "note":
                continue
            where = set(self._pages(finding, about, by_file)) or homes or self._files
            for uri in where:
                self._placed.setdefault(uri, []).append((finding, about))

    def _pages(self, finding: Finding, about: Sequence[Subject], by_file: Mapping[str, str]) -> Iterator[str]:
        """Yield the pages that a finding concerns."""
        named = finding.span.file if finding.span else ""
        if named in by_file:
            yield by_file[named]
        yield from (subject.page for subject in about if subject.page in self._files)
        schemas = {subject.schema for subject in about if not subject.page}
        schemas |= {name for name in self._library.names if named in self._library.file_names(name)}
        yield from (uri for uri, names in self._shown.items() if schemas & names.keys())

    def html(self, page: str, headings: Mapping[str, Sequence[Heading]]) -> str:
        """Return the banner of a page; empty without findings.

        Args:
            page: its `src_uri`.
            headings: the fields that pages show, by the `src_uri` of the page.
        """
        placed = self._placed.get(page)
        if not placed:
            return ""
        hrefs = self._hrefs(page, headings)
        findings = [_finding(d, self._href(d, about, page, hrefs)) for d, about in placed]
        outdated = any(self._library.is_outdated(name) for name in self._shown[page])
        return self._renderer.render("findings.html", findings=findings, outdated=outdated)

    def _hrefs(self, page: str, headings: Mapping[str, Sequence[Heading]]) -> Mapping[str, str]:
        """Return the addresses of fields in full by anchor; the page itself goes before other pages."""
        on_page: dict[str, str] = {}
        elsewhere: dict[str, str] = {}
        for uri, fields in headings.items():
            base = "" if uri == page else self._files[uri].url_relative_to(self._files[page])
            target = on_page if uri == page else elsewhere
            target |= {f.anchor: f"{base}#{f.anchor}" for f in fields if f.in_full}
        return ChainMap(on_page, elsewhere)

    def _href(self, d: Finding, about: Sequence[Subject], page: str, hrefs: Mapping[str, str]) -> str:
        """Return the address of the field concerned, or of the nearest declared map around it."""
        places = {place.file for place in (d.span, d.place("declared"), d.place("by")) if place}
        named = (name for name in self._library.names if places.intersection(self._library.file_names(name)))
        schemas = dict.fromkeys(
            [*(subject.schema for subject in about if subject.schema), *named, *self._shown[page]]
        )
        path = FieldPath(d.path.keys) if isinstance(d.path, FieldPath) else ROOT
        while path:
            anchors = (self._anchors(name).get(path, "") for name in schemas)
            if href := next((hrefs[anchor] for anchor in anchors if anchor in hrefs), ""):
                return href
            path = path.parent
        return ""

    def _anchors(self, name: str) -> Mapping[FieldPath, str]:
        """Return the anchors of a schema's fields by their paths."""
        try:
            loaded = self._library.loaded(name)
        except EngineError:
            return {}
        schema = loaded.shown
        return self._library.memo.get(
            _ANCHORS,
            loaded.identity,
            lambda: {FieldPath(field.path.keys): schema.anchor(field) for field in schema.root.walk()},
        )


def _finding(d: Finding, href: str) -> ShownFinding:
    return ShownFinding(
        d.severity,
        str(d.span or ""),
        d.path_text,
        href,
        d.fact("message"),
        tuple(facts(d)),
        d.fact("hint"),
        excerpt(d.span, is_indented=d.code == NOT_YAML),
    )


_EVERY = 0.5  # seconds, as MkDocs looks at its own files


class Watch:
    """Watches the files that globs match, and has the site built again when one comes, goes or changes.

    MkDocs can watch files and folders. But it forgets folders that are gone for a while, as they are when
    another branch is checked out; and in a folder every file counts, such as the copies that editors keep, or
    a log that each build writes to.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._globs: tuple[str, ...] = ()
        self._seen: FileStates = {}

    def follow(self, globs: Iterable[str]) -> None:
        """Watch these files from now on; to be called before a build reads them.

        Args:
            globs: absolute; a folder stands for all files in it.
        """
        with self._lock:
            self._globs = tuple(dict.fromkeys(globs))
            self._seen = file_states(self._globs)

    def start(self, server: LiveReloadServer, except_folder: str) -> None:
        """Start to watch; the server need not serve yet.

        Args:
            server: builds the site.
            except_folder: the folder that it watches itself, by its absolute path.
        """
        folder = os.path.join(except_folder, "")  # noqa: PTH118  Path drops the separator
        threading.Thread(target=self._run, args=(server, folder), daemon=True).start()

    def _run(self, server: LiveReloadServer, except_folder: str) -> None:
        never = threading.Event()
        while not never.wait(_EVERY):
            if not server.observer.is_alive():
                continue  # not yet, or not any more
            with self._lock:
                now = file_states(self._globs)
                changed = sorted({path for path, _ in now.items() ^ self._seen.items()})
                others = [path for path in changed if not os.path.abspath(path).startswith(except_folder)]  # noqa: PTH100
                if not others or report_change(server, others[0]):
                    self._seen = now
