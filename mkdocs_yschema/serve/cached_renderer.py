"""A renderer that keeps its results from one build of a served site to the next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from mkdocs_yschema.site.caches import RenderedKey
from yschema_engine.doccheck.cache import ById, Cache
from yschema_engine.model.fields import Field
from yschema_engine.model.schema import Schema
from yschema_engine.outputs.html import Rendered, Renderer, Theme, View


class CachedRenderer(Renderer):
    """A renderer that does not render again what a build before has rendered with the same templates."""

    def __init__(
        self,
        cache: Cache[RenderedKey, Rendered],
        theme: Theme,
        overrides: Sequence[Path] = (),
        language: str = "en",
        *,
        external_images: bool = False,
    ) -> None:
        """A renderer.

        Args:
            cache: takes what is rendered.
            theme: as the base class has it.
            overrides: likewise.
            language: likewise.
            external_images: likewise.
        """
        super().__init__(theme, overrides, language, external_images=external_images)
        self._cache = cache

    def reference(
        self,
        schema: Schema,
        part: Field | None = None,
        heading_level: int = 2,
        taken: Collection[str] = (),
        view: View = View(),  # noqa: B008  frozen
    ) -> Rendered:
        """Return a result of the base class, which is kept."""
        key = (self.state, ById(schema), ById(part), heading_level, frozenset(taken), view)
        again = super().reference
        return self._cache.get(key, lambda: again(schema, part, heading_level, taken, view))
