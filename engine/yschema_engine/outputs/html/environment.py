"""The Jinja environment of templates: where they come from, and their filters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    select_autoescape,
)
from markupsafe import Markup

from yschema_engine.outputs.facts.kinds import yaml_text
from yschema_engine.outputs.html import filters, yaml_view
from yschema_engine.outputs.html.description_html import Describer
from yschema_engine.outputs.html.inlining import InliningEnvironment
from yschema_engine.outputs.html.markdown_filters import FILTERS as MARKDOWN_FILTERS
from yschema_engine.outputs.html.paste_attributes import keys_around, paste_attributes
from yschema_engine.outputs.html.phrase_markup import TemplateFunctions
from yschema_engine.outputs.html.theme import Theme
from yschema_engine.outputs.html.yaml_markup import coloured
from yschema_engine.outputs.yaml.values_file import values_lines
from yschema_engine.schema.comment_text import remark_of
from yschema_engine.schema.fields import Field
from yschema_engine.schema.sections import fields_by_section
from yschema_engine.schema.titles import is_echo, title_of
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import Words

Templates: TypeAlias = Environment
"""Templates, those among them that have been compiled, and their filters."""


def template_environment(
    theme: Theme,
    overrides: Sequence[Path],
    words: Words,
    *,
    external_images: bool = False,
    english_labels_in: str = "",
) -> Templates:
    """Return the environment for the templates of a theme.

    Args:
        theme: the theme.
        overrides: folders whose templates take precedence over those of the theme.
        words: the language of the pages.
        external_images: whether descriptions show images from other hosts.
        english_labels_in: the language of the pages, as a tag, if their labels are not in it but in English.
    """
    environment = InliningEnvironment(
        loader=_loader(theme, overrides),
        autoescape=select_autoescape(disabled_extensions=("md",), default=True),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.do"],
        auto_reload=False,  # each build has an environment of its own
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
        "href": filters.href,
        "across_pages": filters.across_pages,
        "rules_heading": partial(filters.heading_of_rules, words=words),
        "items_heading": partial(filters.heading_of_items, words=words),
        "phrase": partial(filters.phrase_markup, words=words),
        "is_web_address": filters.is_web_address,
        "with_web_links": filters.with_web_links,
        "linked": partial(filters.linked, words=words),
        "rule_markup": partial(filters.rule_markup, words=words),
        "type_words": partial(filters.type_words, words=words),
        "number_below": filters.number_below,
        "breakable": filters.breakable,
        "breakable_name": filters.breakable_name,
        "breakable_label": filters.breakable_label,
        "breakable_path": filters.breakable_path,
        "describe": Describer(external_images=external_images),
        "parents": filters.parents,
        "is_echo": is_echo,
        "title": title_of,
        "yaml": yaml_text,
        "path_text": filters.path_text,
        "rows": filters.rows,
        "sections": fields_by_section,
        "inner_sections": filters.inner_sections_of,
        "section_anchor": filters.section_id,
        "requirement": filters.requirement,
        "violated_rule": filters.violated_rule,
        "is_short": filters.is_short,
        "is_wide": filters.is_wide,
        "remark": remark_of,
        "hash_source": filters.hash_source,
        "nest": _nested,
        "paste_attributes": paste_attributes,
        "keys_around": keys_around,
        "values_lines": partial(values_lines, words=words),
        "coloured": coloured,
        "commented": yaml_view.commented,
        "continued": yaml_view.continued,
        "without_line": yaml_view.without_line,
        "annotated_lines": partial(yaml_view.annotated_lines, words=words),
        "source_lines": yaml_view.source_lines,
        "number_set": yaml_view.number_set,
        **MARKDOWN_FILTERS,
    }


def _nested(field: Field, value: Value) -> str:
    """Return a value of a field as YAML below all keys of its path."""
    return yaml_text(field.path.nest(value, field.span))


def _loader(theme: Theme, overrides: Sequence[Path]) -> BaseLoader:
    layers = {name: FileSystemLoader(folder / "templates") for name, folder in theme.layers}
    return ChoiceLoader([*map(FileSystemLoader, overrides), *layers.values(), PrefixLoader(layers)])
