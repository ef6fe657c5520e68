"""A renderer that keeps its results: from one build of a served site to the next, and from run to run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from yschema_engine.doccheck.cache import ById, Cache
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.renderer import Rendered, Renderer
from yschema_engine.show.html.theme import Theme
from yschema_engine.show.html.view import View
from yschema_engine.site.caches import RenderedKey
from yschema_engine.site.kept_results import KeptResults


@dataclass(frozen=True, slots=True)
class RenderedResults:
    """The places of what is rendered.

    Attributes:
        build: for the next build.
        run: for the next run.
        identity: returns a text that tells a schema from any others; empty if it is not known.
    """

    build: Cache[RenderedKey, Rendered]
    run: KeptResults
    identity: Callable[[Schema], str]


class CachedRenderer(Renderer):
    """A renderer that does not render again what has been rendered with the same templates."""

    def __init__(
        self,
        memory: RenderedResults,
        theme: Theme,
        overrides: Sequence[Path] = (),
        language: str = "en",
        *,
        external_images: bool = False,
    ) -> None:
        """A renderer.

        Args:
            memory: takes what is rendered.
            theme: as the base class has it.
            overrides: likewise.
            language: likewise.
            external_images: likewise.
        """
        super().__init__(theme, overrides, language, external_images=external_images)
        self._memory = memory

    def reference(
        self,
        schema: Schema,
        part: Field | None = None,
        heading_level: int = 2,
        taken: Collection[str] = (),
        view: View = View(),  # noqa: B008  frozen
    ) -> Rendered:
        """Return a result of the base class, which is kept."""
        make = partial(self._reference, schema, part, heading_level, taken, view)
        key = (self.state, ById(schema), ById(part), heading_level, frozenset(taken), view)
        return self._memory.build.get(key, make)

    def _reference(
        self, schema: Schema, part: Field | None, level: int, taken: Collection[str], view: View
    ) -> Rendered:
        make = partial(super().reference, schema, part, level, taken, view)
        identity = self._memory.identity(schema)
        if not identity:
            return make()
        anchor = schema.anchor(part) if part else ""
        return self._memory.run.get("page", (self.state, identity, anchor, level, sorted(taken), view), make)
