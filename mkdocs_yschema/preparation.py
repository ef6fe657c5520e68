"""The work of a build that several processes do, while this one makes the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal

from mkdocs_yschema.build_guard import Progress
from mkdocs_yschema.site_build import SiteBuild
from yschema_engine.evaluate import peers
from yschema_engine.evaluate.peers import Worker
from yschema_engine.evaluate.processes import can_fork
from yschema_engine.show.html.view import View
from yschema_engine.text.findings import EngineError

# All pages are read before their Markdown is needed, and written before the files are.
_LATER: Final = ("markdown", "files")


@dataclass(frozen=True, slots=True)
class Task:
    """A part of the work.

    Attributes:
        kind: what to do: evaluate a schema, render its reference, or make its Markdown, or its files.
        name: the name of the schema.
        view: how the reference is shown.
    """

    kind: Literal["evaluate", "render", "markdown", "files"]
    name: str
    view: View = View()


class Preparation:
    """Has processes prepare the schemas and the pages of a build.

    What they prepare is a guess: that pages show whole schemas, with the options of the site. If it is wrong,
    the pages are made without it.
    """

    def __init__(self, build: SiteBuild, jobs: int, progress: Progress) -> None:
        """Start without processes; `jobs` is their number."""
        self._build = build
        self._jobs = jobs
        self._progress = progress
        self._workers: dict[str, Worker[Task]] = {}  # by the names of schemas
        self._renderings: dict[str, Task] = {}

    def evaluate(self) -> Iterator[str]:
        """Yield the names of all schemas, each when it is evaluated if a process does it."""
        library = self._build.site.library
        if library.memo.has_folder and self._jobs > 1 and can_fork():
            work = {name: size for name in library.names if (size := library.work(name))}
            number = min(self._jobs, len(work))
            if number > 1 and sum(work.values()) >= peers.WORTH:
                workers = [Worker(self._run) for _ in range(number)]
                self._workers = {name: workers[share] for name, share in _shares(work, number).items()}
        for name, worker in self._workers.items():
            worker.send(Task("evaluate", name))
        yield from self._each("schemas", library.names, lambda name: Task("evaluate", name))

    def render(self) -> None:
        """Have the pages and files begun of the schemas that the processes have evaluated."""
        pages, files = self._build.site.config.pages, self._build.pages.files
        for name in self._workers:
            file: Any = files.get_file_from_path(pages[name].src_uri) if name in pages else None
            if file is not None and file.generated_by:
                with suppress(EngineError):  # reported already
                    self._renderings[file.src_uri] = Task("render", name, self._build.site.view(name, file))
        renderings = list(self._renderings.values())
        later = [Task(kind, task.name) for kind in _LATER for task in renderings]
        for task in (*renderings, *later):
            self._workers[task.name].send(task)

    def wait_for_page(self, uri: str) -> None:
        """Return when a page is rendered, if a process does it.

        Args:
            uri: its path in `docs_dir`.
        """
        if uri in self._renderings:
            self._wait(self._renderings[uri])

    def each_in_markdown(self, uris: Sequence[str]) -> Iterator[str]:
        """Yield pages by their `src_uri`, once their Markdown is made if a process does it."""
        names = {uri: task.name for uri, task in self._renderings.items()}
        return self._each("pages in Markdown", uris, lambda uri: Task("markdown", names.get(uri, "")))

    def each_with_files(self, names: Sequence[str]) -> Iterator[str]:
        """Yield schemas by their names, once their files are made if a process does it."""
        return self._each("schemas with downloads", names, lambda name: Task("files", name))

    def stop(self) -> None:
        """End the processes."""
        for worker in self._workers.values():
            worker.stop()

    def _each(self, what: str, units: Sequence[str], task: Callable[[str], Task]) -> Iterator[str]:
        """Yield units of work, each once its task is done if a process does it, and show the progress."""
        for unit in self._progress.each(what, units):
            self._wait(task(unit))
            yield unit

    def _wait(self, task: Task) -> None:
        if task.name in self._workers:
            self._workers[task.name].wait(task)

    def _run(self, task: Task) -> None:
        """Do a task in another process; the memo there writes the results to files."""
        build, site = self._build, self._build.site
        match task.kind:
            case "evaluate":
                site.library.required(site.library.loaded(task.name))
            case "render":
                schema = site.library.schema(task.name)
                site.renderer.reference(schema, schema.root, 2, (), task.view)
            case "markdown" if build.has_markdown:
                build.markdown.prepare(task.name)
            case "files" if site.config.options.display.downloads:
                site.downloads.prepare(site.library.loaded(task.name))


def _shares(work: Mapping[str, int], number: int) -> dict[str, int]:
    """Return the number of the worker of each schema, so that all have about as much to do."""
    loads = [0] * number
    shares = {}
    for name, size in sorted(work.items(), key=lambda item: -item[1]):
        shares[name] = loads.index(min(loads))
        loads[shares[name]] += size
    return {name: shares[name] for name in work}
