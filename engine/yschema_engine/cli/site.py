"""`yschema site`, `serve` and `assets`: write pages, downloads and assets for hosts without plugins."""

from __future__ import annotations

import gc
import glob
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from yschema_engine.arguments import parse
from yschema_engine.arguments.site import AssetsArguments, ConfigForm, ServeArguments, SiteArguments
from yschema_engine.cli.input_files import schema_name
from yschema_engine.cli.streams import NO_SITE_CONFIG, OUT_INSIDE_DOCS, OUT_NOT_A_FOLDER, Streams
from yschema_engine.docs.places import display_path
from yschema_engine.show.html.theme import ASSETS, LAZY, find_theme, known_theme
from yschema_engine.site.forms import FORMS, SiteForm
from yschema_engine.site.library import Run
from yschema_engine.site.memo import Memo
from yschema_engine.site.option_types import PAGE, OptionPlace
from yschema_engine.site.options import SiteOptions
from yschema_engine.site.output_folder import FolderChanges, OutputFolder, check_links, replace_file
from yschema_engine.site.schema_files import FileStates, file_states
from yschema_engine.site.schema_options import DeclaredSchemas, SchemaOptions
from yschema_engine.site.site_config import (
    NAMES,
    NO_SITE_SCHEMAS,
    SiteConfig,
    SiteSettings,
    find_config,
    read_config,
)
from yschema_engine.site.written_site import SiteFiles
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError, UsageError
from yschema_engine.text.lazy_import import require
from yschema_engine.text.phrases import Verbatim

_EVERY = 0.5  # seconds


def run_site(arguments: SiteArguments, streams: Streams) -> bool:
    """Write the files, and return whether no finding fails the run.

    Raises:
        EngineError: a schema is not valid.
        UsageError: the configuration is not valid, or a file cannot be read or written.
    """
    run = SiteRun(arguments, streams)
    if arguments.watch:
        run.watch()
    return arguments.watch or run.write() is not None


class SiteRun:
    """The writing of a site, once or again and again.

    Attributes:
        parent: the process after which a run that watches ends; by default its parent when it starts.
        globs: absolute patterns of the files that are read, once some have been.
    """

    parent: int | None = None

    def __init__(self, arguments: SiteArguments, streams: Streams) -> None:
        self._arguments = arguments
        self._streams = streams
        self._run = Run(Memo(keeps_texts=arguments.watch))
        self.globs: list[str] = []
        self._states: FileStates = {}

    def write(self) -> FolderChanges | None:
        """Write the files that have changed; return None if findings keep them from being written.

        Raises:
            EngineError: a schema is not valid.
            UsageError: the configuration is not valid, or a file cannot be read or written.
        """
        arguments = self._arguments
        self._run.memo.start_build()
        self._states = {}
        self._follow(str(path.absolute()) for path in (arguments.config, find_config(Path.cwd())) if path)
        config = site_config(arguments)
        self._follow([*self.globs, *config.globs])
        form = FORMS[arguments.form or ("html" if arguments.files else "directives")]
        _check_folder(arguments.out, config, form)
        self._run.memo.use(config.options.cache_dir)
        site = SiteFiles(config, form, self._run)
        self._follow([*self.globs, *site.site.library.globs(), *site.site.versions.globs()])
        findings = site.findings()
        self._streams.report(findings)
        if any(each.severity in ("error", arguments.fail_on) for each in findings):
            return None
        folder = OutputFolder(arguments.out)
        changes = folder.update(site.files(folder))
        self._run.memo.end_build()
        return changes

    def watch(self) -> None:
        """Run now, and again whenever an input changes, until this process or its parent is ended.

        A line of output names each file that has changed. After an error, the files stay as they are.
        """
        parent = self.parent or os.getppid()
        while os.getppid() == parent:  # a parent that is killed cannot end its children
            try:
                changes = self.write()
            except EngineError as e:
                self._streams.report(e.findings)
                changes = None
            if changes is None:
                self._streams.write("nothing written: waiting for changes\n")
            else:
                self._streams.write("".join(f"wrote {path}\n" for path in changes.written))
                self._streams.write("".join(f"deleted {path}\n" for path in changes.deleted))
            gc.collect()  # which is paused during a run of the command line
            while os.getppid() == parent and file_states(self.globs) == self._states:
                time.sleep(_EVERY)

    def _follow(self, globs: Iterable[str]) -> None:
        """Note the state of the files that absolute globs match, before they are read."""
        self.globs = list(globs)
        self._states = {**file_states(self.globs), **self._states}


