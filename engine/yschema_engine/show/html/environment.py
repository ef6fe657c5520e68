"""The Jinja environment: loaders and filters.

At run time, an include and a block each copy all variables, which happens twenty times for a field. Only
blocks of templates that others extend can be replaced. In loops, all others, and includes, become scopes of
the template around them when it is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any, TypeAlias

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateNotFound,
    nodes,
    pass_context,
    select_autoescape,
)
from jinja2.runtime import Context
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import fields_by_section, inner_sections, section_anchor
from yschema_engine.schema.titles import is_echo, title_of
from yschema_engine.show import markdown_from_html as to_md
from yschema_engine.show import markdown_text
from yschema_engine.show.fact_kinds import yaml_text
from yschema_engine.show.html import filters, values_view
from yschema_engine.show.html.descriptions import Describer, TemplateFunctions
from yschema_engine.show.html.page_data import keys_around, paste_attributes
from yschema_engine.show.html.theme import Theme
from yschema_engine.show.markdown_text import GFM, Flavor, Md
from yschema_engine.show.values_file import values_lines
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import ENGLISH, Words

_BLOCKS_AS_VALUES = frozenset(("self", "super"))
"""The names by which templates call blocks."""


class InliningEnvironment(Environment):
    """An environment that inlines templates included in loops, unless they include themselves."""

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
        calls_blocks = any(each.name in _BLOCKS_AS_VALUES for each in tree.find_all(nodes.Name))
        if calls_blocks or tree.find(nodes.Extends) is not None or _asks_for_loop(tree):
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


def _asks_for_loop(node: nodes.Node) -> bool:
    """Return whether a template asks for the loop around it, which an include does not get."""
    if isinstance(node, nodes.Name):
        return node.name == "loop"
    own = ("body",) if isinstance(node, nodes.For) else ()
    return any(map(_asks_for_loop, node.iter_child_nodes(exclude=own)))


class _Inliner(NodeTransformer):
    def __init__(self, environment: InliningEnvironment, *, is_in_loop: bool) -> None:
        self._environment = environment
        self._is_included = self._is_in_loop = is_in_loop

    def visit_For(self, node: nodes.For | nodes.Macro) -> nodes.Node:  # noqa: N802  the base class calls it
        """Return a loop, or a macro that loops may call, with the included templates inlined."""
        outside, self._is_in_loop = self._is_in_loop, True
        node.body = [self.visit(each) for each in node.body]
        self._is_in_loop = outside
        if isinstance(node, nodes.For):
            node.else_ = [self.visit(each) for each in node.else_]
        return node

    visit_Macro = visit_For  # noqa: N815  the base class calls it

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


def cells(lines: Iterable[Md], flavor: Flavor) -> Md:
    """Return lines of Markdown as the cells of a row of a table."""
    return Md(" | ".join(markdown_text.cell(line, flavor) for line in lines))


def _in_markdown(convert: Callable[..., Md], **variables: str) -> Callable[..., Md]:
    """Return a filter that takes the flavor of Markdown, and other variables, from the template."""

    @pass_context
    @wraps(convert)
    def converted(context: Context, *arguments: Any) -> Md:
        more = {name: context.get(variable, ()) for name, variable in variables.items()}
        return convert(*arguments, flavor=context.get("flavor", GFM), **more)

    return converted


Templates: TypeAlias = dict[Words, Environment]
"""Templates in the words of pages, those among them that have been compiled, and their filters."""


def template_environment(
    theme: Theme,
    overrides: Sequence[Path],
    words: Words,
    *,
    external_images: bool = False,
    english_labels_in: str = "",
) -> Environment:
    """Return the environment for the templates of a theme.

    Args:
        theme: the theme.
        overrides: folders whose templates take precedence over those of the theme.
        words: the language of the pages.
        external_images: whether descriptions show images from other hosts.
        english_labels_in: the language of the pages, as a tag, if their labels are not in it but in English.
    """
    layers = {name: FileSystemLoader(folder / "templates") for name, folder in theme.layers}
    environment = InliningEnvironment(
        loader=ChoiceLoader([*map(FileSystemLoader, overrides), *layers.values(), PrefixLoader(layers)]),
        autoescape=select_autoescape(disabled_extensions=("md",), default=True),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.do"],
        auto_reload=False,  # each build has an environment of its own
        optimized=False,  # constants are few, and looking for them takes a seventh of the time to compile
    )
    functions = TemplateFunctions(words)
    environment.globals |= {
        "_": functions.gettext,
        "ngettext": functions.ngettext,
        # Screen readers pronounce labels as English, and what authors wrote as the page.
        "label_language": Markup(' lang="en"') if english_labels_in else "",
        "author_language": Markup(' lang="{}"').format(english_labels_in) if english_labels_in else "",
    }
    environment.filters |= _filters(words, external_images=external_images)
    return environment


def _filters(words: Words, *, external_images: bool) -> dict[str, Callable[..., Any]]:
    return {
        **_by_name(
            *(filters.href, filters.across_pages, filters.is_web_address, filters.with_web_links),
            *(filters.number_below, filters.breakable, filters.breakable_name, filters.breakable_label),
            *(filters.breakable_path, filters.parents, filters.path_text, filters.rows, filters.requirement),
            *(
                filters.with_version_links,
                filters.violated_rule,
                filters.is_short,
                filters.is_wide,
                filters.hash_source,
            ),
            *(is_echo, inner_sections, section_anchor, paste_attributes, keys_around),
            *(values_view.coloured, values_view.runs, values_view.continued, values_view.without_line),
            *(values_view.source_lines, values_view.number_set),
            *(markdown_text.plain, _in_markdown(markdown_text.code), _in_markdown(markdown_text.fence)),
            _in_markdown(cells),
            *(_in_markdown(each, anchors="ids") for each in (to_md.blocks, to_md.inline, to_md.short)),
        ),
        **_by_name(
            *(filters.linked, filters.rule_markup, filters.type_words, filters.rules_heading),
            *(filters.items_heading, filters.shape_data, values_lines, values_view.annotated_lines),
            words=words,
        ),
        "phrase": partial(filters.phrase_markup, words=words),
        "folded": partial(filters.phrase_markup, words=words, folds=True),
        "english": partial(filters.phrase_markup, words=ENGLISH),
        "describe": Describer(external_images=external_images),
        "title": title_of,
        "yaml": yaml_text,
        "sections": fields_by_section,
        "remark": partial(filters.remark, words=words),
        "nest": _nested,
    }


def _by_name(*functions: Callable[..., Any], **options: Any) -> dict[str, Callable[..., Any]]:
    """Return filters by the names of their functions, with options that templates do not give."""
    return {each.__name__: partial(each, **options) if options else each for each in functions}


def _nested(field: Field, value: Value) -> str:
    """Return a value of a field as YAML below all keys of its path."""
    return yaml_text(field.path.nest(value, field.span))
