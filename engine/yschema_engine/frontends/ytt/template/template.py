"""Evaluation of a file: annotations at their nodes, code run, values computed.

A file needs no Starlark if the arguments of all its annotations are literals. Any other file becomes one
program: the author's code in its place (`program`), and a step for each node (`node_builder`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from yschema_engine.evaluate.limits import Limits
from yschema_engine.evaluate.starlark.errors import CodedError, Functions
from yschema_engine.frontends.ytt.template.codes import LOAD_WITHOUT_CODE
from yschema_engine.frontends.ytt.template.comments import read_comments
from yschema_engine.frontends.ytt.template.static import annotate, override_keys
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import DocumentSet
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import read

if TYPE_CHECKING:
    from yschema_engine.evaluate.starlark.programs import Module
    from yschema_engine.evaluate.starlark.session import Session
    from yschema_engine.frontends.ytt.scope import Scope
    from yschema_engine.frontends.ytt.template.load import Library


@dataclass(frozen=True, slots=True)
class EvaluateOptions:
    """Options for evaluating templates.

    Attributes:
        ignore_unknown_comments: allow ordinary comments in templated files.
        limits: of the code.
        strict: refuse plain scalars that readers of YAML may read differently, in the files of libraries.
    """

    ignore_unknown_comments: bool = False
    limits: Limits = Limits()
    strict: bool = False


NO_OPTIONS = EvaluateOptions()


class Evaluator:
    """Evaluates the files of one run, which can load each other's functions.

    Attributes:
        options: how to evaluate.
        modules: of the files with code; they hold the functions of annotations.
    """

    def __init__(
        self,
        sources: Mapping[str, Source],
        options: EvaluateOptions = NO_OPTIONS,
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
        self.modules: dict[Source, Module] = {}
        self._sources = sources
        self._session = session
        self._values = values

    @cached_property
    def library(self) -> Library:
        """The files that can be loaded."""
        # Most schemas contain no code.
        from yschema_engine.evaluate.starlark.session import Session  # noqa: PLC0415
        from yschema_engine.frontends.ytt.template.load import Library  # noqa: PLC0415

        session = self._session or Session(self.options.limits)
        return Library(self._sources, self._module, session, self._libraries, self._values)

    def _libraries(self, scope: Scope) -> Functions:
        # Libraries have schemas, whose loading begins with an evaluator.
        from yschema_engine.frontends.ytt.libraries.functions import Libraries  # noqa: PLC0415

        return Libraries(scope, self.options, self.library.session).functions()

    def _module(self, source: Source, scope: Scope) -> Module:
        evaluate(source, read(source), self, scope)
        if source not in self.modules:
            raise CodedError(LOAD_WITHOUT_CODE, file=Verbatim(source.path))
        return self.modules[source]


def evaluate(
    source: Source, documents: DocumentSet, evaluator: Evaluator, scope: Scope | None = None
) -> DocumentSet:
    """Evaluate a file that has been read.

    Args:
        source: the file.
        documents: its documents.
        evaluator: the run.
        scope: the files that it can name; by default, those of an input that is not part of a library.

    Returns:
        The documents with annotations and computed values.

    Raises:
        EngineError: comments, code or keys are wrong.
    """
    metas = read_comments(source, documents, ignore_unknown=evaluator.options.ignore_unknown_comments)
    for holder in metas.annotated:
        annotate(holder, metas)
    if not metas.computes:
        if problems := list(override_keys(metas.repeating)):
            raise EngineError(problems)
        return documents
    from yschema_engine.frontends.ytt.template.code import run_code  # noqa: PLC0415  as in `library`

    library = evaluator.library
    loader = library.loader(scope or library.scope(source.path))
    evaluator.modules[source], evaluated = run_code(source, documents, metas, loader, library.session)
    return evaluated
