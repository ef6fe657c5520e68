"""Evaluation of a file with code."""

from __future__ import annotations

from yschema_engine.evaluate.starlark.blocks import indent
from yschema_engine.evaluate.starlark.programs import Loader, Module, run
from yschema_engine.evaluate.starlark.session import Script, Session
from yschema_engine.frontends.ytt.template.comments import Metas
from yschema_engine.frontends.ytt.template.node_builder import Builder
from yschema_engine.frontends.ytt.template.program import compile_program
from yschema_engine.text.nodes import DocumentSet
from yschema_engine.text.source import Source


def run_code(
    source: Source, documents: DocumentSet, metas: Metas, loader: Loader, session: Session
) -> tuple[Module, DocumentSet]:
    """Return the module of a file, and its documents with computed values.

    Args:
        source: the file.
        documents: its documents, with the annotations whose arguments are literals.
        metas: the meanings of its comments.
        loader: finds the modules that it loads.
        session: the run.

    Raises:
        EngineError: the code is wrong, or fails.
    """
    program = compile_program(documents, metas)
    builder = Builder(program.plans)
    module = run(Script(source.name, indent(program.lines)), builder, loader, session)
    return module, builder.documents()
