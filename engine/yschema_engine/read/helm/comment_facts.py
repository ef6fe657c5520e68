"""Facts that comments state about a value, with types and paths as authors write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from yschema_engine.read.helm.comments import FileComments, Line
from yschema_engine.schema.comment_text import commented_out_key
from yschema_engine.schema.fields import Kind
from yschema_engine.schema.metadata import Section
from yschema_engine.text.deferred_classes import dataclass, field, fields
from yschema_engine.text.findings import Finding
from yschema_engine.text.nodes import Array, Document, Holder, Map, Value
from yschema_engine.text.paths import ROOT, Path, Step, children
from yschema_engine.text.source import Source, Span

if TYPE_CHECKING:
    from yschema_engine.read.helm.syntaxes.readme_generator import Parameter, TagNames

KeyMeaning: TypeAlias = Literal["", "skipped", "merged"]


@dataclass(frozen=True, slots=True)
class Facts:
    """What comments say about a value; anything may be missing.

    Attributes:
        span: where.
        description: Markdown.
        title: Markdown.
        kinds: the types that a value may have.
        words: what the author calls the type.
        default_text: the author's words for the default.
        section: the name of the section.
        schema: keywords of JSON Schema for the value.
        comment: a comment in no syntax.
        is_required: whether users have to set the value.
        is_hidden: whether the value is not for readers.
        is_skipped: whether the value, and those below it, have no rows in the table of a README.
        keys: what the keys of the map are if they are no fields: of no interest, or names of similar values.
        adds_key: whether the comment declares a value that the file does not have.
        sample: the value that a comment shows for such a key, or for one whose value is null.
    """

    span: Span
    description: str = ""
    title: str = ""
    kinds: tuple[Kind, ...] = ()
    words: str = ""
    default_text: str = ""
    section: str = ""
    schema: Map | None = None
    comment: str = ""
    is_required: bool = False
    is_hidden: bool = False
    is_skipped: bool = False
    keys: KeyMeaning = ""
    adds_key: bool = False
    sample: Value = None

    def with_others(self, other: Facts) -> Facts:
        """Return these facts with those of another comment where they are missing."""
        names = (each.name for each in fields(self) if each.name != "span")
        merged = {name: getattr(self, name) or getattr(other, name) for name in names}
        merged["sample"] = other.sample if self.sample is None else self.sample  # which may be 0
        says_more = self.description or self.schema or self.kinds
        return Facts(self.span if says_more else other.span, **merged)


@dataclass(slots=True)
class ValuesFile:
    """A values file, and what its comments say.

    Attributes:
        source: the file.
        document: its first document.
        comments: attached to keys.
        holders: the keys and items, by what leads to them, in order.
        tag_names: the words of readme-generator.
        tags: those of readme-generator for values, in order.
        facts: what the comments say about each value.
        root: keywords of JSON Schema for the whole values.
        sections: in order.
        claimed: the lines that a syntax has read.
        findings: about the file and its comments.
    """

    source: Source
    document: Document
    comments: FileComments
    holders: Mapping[Path, Holder]
    tag_names: TagNames
    tags: list[Parameter] = field(default_factory=list)
    facts: dict[Path, Facts] = field(default_factory=dict)
    root: Map | None = None
    sections: list[Section] = field(default_factory=list)
    claimed: set[int] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    _added: dict[tuple[Step, ...], list[Step]] | None = None

    @property
    def value(self) -> Value:
        """The values."""
        return self.document.value

    def add(self, keys: Path, facts: Facts) -> None:
        """Add facts; those that are known already take precedence."""
        known = self.facts.get(keys)
        self.facts[keys] = facts if known is None else known.with_others(facts)

    def other_key(self, holder: Holder, lines: Sequence[Line]) -> str:
        """Return the key that is commented out below the prose of a comment, which describes that one.

        What is commented out above `{}`, `[]` or null, or above a map without comments, shows what the value
        may contain.
        """
        value = holder.value
        if isinstance(value, Map):
            has_comments = any(self.comments.of(item).head for item in value.items)
        else:
            has_comments = value not in (None, "") and not isinstance(value, Array)
        return commented_out_key([line.content for line in lines]) if has_comments and lines else ""

    def claim(self, lines: Iterable[Line]) -> None:
        """Note that a syntax has read some lines."""
        self.claimed.update(line.number for line in lines)

    def add_section(self, section: Section) -> None:
        """Add a section, unless it is known."""
        if all(section.name != known.name for known in self.sections):
            self.sections.append(section)

    def added_steps(self, keys: Path) -> Sequence[Step]:
        """Return the steps to keys and items that only comments declare below a value."""
        if self._added is None:
            self._added = {}
            for each in [keys for keys, facts in self.facts.items() if facts.adds_key]:
                for length, key in enumerate(each):
                    below = self._added.setdefault(each[:length], [])
                    if each[: length + 1] not in self.holders and key not in below:
                        below.append(key)
        return self._added.get(keys, ())


_NAMES: Mapping[str, Kind] = {
    **dict.fromkeys(("string", "str", "tpl", "timestamp"), "string"),
    **dict.fromkeys(("int", "integer"), "integer"),
    **dict.fromkeys(("float", "number"), "float"),
    **dict.fromkeys(("bool", "boolean"), "boolean"),
    **dict.fromkeys(("list", "array"), "array"),
    **dict.fromkeys(("object", "map", "dict"), "map"),
    "null": "null",
}
_SEPARATOR = r"\s*(?:[/,|]|\bor\b)\s*"


def kinds_of(text: str) -> tuple[Kind, ...]:
    """Return the types that a text names, `null` last; none if one of the names is not known."""
    names = re.split(_SEPARATOR, text.strip().lower())
    if not _NAMES.keys() >= {*names}:
        return ()
    return tuple(sorted(dict.fromkeys(_NAMES[name] for name in names), key="null".__eq__))


_STEP = r'"(?P<quoted>[^"]*)"|\[(?P<index>\d*)\]|(?P<key>(?:\\.|[^.\[\\])+)|(?P<dot>\.)'


def split_path(text: str) -> Path:
    """Return the steps that a path names if nothing else is known: dots separate keys, but not in quotes."""
    steps: list[str | int] = []
    for match in re.finditer(_STEP, text):
        if match["index"] is not None:
            steps.append(int(match["index"] or 0))
        elif match["dot"] is None:
            key = match["quoted"] if match["quoted"] is not None else match["key"]
            steps.append(re.sub(r"\\(.)", r"\1", key))
    return Path(steps)


def find_path(value: Value, text: str) -> Path | None:
    """Return the path that a text names, to a value that exists; keys may contain dots. None without one."""
    if not text:
        return ROOT
    steps = [(str(path), path, item.value) for path, item in children(value)]
    # Longer keys first: `a.b` before `a`.
    for step, path, inner in sorted(steps, key=lambda each: -len(each[0])):
        for spelling in _spellings(step):
            rest = text[len(spelling) :]
            if text.startswith(spelling) and (not rest or rest[0] in ".["):
                below = find_path(inner, rest.removeprefix("."))
                if below is not None:
                    return path + below
    return None


def _spellings(key: str) -> tuple[str, ...]:
    return (key, f'"{key}"', key.replace(".", "\\.")) if "." in key or " " in key else (key,)
