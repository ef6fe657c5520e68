"""The modules that `load()` finds: Starlark and library YAML files among the inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from yschema_engine.evaluate.starlark.blocks import Line, indent
from yschema_engine.evaluate.starlark.errors import CodedError, Functions
from yschema_engine.evaluate.starlark.programs import Loader, Module, run
from yschema_engine.evaluate.starlark.session import Script, Session
from yschema_engine.read.ytt import modules
from yschema_engine.read.ytt.scope import Folder, Scope
from yschema_engine.read.ytt.template_program import text_lines
from yschema_engine.read.ytt.template_text import (
    LOAD_CYCLE,
    LOAD_MISSING_FILE,
    LOAD_MISSING_LIBRARY,
    LOAD_NOT_TEXT,
    LOAD_WITHOUT_COLON,
    LOAD_WRONG_FILE,
)
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import UsageError
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span

# A path among the inputs, and the folder of the library that the file is loaded as a part of.
_LibraryFile = tuple[str, Folder]
_TEXT_LIBRARY = ".lib.txt"
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
        evaluate_yaml: evaluates a library YAML file in its scope.
        session: the run.
        libraries: returns the functions of `@ytt:library` for a scope.
        values: the data values that the files see; see `Scope.values`.
    """

    sources: Mapping[str, Source]
    evaluate_yaml: Callable[[Source, Scope], Module]
    session: Session
    libraries: Callable[[Scope], Functions]
    values: Any = None
    _modules: dict[_LibraryFile, Module] = field(default_factory=dict)
    _loading: list[_LibraryFile] = field(default_factory=list)

    def scope(self, path: str) -> Scope:
        """Return the scope of an input that is not part of a library.

        Args:
            path: its path among the inputs.
        """
        return Scope(self.sources, values=self.values).of_file(path)

    def loader(self, scope: Scope) -> Loader:
        """Return the loader for a file with a scope."""

        def load(path: str) -> Module:
            if path.startswith("@ytt:"):
                return modules.module(path.removeprefix("@ytt:"), scope, self.libraries)
            if path.startswith("@"):
                name, colon, path_there = path[1:].partition(":")
                if not colon:
                    raise CodedError(LOAD_WITHOUT_COLON, file=Verbatim(path))
                library = scope.of_library(name)
                if library is None:
                    raise CodedError(LOAD_MISSING_LIBRARY, library=Verbatim(name))
                return self._load(library, path_there)
            return self._load(scope, path)

        return load

    def _load(self, scope: Scope, path: str) -> Module:
        name = scope.find(path)
        if name is None:
            raise CodedError(LOAD_MISSING_FILE, file=Verbatim(path))
        key = (name, scope.root)
        if key not in self._modules:
            if key in self._loading:
                files = Verbatim(" → ".join((*(loading for loading, _ in self._loading), name)))
                raise CodedError(LOAD_CYCLE, file=Verbatim(path), files=files)
            self._loading.append(key)
            try:
                self._modules[key] = self._evaluate(name, scope.of_file(name))
            finally:
                self._loading.pop()
        return self._modules[key]

    def _evaluate(self, name: str, scope: Scope) -> Module:
        try:
            source = self.sources[name]
        except UsageError as e:
            raise CodedError(LOAD_NOT_TEXT, file=Verbatim(name)) from e
        if name.endswith(".star"):
            lines = [Line(text, _code_span(source, n)) for n, text in enumerate(source.lines, 1)]
            return self._run(source, lines, scope)
        if name.endswith(_TEXT_LIBRARY):
            return self._run(source, text_lines(source.text, Span(source, 1)), scope)
        if name.endswith(_YAML_LIBRARY):
            return self.evaluate_yaml(source, scope)
        raise CodedError(LOAD_WRONG_FILE, file=Verbatim(name))

    def _run(self, source: Source, lines: Iterable[Line], scope: Scope) -> Module:
        module = Module(self.session, source.name)
        run(Script(source.name, indent(lines)), _NoNodes(), self.loader(scope), module)
        return module


def _code_span(source: Source, number: int) -> Span:
    """Return the span of a line without its indentation."""
    line = source.line(number)
    return Span(source, number, len(line) - len(line.lstrip()) + 1, len(line.rstrip()) + 1)
