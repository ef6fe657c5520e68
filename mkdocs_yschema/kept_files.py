"""Files, pages and templates that a served site keeps, because few of them change with a save.

MkDocs deletes the site before each build. Some file systems take ten times as long as usual to create a file
when many have just been deleted.
"""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from mkdocs_yschema.markdown.host import Host
from mkdocs_yschema.page_source import NAME
from mkdocs_yschema.site_build import SiteBuild
from yschema_engine.show.html.renderer import Rendered
from yschema_engine.show.html.view import View
from yschema_engine.site.cache import ById
from yschema_engine.site.memo import SiteCaches
from yschema_engine.site.options import DirectiveOptions
from yschema_engine.site.page_views import page_text
from yschema_engine.text.findings import EngineError

_FOLDER = ".yschema-folder"
_FILES = ".yschema-files"


# MkDocs does not delete hidden files.


class KeptFolder:
    """The files in a folder of the site, which is put aside as a whole.

    They are written again if the site has another folder of this name by then, such as one of `docs_dir`.
    """

    def __init__(self, folder: str) -> None:
        """Start without files.

        Args:
            folder: the path of the folder in the site.
        """
        self._folder = folder
        self._texts: dict[str, str] = {}

    def put_aside(self, site: Path) -> None:
        """Keep the files of the build before from MkDocs.

        Args:
            site: the folder of the site.
        """
        folder, kept = site / self._folder, site / _FOLDER
        if folder.is_dir():
            shutil.rmtree(kept, ignore_errors=True)
            with suppress(OSError):
                folder.rename(kept)

    def write(self, site: Path, texts: Iterable[tuple[str, str]]) -> None:
        """Write the files, of which those that have not changed are there already.

        Args:
            site: the folder of the site.
            texts: the path of each file in the site, and its text.
        """
        before, self._texts = self._put_back(site), {}
        now: dict[str, str] = {}
        for uri, text in texts:
            now[uri] = text
            if before.pop(uri, None) != text:
                _write(site / uri, text)
        for uri in before:
            (site / uri).unlink(missing_ok=True)
        self._texts = now

    def _put_back(self, site: Path) -> dict[str, str]:
        """Return the texts of the files of the build before that are in the site."""
        folder, kept = site / self._folder, site / _FOLDER
        if folder.exists():
            shutil.rmtree(kept, ignore_errors=True)
            return {}
        try:
            kept.rename(folder)
        except OSError:  # it does not exist, as before the first build
            return {}
        paths = {path for path in folder.rglob("*") if not path.is_dir()}
        ours = {site / uri: text for uri, text in self._texts.items()}
        for path in paths - ours.keys():  # such as those of another plugin
            path.unlink()
        return {path.relative_to(site).as_posix(): ours[path] for path in paths & ours.keys()}


class KeptFiles:
    """Files of a site that are put aside one by one, because other files are beside them."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, str]] = {}

    def put_aside(self, site: Path) -> None:
        """Keep the files of the build before from MkDocs.

        Args:
            site: the folder of the site.
        """
        with suppress(OSError):
            (site / _FILES).mkdir(exist_ok=True)
        for uri, (name, _) in self._kept.items():
            with suppress(OSError):  # it is kept already, or does not exist
                (site / uri).rename(site / _FILES / name)

    def write(self, site: Path, texts: Iterable[tuple[str, str]]) -> None:
        """Write the files, or put back those that have not changed; arguments are as for the folder."""
        before, self._kept = self._kept, {}
        now: dict[str, tuple[str, str]] = {}
        for number, (uri, text) in enumerate(texts):
            name, text_before = before.get(uri, ("", ""))
            if text != text_before or not _is_moved(site / _FILES / name, site / uri):
                _write(site / uri, text)
            now[uri] = str(number), text
        shutil.rmtree(site / _FILES, ignore_errors=True)
        self._kept = now


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _is_moved(old: Path, new: Path) -> bool:
    """Move a file, and return whether that was possible."""
    try:
        old.rename(new)
    except OSError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Reference:
    """What a generated page shows below its title."""

    directive: DirectiveOptions
    view: View
    rendered: Rendered


class KeptPages:
    """The generated pages of schemas, from one build to the next.

    Such a page is a title and a directive, and all that it depends on is known. Other pages may have links,
    and extensions may insert files into them, so they are converted in every build.
    """

    def __init__(self, build: SiteBuild, caches: SiteCaches) -> None:
        """Start a build.

        Args:
            build: the build.
            caches: what builds share.
        """
        self._contents = build.contents
        self._names = {page.src_uri: name for name, page in build.site.config.pages.items()}
        self._caches = caches

    def keep(self, page: Page, host: Host) -> None:
        """Have MkDocs take the page of the build before if it has not changed.

        Args:
            page: comes next.
            host: the host of the page.
        """
        name = self._names.get(page.file.src_uri)
        if name is not None and page.file.generated_by == NAME:
            vars(page)["render"] = partial(self._render, page, host, name)

    def _render(self, page: Page, host: Host, name: str, config: MkDocsConfig, files: Files) -> None:
        text, reference = page.markdown or "", _reference(host, name)
        expected = page_text(host.site.library.title(name), name)
        if reference is None or text.strip() != expected.strip():  # another plugin has changed it
            Page.render(page, config, files)
            return
        key = (ById(reference.rendered), self._contents.count, text, _extensions(config))
        is_kept = key in self._caches.pages
        values = self._caches.pages.get(key, partial(_convert, page, config, files))
        if is_kept:
            host.notes.add_source(text.splitlines())
            host.notes.add_rendered(reference.directive, reference.view, reference.rendered)
            noted, links = pickle.loads(values)  # noqa: S301  of this process
            vars(page).update(noted)
            page.links_to_anchors = {page.file: links}


def _reference(host: Host, name: str) -> _Reference | None:
    """Return the reference of a schema; None if it cannot be rendered."""
    directive = DirectiveOptions(name, display=host.site.config.display)
    try:
        schema = host.schema(name)
        view = host.addresses.view(directive, schema.root, 1)
        rendered = host.site.renderer.reference(schema, schema.root, directive.heading_level, (), view)
    except EngineError:
        return None
    return _Reference(directive, view, rendered)


def _extensions(config: MkDocsConfig) -> str:
    options = {name: value for name, value in config.mdx_configs.items() if name != NAME}
    return repr((config.markdown_extensions, options))


def _convert(page: Page, config: MkDocsConfig, files: Files) -> bytes:
    """Convert a page, and return a copy of what MkDocs notes there: plugins change it later."""
    before: dict[str, Any] = dict(vars(page))
    Page.render(page, config, files)
    noted = {key: value for key, value in vars(page).items() if value is not before.get(key)}
    # The only links are those of headings to themselves.
    links = noted.pop("links_to_anchors", {}).get(page.file, {})
    return pickle.dumps((noted, links))


class KeptTemplates(BytecodeCache):
    """Compiled templates in memory: MkDocs makes a new environment for each build."""

    def __init__(self) -> None:
        """Start without templates."""
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take a template that a build before has compiled; Jinja sees whether it has changed since."""
        if bucket.key in self._compiled:
            bucket.bytecode_from_string(self._compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        self._compiled[bucket.key] = bucket.bytecode_to_string()
