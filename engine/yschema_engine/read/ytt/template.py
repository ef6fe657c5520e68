"""Evaluation of a file: annotations at their nodes, repeated keys, code run, values computed.

A file needs no Starlark if the arguments of all its annotations are literals. Any other file becomes one
program: the author's code in its place (`template_program`), and a step for each node (`template_nodes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from yschema_engine.evaluate.starlark.errors import CodedError, Functions
from yschema_engine.read.inputs import LIBRARIES, File
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.ytt.template_comments import read_comments
from yschema_engine.schema.rules import ASSERT
from yschema_engine.schema.types import hint_for_key
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError, Finding, template_code
from yschema_engine.text.lazy_import import require
from yschema_engine.text.nodes import Annotation, DocumentSet, Holder, Map, MapItem, key_id
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import read

if TYPE_CHECKING:
    from yschema_engine.evaluate.starlark.programs import Module
    from yschema_engine.evaluate.starlark.session import Session
    from yschema_engine.read.ytt.modules import Library


REPEATED_KEY = template_code(
    "repeated-key",
    "the map has this key twice",
    found="{key}",
    hint="remove one, or annotate the later one @yaml/map-key-override",
)
REPEATED_OPEN_KEY = template_code(
    "repeated-open-key",
    "the map has this key twice",
    found="{key}",
    hint="give items that stand for other keys different names",
)
LOAD_WITHOUT_CODE = template_code("load-without-code", "the file {file} defines nothing that can be loaded")


Folder = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of the inputs that `load()` and `@ytt:data` find for a file.

    A folder `_ytt_lib` holds libraries, which only files of the folder around it can name. Source: the
    library loader of ytt.

    Attributes:
        files: all inputs, by their paths.
        folder: of the file; relative paths start from it.
        root: the folder of the library that the file is part of; paths that start with `/` start from it.
        values: the data values that code sees, as `marshal.encode` spells them out; None if it sees none.
    """

    files: Mapping[str, File]
    folder: Folder = ()
    root: Folder = ()
    values: Any = None

    def of_file(self, path: str) -> Scope:
        """Return the scope of a file of the same library.

        Args:
            path: its path among the inputs.
        """
        return replace(self, folder=tuple(path.split("/")[:-1]))

    def of_library(self, name: str) -> Scope | None:
        """Return the scope of a library in the `_ytt_lib` of this folder; None if there is none.

        Args:
            name: the path of the library in `_ytt_lib`.
        """
        parts = tuple(name.split("/"))
        folder = (*self.folder, LIBRARIES, *parts)
        if not _is_accessible(parts) or not any(self._below(folder)):
            return None
        return replace(self, folder=folder, root=folder)

    def find(self, path: str) -> str | None:
        """Return the path among the inputs of a file that this scope can name; None if there is none."""
        folder, parts = self._start(path)
        name = "/".join((*folder, *parts))
        return name if _is_accessible(parts[:-1]) and name in self.files else None

    def names(self, path: str) -> list[str] | None:
        """Return the files in a folder, from its top down; None if the folder does not exist.

        As in ytt, names start at that folder, and with `/` if the path does.

        Args:
            path: of the folder; `""` and `/` are where relative and other paths start.
        """
        folder, parts = self._start(path) if path.strip("/") else (self._start(path)[0], ())
        below = [tuple(each.split("/")) for each in self._below((*folder, *parts))]
        if not _is_accessible(parts) or (parts and not below):
            return None
        start = "/" if path.startswith("/") else ""
        inside = [each for each in below if LIBRARIES not in each[:-1]]
        return [start + "/".join(name) for name in _from_the_top(inside)]

    def inside(self) -> Mapping[str, File]:
        """Return the files in the folder, by their paths in it."""
        start = "/".join((*self.folder, ""))
        return {path: replace(self.files[start + path], path=path) for path in self._below(self.folder)}

    def _start(self, path: str) -> tuple[Folder, Folder]:
        if path.startswith("/"):
            return self.root, tuple(path[1:].split("/"))
        return self.folder, tuple(path.split("/"))

    def _below(self, folder: Folder) -> Iterator[str]:
        """Yield the paths of the files in a folder."""
        start = "/".join((*folder, ""))
        return (path.removeprefix(start) for path in self.files if path.startswith(start))


def _from_the_top(names: Sequence[Folder]) -> Iterator[Folder]:
    yield from (name for name in names if len(name) == 1)
    folders = dict.fromkeys(name[0] for name in names if len(name) > 1)
    for folder in folders:
        below = [name[1:] for name in names if len(name) > 1 and name[0] == folder]
        yield from ((folder, *name) for name in _from_the_top(below))


def _is_accessible(parts: Folder) -> bool:
    return not {"", ".", "..", LIBRARIES}.intersection(parts)


