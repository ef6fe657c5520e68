"""The work of a build that several processes do before the pages are made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mkdocs.structure.files import Files

from mkdocs_yschema.site import workers
from mkdocs_yschema.site.progress import Progress
from mkdocs_yschema.site.site_build import SiteBuild
from mkdocs_yschema.site.workers import Workers
from yschema_engine.model.findings import EngineError
from yschema_engine.outputs.html import View
from yschema_engine.site.caches import SiteCaches
from yschema_engine.site.display_options import DirectiveOptions


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The task to evaluate a schema, and to make its files.

    Attributes:
        name: the name of the schema.
        has_files: whether its page is likely to offer them.
    """

    name: str
    has_files: bool


@dataclass(frozen=True, slots=True)
class Rendering:
    """The task to render the reference of a schema.

    Attributes:
        name: the name of the schema.
        view: the view.
    """

    name: str
    view: View


class Preparation:
    """Has processes prepare the schemas and the pages of a build.

    What they prepare is a guess: that pages show whole schemas, with the options of the site. If it is wrong,
    the pages are made without it.
    """

    def __init__(self, build: SiteBuild, caches: SiteCaches, jobs: int, progress: Progress) -> None:
        """Start without processes.

        Args:
            build: the build.
            caches: takes the results.
            jobs: the number of processes.
            progress: shows what is done.
        """
        self._build = build
        self._caches = caches
        self._jobs = jobs
        self._progress = progress
        self._workers: Workers[Evaluation | Rendering] | None = None
        self._numbers: dict[str, int] = {}

    def evaluate(self, pages: Iterable[str]) -> None:
        """Have the schemas evaluated that are not.

        Args:
            pages: the names of the schemas with a page.
        """
        if self._caches.kept.store is None or self._jobs < 2:
            return
        library = self._build.library
        work = {name: size for name in library.names if (size := library.work(name))}
        number = min(self._jobs, len(work))
        if number < 2 or sum(work.values()) < workers.WORTH:
            return
        self._numbers = _shares(work, number)
        self._workers = Workers(number, self._run)
        with_files = set(pages) if self._build.display.downloads else set()
        self._start("schemas", {name: Evaluation(name, name in with_files) for name in work})

    def render(self, files: Files, pages: Mapping[str, str]) -> None:
        """Have the pages rendered whose schemas were evaluated, and end the processes.

        Args:
            files: all files of the site.
            pages: the path of the page of each schema in `docs_dir`.
        """
        if not self._workers:
            return
        tasks: dict[str, Evaluation | Rendering] = {}
        for name in self._numbers:
            file = files.get_file_from_path(pages.get(name, ""))
            if file is not None and file.generated_by:
                try:
                    tasks[name] = Rendering(name, self._view(name, file))
                except EngineError:
                    continue  # reported already
        self._start("pages", tasks)
        self._workers.stop()

    def stop(self) -> None:
        """End the processes."""
        if self._workers:
            self._workers.stop()

    def _view(self, name: str, file: Any) -> View:
        directive = DirectiveOptions(name, display=self._build.display)
        root = self._build.library.schema(name).root
        return self._build.views.view(directive, root, 1, file)

    def _start(self, what: str, tasks: Mapping[str, Evaluation | Rendering]) -> None:
        if not self._workers or not len(self._workers):
            return
        by_worker: dict[int, list[Evaluation | Rendering]] = {}
        for name, task in tasks.items():
            by_worker.setdefault(self._numbers[name], []).append(task)
        self._progress.start(what, len(tasks))
        self._workers.run(by_worker, self._progress.advance)
        self._progress.finish()

    def _run(self, task: Evaluation | Rendering) -> None:
        """Do a task in another process; the caches there write the results to the store."""
        loaded = self._build.library.loaded(task.name)
        if isinstance(task, Rendering):
            self._build.prepare_page(task.name, task.view)
        elif task.has_files:
            self._build.downloads.prepare(loaded)


def _shares(work: Mapping[str, int], number: int) -> dict[str, int]:
    """Return the number of the worker of each schema, so that all have about as much to do."""
    loads = [0] * number
    shares = {}
    for name, size in sorted(work.items(), key=lambda item: -item[1]):
        shares[name] = loads.index(min(loads))
        loads[shares[name]] += size
    return shares
