"""Evaluation of a file: annotations at their nodes, repeated keys, code run, values computed.

A file needs no Starlark if the arguments of all its annotations are literals. Any other file becomes one
program: the author's code in its place (`template_program`), and a step for each node (`template_nodes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from yschema_engine.evaluate.starlark.errors import CodedError, Functions
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.ytt.template_comments import read_comments
from yschema_engine.schema.rules import ASSERT
from yschema_engine.text.findings import Code, EngineError, Finding
from yschema_engine.text.nodes import Annotation, DocumentSet, Holder, Map, MapItem, key_id, walk
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import read

if TYPE_CHECKING:
    from yschema_engine.evaluate.starlark.programs import Module
    from yschema_engine.evaluate.starlark.session import Session
    from yschema_engine.read.ytt.modules import Library
    from yschema_engine.read.ytt.scope import Scope


REPEATED_KEY = Code(
    "repeated-key",
    "template",
    phrase("the map has this key twice"),
    found=phrase("{key}"),
    hint=phrase("remove one, or annotate the later one @yaml/map-key-override"),
)
REPEATED_OPEN_KEY = Code(
    "repeated-open-key",
    "template",
    phrase("the map has this key twice"),
    found=phrase("{key}"),
    hint=phrase("give items that stand for other keys different names"),
)
LOAD_WITHOUT_CODE = Code(
    "load-without-code", "template", phrase("the file {file} defines nothing that can be loaded")
)


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
            code = REPEATED_OPEN_KEY if _is_open(item) else REPEATED_KEY
            related = ((phrase("the first one"), earlier.span),)
            raise CodedError(code, related=related, key=Verbatim(key_text(item.key)))
        del kept[key]
    kept[key] = item
    return earlier is not None


def _is_open(item: MapItem) -> bool:
    """Return whether an item stands for other keys."""
    return isinstance(item.key, str) and not _OPENING.isdisjoint(item.annotations)


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
        sources: the files that can be loaded, by their paths.
        values: the data values that the files see; see `Scope.values`.
    """

    def __init__(
        self,
        sources: Mapping[str, Source],
        options: LoadOptions = LoadOptions(),  # noqa: B008  frozen
        session: Session | None = None,
        values: Any = None,
    ) -> None:
        """Prepare a run.

        Args:
            sources: the files that can be loaded, by their paths.
            options: how to evaluate.
            session: the run that loads the files as those of a library; by default, a new one.
            values: the data values that the files see; see `Scope.values`.
        """
        self.options = options
        self._modules: dict[Source, Module] = {}  # of the files with code
        self.sources = sources
        self.values = values
        self._session = session

    @cached_property
    def library(self) -> Library:
        """The files that can be loaded."""
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
        for holder in metas.annotated:
            # If an annotation is repeated, the last one counts.
            holder.annotations = {
                meta.name: Annotation(meta.name, *meta.literal, meta.span)
                for meta in metas.of(holder)
                if meta.literal is not None
            }
        if not metas.computes:
            if problems := list(override_keys(metas.repeating)):
                raise EngineError(problems)
            return _with_assertions(source, documents)
        from yschema_engine.read.ytt.template_program import run_code  # noqa: PLC0415  as in `library`

        library = self.library
        loader = library.loader(scope or library.scope(source.path))
        self._modules[source], evaluated = run_code(source, documents, metas, loader, library.session)
        return _with_assertions(source, evaluated)


def _with_assertions(source: Source, documents: DocumentSet) -> DocumentSet:
    """Return documents in which the annotations of values hold their rules."""
    if f"@{ASSERT}" in source.text:
        from yschema_engine.read.ytt.rules import read_assertions  # noqa: PLC0415  few files have them

        read_assertions(holder for document in documents.documents for holder in walk(document))
    return documents