def site_config(arguments: SiteArguments) -> SiteConfig:
    """Return the configuration that the arguments name.

    Raises:
        UsageError: there is none, or it is not valid, or it declares no schemas.
    """
    if arguments.files:
        return _of_one_schema(arguments)
    path = arguments.config or find_config(Path.cwd())
    if path is None:
        raise UsageError.of(NO_SITE_CONFIG, expected=Verbatim(", ".join(NAMES)))
    config = read_config(path)
    if not config.schemas:
        raise UsageError.of(NO_SITE_SCHEMAS, file=Verbatim(str(display_path(path))))
    return config


def _of_one_schema(arguments: SiteArguments) -> SiteConfig:
    name = arguments.name or schema_name(arguments.files)
    usual = "index.md" if arguments.form in (None, "html") else f"{name}.md"
    page = PAGE.read(arguments.page or usual, OptionPlace("--page"))
    load = arguments.load
    schema = SchemaOptions(
        tuple(map(glob.escape, arguments.files)),
        kind=load.kind,
        schema_version=load.version,
        title=arguments.title or None,
        page=page,
    )
    options = SiteOptions(schemas=DeclaredSchemas({name: schema}))
    return SiteConfig(SiteSettings(Path.cwd()), options, load)


def _check_folder(out: Path, config: SiteConfig, form: SiteForm) -> None:
    """Check that the folder can have the files.

    Raises:
        UsageError: it is a file; or pages would not have the addresses that the configuration says.
    """
    if out.exists() and not out.is_dir():
        raise UsageError.of(OUT_NOT_A_FOLDER, file=Verbatim(str(out)))
    docs = config.site.docs_dir
    if form.is_for_authors and docs is not None and docs.resolve() in out.resolve().parents:
        raise UsageError.of(OUT_INSIDE_DOCS, file=Verbatim(str(out)))


_WATCH = """\
import sys
from yschema_engine.cli import main, site
site.SiteRun.parent = {}
sys.exit(main.run(None))
"""
"""The program that writes files again: one process, which ends after the one with this id."""

_SERVE = """\
import glob, runpy, sys
from zensical import config

file, *globs = sys.argv[1:]
if listed := getattr(config, "_list_watch_files", None):
    def listed_with_inputs(settings, path):
        inputs = [each for pattern in globs for each in glob.glob(pattern, recursive=True)]
        return listed({**settings, "watch": [*settings.get("watch", ()), *inputs]}, path)
    config._list_watch_files = listed_with_inputs
sys.argv = ["zensical", "serve", "--config-file", file]
runpy.run_module("zensical", run_name="__main__", alter_sys=True)
"""
"""The server of Zensical, which also renders pages again whenever a file that matches the globs changes.

Zensical lists these files in `watch`, but it has no interface to add to them.
"""


def run_serve(arguments: ServeArguments, streams: Streams) -> bool:
    """Write the files of a site, and become the server of Zensical, unless findings keep it from that.

    Another process writes the files again, and ends when this one does.

    Raises:
        EngineError: a schema is not valid.
        UsageError: Zensical is not installed, or as for `run_site`.
    """
    require("zensical")
    given = ["--config", str(arguments.config)] if arguments.config else []
    site = parse(["site", *given, "--out", "."])
    assert isinstance(site, SiteArguments)
    config = site_config(site)
    file, docs, program = str(config.files[0]), config.site.docs_dir or Path(), [sys.executable, "-P"]
    run = SiteRun(replace(site, out=docs), streams)
    is_written = run.write() is not None
    if is_written:
        watch = ["-c", _WATCH.format(os.getpid()), "site", "--config", file, "--out", str(docs), "--watch"]
        subprocess.Popen([*program, *watch])  # noqa: S603
        os.execv(sys.executable, [*program, "-c", _SERVE, file, *run.globs, str(docs / "yschema")])  # noqa: S606
    return is_written


def run_assets(arguments: AssetsArguments, streams: Streams) -> bool:
    """Write the files, and print the lines that link them.

    Raises:
        UsageError: there is no such theme, or a file cannot be written.
    """
    assets = find_theme(known_theme(arguments.theme)).assets
    folder = arguments.folder / ASSETS
    for name, path in assets.items():
        check_links((folder / name).parent, arguments.folder)
        replace_file(folder / name, path.read_bytes())
    streams.write(config_lines(assets, arguments.form))
    return True


def config_lines(names: Iterable[str], form: ConfigForm) -> str:
    """Return the lines of a configuration that link style sheets and scripts.

    Args:
        names: of the files; pages load lazy scripts themselves.
        form: the language of the configuration.
    """
    paths = [f"{ASSETS}/{name}" for name in names if not name.endswith(LAZY)]
    lines = ["[project]\n"] if form == "toml" else []
    for option, ending in (("extra_css", ".css"), ("extra_javascript", ".js")):
        files = [path for path in paths if path.endswith(ending)]
        if files and form == "toml":
            lines.append(f"{option} = {json.dumps(files)}\n")
        elif files:
            lines += (f"{option}:\n", *(f"  - {path}\n" for path in files))
    return "".join(lines)
