"""Templates that contain those that they include in loops.

At run time, an include and a block each copy all variables, which happens twenty times for a field. Only
blocks of templates that others extend can be replaced. In loops, all others, and includes, become scopes of
the template around them when it is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from jinja2 import Environment, TemplateNotFound, nodes
from jinja2.visitor import NodeTransformer

_BLOCKS_AS_VALUES = frozenset(("self", "super"))
"""The names by which templates call blocks."""


class InliningEnvironment(Environment):
    """An environment whose templates contain what they include in loops, unless that includes itself."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._bodies: dict[str, Sequence[nodes.Node] | None] = {}
        self._open: list[str] = []
        self._recursive: set[str] = set()

    def compile(
        self, source: Any, name: str | None = None, filename: str | None = None, *options: Any, **more: Any
    ) -> Any:
        """Compile a template; as in the base class."""
        if isinstance(source, str) and name is not None:
            tree = self.parse(source, name, filename)
            with self._inside(name):
                source = _Inliner(self, is_in_loop=False).visit(tree)
        return super().compile(source, name, filename, *options, **more)

    def body(self, name: str) -> Sequence[nodes.Node] | None:
        """Return the nodes of a template to include; None if it has to be included at run time."""
        if name in self._open:
            self._recursive.add(name)
        elif name not in self._bodies:
            self._bodies[name] = self._inlined(name)
        return None if name in self._recursive else self._bodies[name]

    def _inlined(self, name: str) -> Sequence[nodes.Node] | None:
        assert self.loader is not None
        try:
            source, filename, _ = self.loader.get_source(self, name)
        except TemplateNotFound:
            return None
        tree = self.parse(source, name, filename)
        names = (each.name for each in tree.find_all(nodes.Name))
        if tree.find(nodes.Extends) is not None or not _BLOCKS_AS_VALUES.isdisjoint(names):
            return None
        with self._inside(name):
            _Inliner(self, is_in_loop=True).visit(tree)
        return tree.body

    @contextmanager
    def _inside(self, name: str) -> Iterator[None]:
        self._open.append(name)
        try:
            yield
        finally:
            self._open.pop()


class _Inliner(NodeTransformer):
    def __init__(self, environment: InliningEnvironment, *, is_in_loop: bool) -> None:
        self._environment = environment
        self._is_included = self._is_in_loop = is_in_loop

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802  the base class calls it
        """Return a loop whose body contains what it includes."""
        outside, self._is_in_loop = self._is_in_loop, True
        node.body = [self.visit(each) for each in node.body]
        self._is_in_loop = outside
        node.else_ = [self.visit(each) for each in node.else_]
        return node

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:  # noqa: N802  the base class calls it
        """Return a macro, which loops may call, whose body contains what it includes."""
        outside, self._is_in_loop = self._is_in_loop, True
        self.generic_visit(node)
        self._is_in_loop = outside
        return node

    def visit_Block(self, node: nodes.Block) -> nodes.Node:  # noqa: N802  the base class calls it
        """Return the body of a block that no template can replace."""
        self.generic_visit(node)
        return nodes.Scope(node.body, lineno=node.lineno) if self._is_included else node

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802  the base class calls it
        """Return the body of the template."""
        name = node.template.value if isinstance(node.template, nodes.Const) else None
        if not self._is_in_loop or not isinstance(name, str) or not node.with_context:
            return node
        body = self._environment.body(name)
        return node if body is None else nodes.Scope(list(body), lineno=node.lineno)
