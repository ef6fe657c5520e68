"""The rows of an index of schemas."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup

from yschema_engine.schema.metadata import Property
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.phrases import Words

# Chinese and Japanese have signs of their own. The dots of `v1.4` and `e.g. one` end no sentence.
_SENTENCE = lazy_pattern(r"[.!?](?=\s+[^\sa-z])|[\u3002\uff01\uff1f]")
_DESCRIPTIONS = ("description", "shortDescription")


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A schema in an index.

    Attributes:
        title: the title of the schema.
        href: the address of its reference from the page; empty if no page shows it.
        lead: the first sentence of its description; may be empty.
        version: the name of its version; may be empty.
        fields: the number of fields; None if the schema cannot be used now.
        required: the number of fields that users have to set.
        percent: the share of fields with a description, rounded down.
    """

    title: str
    href: str = ""
    lead: str = ""
    version: str = ""
    fields: int | None = None
    required: int = 0
    percent: float = 0


def lead_sentence(schema: Schema, describe: Callable[[str], Markup], words: Words) -> str:
    """Return the first sentence of the description of a schema, as text; empty without a description."""
    texts = (_property(schema, name, words) for name in _DESCRIPTIONS)
    description = schema.root.description or next(filter(None, texts), "")
    if not description:
        return ""
    first, _, _ = str(describe(description)).partition("</p>")
    text = Markup(first).striptags()  # noqa: S704  sanitized; the template escapes the text
    end = _SENTENCE.search(text)
    return text[: end.end()] if end else text


def version_name(schema: Schema, words: Words) -> str:
    """Return the version that the input itself has, such as that of a chart; empty without one."""
    return _property(schema, "version", words)


def _property(schema: Schema, name: str, words: Words) -> str:
    facts = (fact for fact in schema.metadata if isinstance(fact, Property) and fact.name == name)
    return next((words.text(fact.text) for fact in facts), "")
