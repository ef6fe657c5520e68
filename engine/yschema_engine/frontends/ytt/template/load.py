"""What `load()` finds: Starlark and library YAML files among the inputs."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from yschema_engine.frontends.ytt import stdlib
from yschema_engine.frontends.ytt.starlark import Line, Loader, Module, Script, Session, indent, run
from yschema_engine.frontends.ytt.starlark.runtime import LoadError
from yschema_engine.model.findings import UsageError
from yschema_engine.source import Source, Span

_YAML_LIBRARY = (".lib.yml", ".lib.yaml")


class _NoNodes:
    """A plain Starlark file has no nodes to put together."""

    def callables(self) -> Mapping[str, Callable[..., object]]:
        return {}


@dataclass(slots=True)
class Library:
    """The files that may be loaded, each evaluated once.

    Attributes:
        sources: all inputs by their path.
        evaluate_yaml: makes the module of a library YAML file.
        session: of the run.
    """

    sources: Mapping[str, Source]
    evaluate_yaml: Callable[[Source], Module]
    session: Session
    _modules: dict[str, Module] = field(default_factory=dict)
    _loading: list[str] = field(default_factory=list)

    def loader(self, importer: str) -> Loader:
        """The loader for the file `importer`, whose folder relative paths start from."""
        folder = posixpath.dirname(importer)

        def load(path: str) -> Module:
            if path.startswith("@ytt:"):
                return stdlib.module(path.removeprefix("@ytt:"), self.sources)
            if path.startswith("@"):
                raise LoadError(f"libraries such as {path} are not supported")
            name = (
                path.lstrip("/") if path.startswith("/") else posixpath.normpath(posixpath.join(folder, path))
            )
            return self._load(name, path)

        return load

    def _load(self, name: str, path: str) -> Module:
        if name in self._modules:
            return self._modules[name]
        if name in self._loading:
            raise LoadError(f"{path} loads itself: " + " → ".join((*self._loading, name)))
        try:
            source = self.sources.get(name)
        except UsageError as e:
            raise LoadError(f"{name!r} cannot be loaded: it is not UTF-8 text") from e
        if source is None:
            raise LoadError(f"there is no file {name!r} among the inputs to load (give it with -f)")
        self._loading.append(name)
        try:
            self._modules[name] = self._evaluate(name, source)
        finally:
            self._loading.pop()
        return self._modules[name]

    def _evaluate(self, name: str, source: Source) -> Module:
        if name.endswith(".star"):
            lines = [Line(text, Span(source, n)) for n, text in enumerate(source.lines, 1)]
            return run(Script(source.name, indent(lines)), _NoNodes(), self.loader(name), self.session)
        if name.endswith(_YAML_LIBRARY):
            return self.evaluate_yaml(source)
        raise LoadError(f"{name!r} cannot be loaded; expected a .star or .lib.yml file")
