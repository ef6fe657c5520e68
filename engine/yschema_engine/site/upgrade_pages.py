"""Pages about the versions of a schema: one for each upgrade, and one for all changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import TypeAlias

from yschema_engine.compare.history import Step
from yschema_engine.deferred_classes import dataclass
from yschema_engine.deferred_patterns import lazy_pattern
from yschema_engine.model.path import Path
from yschema_engine.model.phrases import Phrase
from yschema_engine.model.schema import Schema
from yschema_engine.outputs.changes.history import changes_title, upgrade_title
from yschema_engine.outputs.changes.markdown import as_markdown
from yschema_engine.outputs.html import Renderer
from yschema_engine.site.markdown_text import shift_headings
from yschema_engine.site.page_texts import escaped_heading
from yschema_engine.site.placeholders import address

_UNFIT = lazy_pattern(r"[^A-Za-z0-9._-]+")
_CHANGES = "changes.md"
# Returns the changes of a step, with headings of a level, and ids that begin with a text.
_Body: TypeAlias = Callable[[Step, int, str], str]


@dataclass(frozen=True, slots=True)
class UpgradePages:
    """The pages about the versions of one schema.

    Attributes:
        schema: the current version.
        steps: the consecutive versions, oldest first.
        page: the path of the page of the schema in `docs_dir`.
        renderer: the renderer of the site.
    """

    schema: Schema
    steps: Sequence[Step]
    page: str
    renderer: Renderer

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield the path and the text of each page, in HTML with placeholders for links to fields."""
        return self._pages(self._html)

    def markdown(self) -> Iterator[tuple[str, str]]:
        """Yield the path and the text of each page, in Markdown alone."""
        return self._pages(self._markdown)

    def _pages(self, body: _Body) -> Iterator[tuple[str, str]]:
        for step in self.steps:
            title = self._title(upgrade_title(step.old, step.new))
            yield _in_folder(self.page, _file_name(step)), f"# {title}\n\n{body(step, 2, '')}\n"
        yield changes_page(self.page), self._all_changes(body)

    def _all_changes(self, body: _Body) -> str:
        parts = [f"# {self._title(changes_title(self.schema.title))}\n"]
        for step in reversed(self.steps):
            link = f"[{self._title(upgrade_title(step.old, step.new))}]({_file_name(step)})"
            text = body(step, 3, f"{_slug(step.new)}-")
            parts += [f"## {escaped_heading(step.new)}\n", f"{link}\n", f"{text}\n"]
        return "\n".join(parts)

    def _html(self, step: Step, level: int, names: str) -> str:
        return self.renderer.changes(step.comparison.changes, href=self._href(), level=level, names=names)

    def _markdown(self, step: Step, level: int, names: str) -> str:
        return shift_headings(as_markdown(step.comparison.changes, self.renderer.words), level - 2)

    def _href(self) -> Callable[[Path], str]:
        anchors = {field.path: self.schema.anchor(field) for field in self.schema.root.walk()}
        return lambda path: address(anchors[path.field]) if path.field in anchors else ""

    def _title(self, title: Phrase) -> str:
        return escaped_heading(self.renderer.words.text(title))


def changes_page(page: str) -> str:
    """Return the path of the page with all changes of the schema that has a page."""
    return _in_folder(page, _CHANGES)


def _in_folder(page: str, name: str) -> str:
    path = PurePosixPath(page)
    folder = path.parent if path.stem in ("index", "README") else path.with_suffix("")
    return (folder / name).as_posix()


def _file_name(step: Step) -> str:
    return f"upgrade-{_slug(step.old)}-{_slug(step.new)}.md"


def _slug(version: str) -> str:
    return _UNFIT.sub("-", version)