OVERRIDE = "yaml/map-key-override"
"""The annotation of an item that replaces an earlier one."""
_OPENING = frozenset(("schema/key", "schema/any-key", "schema/key-may-be-present"))

Items = dict[object, MapItem]
"""The items of a map by their keys."""


def keep_item(kept: Items, item: MapItem) -> bool:
    """Add an item to the items of a map by key, and return whether it replaces an earlier one.

    Raises:
        CodedError: an earlier item has the key, and the item lacks the annotation to replace it.
    """
    key = key_id(item.key)
    earlier = kept.get(key)
    if earlier is not None:
        if OVERRIDE not in item.annotations:
            # The key of an item that is annotated so stands for other keys.
            is_open = isinstance(item.key, str) and not _OPENING.isdisjoint(item.annotations)
            code = REPEATED_OPEN_KEY if is_open else REPEATED_KEY
            related = ((phrase("the first one"), earlier.span),)
            hint = hint_for_key(item) or hint_for_key(earlier) or code.hint
            raise CodedError(code, related=related, key=Verbatim(key_text(item.key)), hint=hint)
        del kept[key]
    kept[key] = item
    return earlier is not None


def override_keys(holders: Iterable[Holder]) -> Iterator[Finding]:
    """Resolve repeated keys in the maps of nodes, and yield the errors.

    A later key replaces an earlier one only with the annotation `@yaml/map-key-override`.
    """
    for holder in holders:
        assert isinstance(holder.value, Map)
        kept: dict[object, MapItem] = {}
        for item in holder.value.items:
            try:
                keep_item(kept, item)
            except CodedError as e:
                yield e.at(item.span)
        holder.value.items = list(kept.values())


class Evaluator:
    """Evaluates the files of one run, which can load each other's functions.

    Attributes:
        options: how to evaluate.
        files: those that can be loaded, by their paths.
        values: the data values that the files see; see `Scope.values`.
    """

    def __init__(
        self,
        files: Mapping[str, File],
        options: LoadOptions = LoadOptions(),
        session: Session | None = None,
        values: Any = None,
    ) -> None:
        """Prepare a run, or the part of the run `session` that loads the files of a library."""
        self.options = options
        self._modules: dict[Source, Module] = {}  # of the files with code
        self.files = files
        self.values = values
        self._session = session

    @cached_property
    def library(self) -> Library:
        """The files that can be loaded."""
        require("starlark")
        # Most schemas contain no code.
        from yschema_engine.evaluate.starlark.session import Session  # noqa: PLC0415
        from yschema_engine.read.ytt.modules import Library  # noqa: PLC0415

        return Library(self, self._session or Session(self.options.limits))

    def libraries(self, scope: Scope) -> Functions:
        """Return the functions of `@ytt:library` for a file."""
        # Libraries have schemas, whose loading begins with an evaluator.
        from yschema_engine.read.ytt.libraries import Libraries  # noqa: PLC0415

        return Libraries(scope, self.options, self.library.session).functions()

    def module(self, source: Source, scope: Scope) -> Module:
        """Return the module of a library YAML file."""
        self.evaluate(source, read(source), scope)
        if source not in self._modules:
            raise CodedError(LOAD_WITHOUT_CODE, file=Verbatim(source.path))
        return self._modules[source]

    def evaluate(self, source: Source, documents: DocumentSet, scope: Scope | None = None) -> DocumentSet:
        """Evaluate a file that has been read.

        Args:
            source: the file.
            documents: its documents.
            scope: the files that it can name; by default, those of an input that is not part of a library.

        Returns:
            The documents with annotations and computed values.

        Raises:
            EngineError: comments, code or keys are wrong.
        """
        metas = read_comments(source, documents, ignore_unknown=self.options.ignore_unknown_comments)
        for holder, own in metas.by_node.items():
            # If an annotation is repeated, the last one counts.
            holder.annotations = {
                meta.name: Annotation(meta.name, *meta.literal, meta.span)
                for meta in own
                if meta.literal is not None
            }
        if not metas.computes:
            if problems := list(override_keys(metas.repeating)):
                raise EngineError(problems)
            return _with_assertions(source, documents)
        library = self.library
        from yschema_engine.read.ytt.template_program import run_code  # noqa: PLC0415  as in `library`

        loader = library.loader(scope or library.scope(source.path))
        self._modules[source], evaluated = run_code(source, documents, metas, loader, library.session)
        return _with_assertions(source, evaluated)


def _with_assertions(source: Source, documents: DocumentSet) -> DocumentSet:
    """Return documents in which the annotations of values hold their rules."""
    if f"@{ASSERT}" in source.text:
        from yschema_engine.read.ytt.rules import read_assertions  # noqa: PLC0415  few files have them

        read_assertions(documents.walk())
    return documents
