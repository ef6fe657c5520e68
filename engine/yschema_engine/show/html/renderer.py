"""References as HTML fragments and as documents, with their headings."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path as FilePath
from weakref import WeakKeyDictionary

from jinja2 import Environment, TemplateError, TemplateSyntaxError

from yschema_engine.compare.changes import Change
from yschema_engine.schema.fields import Field
from yschema_engine.schema.metadata import Section
from yschema_engine.schema.schema import Schema, fields_by_section, inner_sections, section_anchor
from yschema_engine.show.changes import verdict
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.html import filters
from yschema_engine.show.html.changes_view import sections
from yschema_engine.show.html.environment import Templates, template_environment
from yschema_engine.show.html.page_data import lead_sentence, search_html
from yschema_engine.show.html.theme import Theme, ThemeError, check_templates
from yschema_engine.show.html.view import View
from yschema_engine.show.language import find_language, has_language
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Finding
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Words, phrase
from yschema_engine.text.source import Source, Span

_DEEPEST = 6
GAP = "\ufeff"
"""A character without width that separates words for the search engines of site themes."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A field in rendered HTML: a heading, a row of a table, or a line of values as YAML; or a section.

    Attributes:
        level: 1 to 6.
        anchor: its element id.
        name: its text in a table of contents.
        path: its text in search results.
        is_group: whether it has headings below it.
        in_full: whether the field is complete there, and not on another page.
        is_section: whether it is a section of fields.
    """

    level: int
    anchor: str
    name: str
    path: str
    is_group: bool
    in_full: bool = True
    is_section: bool = False


def headings_of(schema: Schema, field: Field, level: int, view: View, words: Words) -> Iterator[Heading]:
    """Yield the headings of a field, of the fields below it, and of their sections.

    Args:
        schema: the schema.
        field: the field; a whole document has no heading.
        level: of the uppermost headings.
        view: the layout, and the fields that are on other pages.
        words: the language of the page.
    """
    anchor = schema.anchor(field)
    in_full = anchor not in view.other_pages
    if not field.is_document:
        name = field.name or filters.EMPTY
        path = f"{field.path.parent}.{GAP}{name}" if field.path.parent else name
        yield Heading(level, anchor, name, path, bool(field.children), in_full)
        level = min(level + 1, _DEEPEST)
    for section, fields in _groups(schema, field, view) if in_full else ():
        below = level
        if section is not None or (field.is_document and schema.sections and view.layout != "yaml"):
            name = section.name if section is not None else words.text(phrase("Other values"))
            yield Heading(
                level, section_anchor(section, schema, field), name, name, is_group=True, is_section=True
            )
            below = min(level + 1, _DEEPEST)
        for child in fields:
            yield from headings_of(schema, child, below, view, words)


def _groups(schema: Schema, field: Field, view: View) -> list[tuple[Section | None, list[Field]]]:
    if view.layout == "yaml":
        return [(None, list(field.children))]
    return fields_by_section(schema) if field.is_document else inner_sections(field, schema)


_PLAIN = View()
# Templates mark what search indexes leave out: parts that only repeat what the fields say.
_ASIDE = "(?s)<!--aside-->.*?<!--/aside-->"
_ASIDE_MARK = "<!--(?:/?aside|gap|searched .*?)-->\n?"
# What only search indexes have: a path in one word, and the end of a word between the parts of a path.
_SEARCHED = "<!--searched (.*?)-->"
# The place of the list of pages that mention a field, with the field's anchor. Hosts replace it once all
# pages are known, by which time the HTML has passed through other programs.
MENTIONED = re.compile("<!--mentioned (.*?)-->")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A fragment of HTML.

    Attributes:
        html: the fragment.
        headings: the entries for a table of contents, in order.
        fields: all fields with an id in the fragment, in their order.
        searched: the HTML for search indexes, which know sections by their headings: each field has one, and
            nothing is there twice, or on another page in full.
        lines: the HTML for the file `View.lines`; empty if none is needed.
    """

    html: str
    headings: tuple[Heading, ...]
    fields: tuple[Heading, ...]
    searched: str
    lines: str = ""


