"""`yschema site`: pages, downloads and assets for hosts without plugins."""

from __future__ import annotations

import glob
from collections.abc import Iterable
from pathlib import Path

from yschema_engine.arguments.site import SiteArguments
from yschema_engine.cli import codes
from yschema_engine.cli.input_files import schema_name
from yschema_engine.cli.streams import Streams
from yschema_engine.cli.watching import watch
from yschema_engine.docs.places import display_path
from yschema_engine.site import option_types
from yschema_engine.site.addresses import planned_page
from yschema_engine.site.library import SchemaEntry
from yschema_engine.site.memo import SiteCaches
from yschema_engine.site.output_folder import FolderChanges, OutputFolder
from yschema_engine.site.site import SiteForm
from yschema_engine.site.site_config import NAMES, SiteConfig, find_config, read_config
from yschema_engine.site.watched_files import FileStates, file_states
from yschema_engine.site.written_site import FORMS, SiteFiles
from yschema_engine.text.findings import UsageError, finding
from yschema_engine.text.phrases import Verbatim


def run_site(arguments: SiteArguments, streams: Streams) -> bool:
    """Write the files, and return whether no finding fails the run.

    Raises:
        EngineError: a schema is not valid.
        UsageError: the configuration is not valid, or a file cannot be read or written.
    """
    run = SiteRun(arguments, streams)
    if arguments.watch:
        watch(run, streams)
        return True
    return run.write() is not None


class SiteRun:
    """The writing of a site, once or again and again."""

    def __init__(self, arguments: SiteArguments, streams: Streams) -> None:
        """Start without having read anything.

        Args:
            arguments: the request.
            streams: take findings.
        """
        self._arguments = arguments
        self._streams = streams
        self._caches = SiteCaches()
        self._globs: list[str] = []
        self._states: FileStates = {}

    def write(self) -> FolderChanges | None:
        """Write the files that have changed; return None if findings keep them from being written.

        Raises:
            EngineError: a schema is not valid.
            UsageError: the configuration is not valid, or a file cannot be read or written.
        """
        arguments = self._arguments
        self._caches.start_build()
        self._states = {}
        self._follow(str(path.absolute()) for path in (arguments.config, _found_config()) if path)
        config = site_config(arguments)
        self._follow([*self._globs, *config_globs(config)])
        form = FORMS[arguments.form or ("html" if arguments.files else "directives")]
        _check_folder(arguments.out, config, form)
        self._caches.kept.use(config.cache_dir, is_shared=False)
        site = SiteFiles(config, form, self._caches)
        self._follow([*self._globs, *site.parts.library.globs(), *site.parts.versions.globs()])
        findings = site.findings()
        self._streams.report(findings)
        if any(each.severity in ("error", arguments.fail_on) for each in findings):
            return None
        folder = OutputFolder(arguments.out)
        return folder.update(site.files(folder))

    def has_changed(self) -> bool:
        """Return whether an input is not what it was before the last run read it."""
        return file_states(self._globs) != self._states

    def _follow(self, globs: Iterable[str]) -> None:
        """Note the state of the files that absolute globs match, before they are read."""
        self._globs = list(globs)
        self._states = {**file_states(self._globs), **self._states}


def site_config(arguments: SiteArguments) -> SiteConfig:
    """Return the configuration that the arguments name.

    Raises:
        UsageError: there is none, or it is not valid, or it declares no schemas.
    """
    if arguments.files:
        return _of_one_schema(arguments)
    path = arguments.config or _found_config()
    if path is None:
        raise UsageError([finding(codes.NO_SITE_CONFIG, expected=Verbatim(", ".join(NAMES)))])
    config = read_config(path)
    if not config.schemas:
        raise UsageError([finding(codes.NO_SITE_SCHEMAS, file=Verbatim(str(display_path(path))))])
    return config


def _found_config() -> Path | None:
    return find_config(Path.cwd())


def config_globs(config: SiteConfig) -> list[str]:
    """Return absolute globs of the configuration, of templates, and of what patterns of fleets match."""
    paths = [*(config.file.paths if config.file else ()), *config.templates]
    folder = glob.escape(str(config.folder))
    fleets = (str(Path(folder, fleet.pattern)) for fleet in config.fleets.values())
    return [*(glob.escape(str(path)) for path in paths), *fleets]


def _of_one_schema(arguments: SiteArguments) -> SiteConfig:
    name = arguments.name or schema_name(arguments.files)
    usual = "index.md" if arguments.form in (None, "html") else f"{name}.md"
    page = option_types.page("--page", arguments.page or usual)
    load = arguments.load
    entry = SchemaEntry(
        name,
        tuple(map(glob.escape, arguments.files)),
        arguments.title or None,
        kind=load.kind,
        version=load.version,
    )
    return SiteConfig(Path.cwd(), (entry,), {name: planned_page(page, as_folders=True)}, load=load)


def _check_folder(out: Path, config: SiteConfig, form: SiteForm) -> None:
    """Check that the folder can have the files.

    Raises:
        UsageError: it is a file; or pages would not have the addresses that the configuration says.
    """
    if out.exists() and not out.is_dir():
        raise UsageError([finding(codes.OUT_NOT_A_FOLDER, file=Verbatim(str(out)))])
    docs = config.docs_dir
    if form.is_for_authors and docs is not None and docs.resolve() in out.resolve().parents:
        raise UsageError([finding(codes.OUT_INSIDE_DOCS, file=Verbatim(str(out)))])
