"""Files of a schema for its readers, of the same build as its pages, and the palette of all schemas."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import TypeAlias
from urllib.parse import quote

from yschema_engine.compare.history import Step
from yschema_engine.read.inputs import File
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.types import type_phrase
from yschema_engine.show.downloads import texts
from yschema_engine.show.fact_kinds import Default
from yschema_engine.show.html.filters import is_short, violated_rule
from yschema_engine.show.html.page_data import INDEX, facets, index
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.my_values import values_model
from yschema_engine.show.values_comments import plain_text
from yschema_engine.site.library import LoadedSchema, SchemaLibrary
from yschema_engine.site.memo import Kind
from yschema_engine.site.pages import SplitSchema
from yschema_engine.text.paths import ROOT
from yschema_engine.text.phrases import phrase
from yschema_engine.text.printable import yaml_comment

PALETTE = "yschema/fields.json"
"""The path of the file in the site."""


Row: TypeAlias = tuple[str, str, str, str, str, str]
"""The anchor, the path, the type, a default and the facets of a field, and its description as text."""

FOLDER = "yschema"
_LINES = "lines"
MODEL = "model.json"
_ABOUT = 300  # characters of a description in the palette


_NOT_WORKED_OUT = phrase("Couldn't determine the required settings")
_INDEX, _MODEL = Kind("index", is_text=True), Kind("model", str, is_text=True)
_FIELDS, _FILES = Kind("fields", tuple, is_text=True), Kind("files", dict, is_text=True)


def uri(name: str, file: str) -> str:
    """Return the path in the site of a file of the schema `name`."""
    return f"{FOLDER}/{ROOT.anchor(name)}/{file}"


def lines_uri(name: str, page: str, number: int) -> str:
    """Return the path in the site of the lines of a values file that are too many for a page.

    Args:
        name: of the schema.
        page: the path of the page in the site.
        number: which of the references in the page they are of, from 1.
    """
    # No path of a page ends in a number.
    return uri(name, f"{_LINES}/{page}{f'.{number}' if number > 1 else ''}.json")


def sample_uris(name: str, files: Iterable[File]) -> dict[str, str]:
    """Return the paths in the site of the sample files of a schema, by their own; folders are kept."""
    paths = [PurePosixPath(file.path) for file in files]
    if not paths:
        return {}
    folder = PurePosixPath(os.path.commonpath([path.parent for path in paths]))
    return {str(path): uri(name, f"samples/{_inside(path.relative_to(folder))}") for path in paths}


def _inside(path: PurePosixPath) -> PurePosixPath:
    """Return a path that leads out of no folder."""
    return PurePosixPath(*("_" if part == ".." else part.lstrip("/") or "_" for part in path.parts))


class Downloads:
    """The files that the pages of a site offer or load."""

    def __init__(self, library: SchemaLibrary, renderer: Renderer) -> None:
        self._library = library
        self._renderer = renderer
        self._wanted: dict[str, set[str]] = {}
        self._texts: dict[str, str] = {}

    def add(self, name: str, file: str = "") -> str:
        """Have a file of a schema for pages, and return its path in the site.

        Args:
            name: the name of the schema.
            file: `INDEX`, the words of all fields for its filter, or `MODEL`, by which pages check values; by
                default, the files that pages offer.
        """
        self._wanted.setdefault(name, set()).add(file)
        return uri(name, file)

    def add_upgrade(self, step: Step) -> str:
        """Have the model of the new version of a schema, and return its path in the site."""
        path = uri(step.comparison.new.name, f"{quote(step.old, safe='')}-{quote(step.new, safe='')}.{MODEL}")
        command = ["compare", *step.places, "--migrate"]
        self._texts[path] = values_model(
            step.comparison.new, self._renderer.words.of(step.comparison.new), "", command
        )
        return path

    def add_sample(self, uri: str, text: str) -> None:
        """Offer a sample file."""
        self._texts[uri] = text

    def add_lines(self, uri: str, lines: object) -> None:
        """Have the lines of a values file that are too many for a page."""
        self._texts[uri] = json.dumps(lines, ensure_ascii=False)

    def prepare(self, loaded: LoadedSchema) -> None:
        """Make the files of a schema, for another process."""
        self._offered(loaded)
        self._model(loaded)
        self.palette_rows(loaded)

    def files(
        self, split_pages: Mapping[str, SplitSchema], each: Callable[[Sequence[str]], Iterable[str]] = iter
    ) -> Iterator[tuple[str, str]]:
        """Yield the paths in the site and the texts of all files.

        Args:
            split_pages: the schemas that have many pages.
            each: yields the names of schemas that have files, each when its files can be made.
        """
        yield from self._texts.items()
        for name in each(tuple(self._wanted)):
            loaded = self._library.loaded(name)
            if "" in self._wanted[name]:
                yield from ((uri(name, file), text) for file, text in self._offered(loaded).items())
            if MODEL in self._wanted[name]:
                yield uri(name, MODEL), self._model(loaded)
            if INDEX in self._wanted[name]:
                yield uri(name, INDEX), self._filter_index(loaded, split_pages[name].maps)

    def _filter_index(self, loaded: LoadedSchema, maps: Container[str]) -> str:
        schema = loaded.shown
        fields = [field for field in schema.root.children if schema.anchor(field) in maps]
        identity = (loaded.identity, [str(field.path) for field in fields])
        return self._library.memo.get(_INDEX, identity, partial(index, schema, fields))

    def palette_rows(self, loaded: LoadedSchema) -> Sequence[Row]:
        """Return the fields of a schema for the palette."""
        identity = (loaded.identity, self._renderer.words.digest)
        return self._library.memo.get(_FIELDS, identity, lambda: tuple(_rows(loaded.shown, self._renderer)))

    def _offered(self, loaded: LoadedSchema) -> Mapping[str, str]:
        identity = (loaded.identity, self._renderer.words.digest, self._library.required(loaded).yaml)
        return self._library.memo.get(_FILES, identity, partial(self._schema_files, loaded))

    def _model(self, loaded: LoadedSchema) -> str:
        words, least = self._renderer.words.of(loaded.shown), self._library.required(loaded).yaml
        make = partial(values_model, loaded.shown, words, least, loaded.arguments)
        identity = (loaded.identity, words.digest, least, loaded.arguments)
        return self._library.memo.get(_MODEL, identity, make)

    def _schema_files(self, loaded: LoadedSchema) -> Mapping[str, str]:
        summary, words = self._library.required(loaded), self._renderer.words.of(loaded.shown)
        least = summary.yaml
        if summary.violation is not None:
            why = words.text(violated_rule(summary.violation, loaded.shown))
            least = f"{yaml_comment(f'{words.text(_NOT_WORKED_OUT)}: {why}')}\n{least or '{}'}"
        return texts(self._renderer.facts(loaded.shown), least, words)


def palette(entries: Iterable[str]) -> str:
    """Return the file for a script.

    Args:
        entries: the entry of each schema; as texts, those of a large site take a tenth of the memory.
    """
    return f"[{','.join(filter(None, entries))}]"


def schema_entry(title: str, fields: Sequence[Row], urls: Sequence[str | None]) -> str:
    """Return the fields of a schema that pages show, as JSON.

    Args:
        title: the title of the schema.
        fields: its fields.
        urls: for each field, the address of its page; None if no page shows it.

    Returns:
        The title, and of each field the page, the anchor, the path, the type, a default, its facets and its
        description.
        Empty if no page shows a field.
    """
    shown = [[url, *row] for row, url in zip(fields, urls, strict=True) if url is not None]
    return json.dumps([title, shown], ensure_ascii=False, separators=(",", ":")) if shown else ""


def _rows(schema: Schema, renderer: Renderer) -> Iterator[Row]:
    """Yield the fields of a schema, without removed ones, in the language of the renderer."""
    facts = renderer.facts(schema)
    for field in schema.root.walk():
        if field.removed is not None:
            continue
        default = facts.get(field, "default")
        is_shown = isinstance(default, Default) and not default.is_broken and is_short(default.yaml)
        value = default.yaml if isinstance(default, Default) and is_shown else ""
        type_ = renderer.words.of(schema).text(type_phrase(field.type))
        about = " ".join(plain_text(field.description).split())[:_ABOUT]
        yield schema.anchor(field), str(field.path), type_, value, " ".join(facets(schema, field)), about