class Renderer:
    """Renders references in one theme. Make one per build: it keeps compiled templates.

    Attributes:
        words: phrases in the language of its pages.
    """

    def __init__(
        self,
        theme: Theme,
        overrides: Sequence[FilePath] = (),
        language: str = "en",
        *,
        external_images: bool = False,
    ) -> None:
        """A renderer.

        Args:
            theme: where templates come from.
            overrides: folders whose templates, and catalogues in `locale`, go before the theme's.
            language: of the messages; those that no catalogue has in it are English.
            external_images: whether descriptions show images from other hosts, instead of links to them.
        """
        folders = (*overrides, *(folder for _, folder in theme.layers))
        catalogues = [folder / "locale" for folder in folders]
        self.words = find_language(language, catalogues)
        self._overrides = overrides
        self._own = [folder / "templates" for _, folder in theme.layers]
        self._make_environment = partial(
            template_environment,
            theme,
            overrides,
            external_images=external_images,
            english_labels_in="" if has_language(language, catalogues) else language.replace("_", "-"),
        )
        self._templates: Templates = {}
        self._facts: WeakKeyDictionary[Schema, Facts] = WeakKeyDictionary()

    def _environment(self, words: Words) -> Environment:
        """Return the templates with labels in a language."""
        if words not in self._templates:
            self._templates[words] = self._make_environment(words)
        return self._templates[words]

    def check_overrides(self) -> list[Finding]:
        """Return the findings about custom templates."""
        return check_templates(self._environment(self.words), self._overrides, self._own)

    @cached_property
    def state(self) -> str:
        """A hash of the templates, messages and options in use."""
        hashed = hashlib.sha256(f"{self.words.digest} {self._make_environment.keywords} ".encode())
        for folder in (*self._overrides, *self._own):
            paths = (FilePath(place, name) for place, _, names in os.walk(folder) for name in names)
            for path in sorted(paths):
                with suppress(OSError):  # it is just being saved, or must not be read
                    data = path.read_bytes() if path.is_file() else b""
                    hashed.update(f"{path} {len(data)} ".encode() + data)
        return hashed.hexdigest()

    def keep_templates(self, kept: Callable[[str, Callable[[], Templates]], Templates]) -> None:
        """Compile no template again that a renderer with the same state has compiled.

        Args:
            kept: returns the templates for a state, or else keeps those that a function returns.
        """
        templates = self._templates
        self._templates = kept(self.state, lambda: templates)

    def facts(self, schema: Schema) -> Facts:
        """Return the facts about the fields of a schema."""
        return self._facts.setdefault(schema, Facts(schema))

    def reference(
        self,
        schema: Schema,
        part: Field | None = None,
        heading_level: int = 2,
        taken: Collection[str] = (),
        view: View = _PLAIN,
    ) -> Rendered:
        """Render the fields of a schema, or one field with those below it.

        Args:
            schema: the schema.
            part: the field to render; without it the whole document, which has no heading.
            heading_level: of the uppermost fields; deeper levels follow, down to 6.
            taken: ids that the page has already; fields with these anchors get no id.
            view: the display options.

        Raises:
            ThemeError: a template is not valid.
        """
        root = part or schema.root
        outline = tuple(headings_of(schema, root, heading_level, view, self.words.of(schema)))
        view = view.for_fields(sum(not heading.is_section for heading in outline))
        outline = tuple(heading for heading in outline if heading.anchor not in taken)
        fields = tuple(heading for heading in outline if not heading.is_section)
        headings = tuple(heading for heading in outline if heading.is_group) or fields
        context = self._context(schema, root, heading_level) | {"ids": {field.anchor for field in fields}}
        html = self.render("reference.html", view=view, **context)
        sections = View(other_pages=view.other_pages)
        whole = html if view.layout == "sections" else self.render("reference.html", view=sections, **context)
        lines = self.render("layout-yaml.html", view=view, **context) if view.lines else ""
        return Rendered(re.sub(_ASIDE_MARK, "", html), headings, fields, _for_search(whole), lines)

    def document(self, template: str, schema: Schema, **more: object) -> str:
        """Render a schema as a document of its own.

        Args:
            template: its name; in a template that ends in `.md`, only filters escape text.
            schema: the schema to render.
            more: variables in addition to the context of `reference.html`.

        Raises:
            ThemeError: a template is not valid, or missing.
        """
        ids = {schema.anchor(field) for field in schema.root.walk()}
        context = self._context(schema, schema.root, 2) | {"ids": ids, "view": _PLAIN}
        return re.sub(_ASIDE_MARK, "", self.render(template, **context | more))

    def _context(self, schema: Schema, root: Field, level: int) -> dict[str, object]:
        return {
            "schema": schema,
            "facts": self.facts(schema),
            "anchor": schema.anchor,
            "root": root,
            "level": level,
        }

    def lead(self, schema: Schema) -> str:
        """Return the first sentence of the description of a schema, as text."""
        return lead_sentence(schema, self._environment(self.words).filters["describe"], self.words)

    def changes(
        self,
        changes: Sequence[Change],
        template: str = "changes.html",
        *,
        href: Callable[[str, Path], str] = lambda *_: "",
        level: int = 2,
        names: str = "",
        **more: object,
    ) -> str:
        """Return the changes between two versions of a schema.

        Args:
            changes: in order.
            template: the name of the template.
            href: returns the address of a field of the current version, by resource and path; may be empty.
            level: of the headings.
            names: begins the ids of its elements.
            more: variables in addition to the context of `changes.html`.
        """
        shown, lead = sections(changes, href), verdict(changes)
        return self.render(template, sections=shown, summary=lead, level=level, names=names, **more)

    def render(self, name: str, **context: object) -> str:
        """Render a template.

        Args:
            name: its name.
            context: its variables; a `schema` among them decides the words of labels.

        Raises:
            ThemeError: the template is not valid, or missing.
        """
        schema = context.get("schema")
        words = self.words.of(schema) if isinstance(schema, Schema) else self.words
        try:
            return self._environment(words).get_template(name).render(context)
        except TemplateSyntaxError as e:
            source = Source(e.filename or e.name or name, e.source or "")
            raise ThemeError(f"the template is wrong: {e.message}", Span(source, e.lineno)) from e
        except TemplateError as e:
            raise ThemeError(f"cannot render {name}: {e.message}") from e


def _for_search(html: str) -> str:
    searched = re.sub(_SEARCHED, r"<span hidden> \1 </span>", re.sub(_ASIDE, "", html))
    return search_html(MENTIONED.sub("", searched.replace("<!--gap-->", GAP)))
