"""The modules that `load()` finds: Starlark and library YAML files among the inputs."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from yschema_engine.frontends.ytt import stdlib
from yschema_engine.frontends.ytt.starlark import (
    CodedError,
    Line,
    Loader,
    Module,
    Script,
    Session,
    indent,
    run,
)
from yschema_engine.frontends.ytt.template import codes
from yschema_engine.model.findings import UsageError
from yschema_engine.model.phrases import Verbatim
from yschema_engine.source import Source, Span

_YAML_LIBRARY = (".lib.yml", ".lib.yaml")


class _NoNodes:
    """The bridge of a Starlark file, which has no nodes."""

    def callables(self) -> Mapping[str, Callable[..., object]]:
        return {}


@dataclass(slots=True)
class Library:
    """The files that can be loaded, each evaluated once.

    Attributes:
        sources: all inputs by their paths.
        evaluate_yaml: evaluates a library YAML file.
        session: the run.
    """

    sources: Mapping[str, Source]
    evaluate_yaml: Callable[[Source], Module]
    session: Session
    _modules: dict[str, Module] = field(default_factory=dict)
    _loading: list[str] = field(default_factory=list)

    def loader(self, importer: str) -> Loader:
        """Return the loader for the file `importer`; relative paths start from its folder."""
        folder = posixpath.dirname(importer)

        def load(path: str) -> Module:
            if path.startswith("@ytt:"):
                return stdlib.module(path.removeprefix("@ytt:"), self.sources)
            if path.startswith("@"):
                raise CodedError(codes.LIBRARY_NOT_SUPPORTED, file=Verbatim(path))
            name = (
                path.lstrip("/") if path.startswith("/") else posixpath.normpath(posixpath.join(folder, path))
            )
            return self._load(name, path)

        return load

    def _load(self, name: str, path: str) -> Module:
        if name in self._modules:
            return self._modules[name]
        if name in self._loading:
            files = Verbatim(" → ".join((*self._loading, name)))
            raise CodedError(codes.LOAD_CYCLE, file=Verbatim(path), files=files)
        try:
            source = self.sources.get(name)
        except UsageError as e:
            raise CodedError(codes.LOAD_NOT_TEXT, file=Verbatim(name)) from e
        if source is None:
            raise CodedError(codes.LOAD_MISSING_FILE, file=Verbatim(name))
        self._loading.append(name)
        try:
            self._modules[name] = self._evaluate(name, source)
        finally:
            self._loading.pop()
        return self._modules[name]

    def _evaluate(self, name: str, source: Source) -> Module:
        if name.endswith(".star"):
            lines = [Line(text, _code_span(source, n)) for n, text in enumerate(source.lines, 1)]
            return run(Script(source.name, indent(lines)), _NoNodes(), self.loader(name), self.session)
        if name.endswith(_YAML_LIBRARY):
            return self.evaluate_yaml(source)
        raise CodedError(codes.LOAD_WRONG_FILE, file=Verbatim(name))


def _code_span(source: Source, number: int) -> Span:
    """Return the span of a line without its indentation."""
    line = source.line(number)
    return Span(source, number, len(line) - len(line.lstrip()) + 1, len(line.rstrip()) + 1)
