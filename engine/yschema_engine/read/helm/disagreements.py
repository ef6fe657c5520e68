"""Contradictions between a comment, the schema and the default, and tags for unknown keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise, product

from yschema_engine.read.helm.chart import LoadedChart
from yschema_engine.read.helm.comment_facts import Facts, ValuesFile
from yschema_engine.read.helm.findings import DEFAULT_TYPE_DISAGREES
from yschema_engine.read.helm.syntaxes.helm_docs import lost_descriptions
from yschema_engine.read.helm.value_layers import Candidate
from yschema_engine.schema.fields import Unset, ValueType
from yschema_engine.schema.rules import Rule
from yschema_engine.schema.types import kinds_phrase, overlap
from yschema_engine.text.findings import Finding, disagreement_warning, finding
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import Array, Holder, Map, Value, to_plain, type_name
from yschema_engine.text.paths import ROOT, Path, children
from yschema_engine.text.phrases import Param, Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.text.suggestions import suggest

TYPE_DISAGREES = disagreement_warning(
    "chart-type-disagrees",
    "a comment and the schema name different types",
    hint="change the comment, or the schema",
)
DEFAULT_DISAGREES = disagreement_warning(
    "chart-default-disagrees",
    "the schema or a comment names another default than the values of the chart",
    hint="change one of them: Helm uses the one in `values.yaml`",
    several="{count} values have another default in the schema or in a comment",
)
LIMIT_DISAGREES = disagreement_warning(
    "chart-limit-disagrees",
    "a comment and the schema have different values of `{keyword}`",
    hint="change the comment, or the schema",
)
TAG_WITHOUT_KEY = disagreement_warning("chart-tag-without-key", "this tag is for a key that does not exist")
KEY_WITHOUT_TAG = disagreement_warning(
    "chart-key-without-tag",
    "this key has no `{tag}`",
    hint="describe it with `{tag} {key}`, or leave it out with `{skip} {key}`",
)
REPEATED_TAG = disagreement_warning(
    "chart-tag-repeated", "this key has a tag already: the README shows both", hint="remove one of the tags"
)
LOST_DESCRIPTION = disagreement_warning(
    "chart-description-lost",
    "helm-docs takes the text before the last `--` for the name of a key",
    hint="replace the two hyphens with a dash or a colon",
)

_LONGEST = 200  # characters of a value in a finding


def disagreements(loaded: LoadedChart) -> Iterator[Finding]:
    """Yield the findings about each value of a chart, in the order of its file."""
    file = loaded.file
    for path, holder in file.holders.items():
        facts = file.facts.get(path) or Facts(holder.span)
        candidates = [c for c in (each.at(path) for each in loaded.candidates) if c is not None]
        yield from _of_types(facts, candidates, path)
        yield from _of_default(facts, candidates, holder, path)
        yield from _of_limits(candidates, path)


def _of_types(facts: Facts, candidates: list[Candidate], path: Path) -> Iterator[Finding]:
    typed = [candidate for candidate in candidates if candidate.has_type]
    stated: list[ValueType] = [candidate.field.type for candidate in typed if candidate.origin == "comment"]
    if facts.kinds:
        stated.append(ValueType(facts.kinds, facts.span))
    declared = next((candidate.field.type for candidate in typed if candidate.origin == "schema"), None)
    if declared is None:
        return
    for type_ in stated:
        if not overlap({*type_.kinds} - {"null"}, declared.kinds):
            yield finding(
                TYPE_DISAGREES,
                type_.span,
                path=path,
                found=kinds_phrase(type_),
                expected=kinds_phrase(declared),
                declared=declared.span,
            )


def _of_default(facts: Facts, candidates: list[Candidate], holder: Holder, path: Path) -> Iterator[Finding]:
    value = holder.value
    # Null and an empty string often stand for no value.
    is_set = value is not None and value != ""
    if facts.kinds and is_set and not overlap([type_name(value)], facts.kinds):
        yield finding(
            DEFAULT_TYPE_DISAGREES,
            holder.value_span,
            path=path,
            found=Verbatim(type_name(value)),
            expected=kinds_phrase(ValueType(facts.kinds, facts.span)),
            declared=facts.span,
        )
    # Generators write the author's words for the default into the schema.
    words = facts.default_text.strip("`")
    known_defaults: list[Value] = [words] if words else []
    for declared in (each.field for each in candidates):
        default = declared.default
        # For null, the default of a schema says what applies instead.
        if isinstance(default, Unset) or value is None or isinstance(value, Map):
            continue
        if any(equal(to_plain(default), to_plain(known)) for known in (value, *known_defaults)):
            continue
        known_defaults.append(default)
        yield finding(
            DEFAULT_DISAGREES,
            holder.value_span,
            path=path,
            found=_shown(to_plain(value)),
            expected=_shown(to_plain(default)),
            declared=declared.span,
        )


def _shown(value: object) -> Param:
    """Return a value as JSON, which tells strings from numbers."""
    text = json.dumps(value, ensure_ascii=False)
    return Verbatim(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")


def _of_limits(candidates: list[Candidate], path: Path) -> Iterator[Finding]:
    for first, second in pairwise(candidates):
        for rule, other in product(second.field.rules, first.field.rules):
            if _keyword(rule) == _keyword(other) and rule.argument is not None and rule != other:
                yield finding(
                    LIMIT_DISAGREES,
                    rule.span,
                    path=path,
                    keyword=Verbatim(_keyword(rule)),
                    found=_shown(rule.argument),
                    expected=_shown(other.argument),
                    declared=other.span,
                )


def _keyword(rule: Rule) -> str:
    return rule.keyword or rule.name


_MOST_COMPARISONS = 20_000


def about_tags(file: ValuesFile) -> Iterator[Finding]:
    """Yield the findings about the tags of a values file."""
    source = file.source
    for line in lost_descriptions(file):
        yield finding(LOST_DESCRIPTION, line.span(source), found=line.content.strip())
    if file.tags:
        yield from _without_key(file)
        yield from _repeated(file)
        yield from _without_tag(file)


def _without_key(file: ValuesFile) -> Iterator[Finding]:
    known = dict.fromkeys(map(str, file.holders))
    lost = [tag for tag in file.tags if tag.keys is None and tag.tag == "param" and not tag.has_modifiers]
    # If many tags have no key, the keys have moved rather than been misspelt.
    compared = _MOST_COMPARISONS // max(1, len(known))
    for number, tag in enumerate(lost):
        # A key with the same name elsewhere is another key.
        similar = (path for path in known if path.count(".") == tag.path.count("."))
        below = (str(path) for path, holder in file.holders.items() if holder.span.line > tag.line.number)
        near = next(below, "")
        if near.rpartition(".")[2] != tag.path.rpartition(".")[2]:
            near = (suggest(tag.path, similar) if number < compared else None) or ""
        extra = phrase("remove the tag, or write `{tag}`", tag=Verbatim(_tag(file, "extra")))
        hint = phrase("did you mean `{name}`?", name=Verbatim(near)) if near else extra
        yield finding(TAG_WITHOUT_KEY, tag.line.span(file.source), found=Verbatim(tag.path), hint=hint)


def _repeated(file: ValuesFile) -> Iterator[Finding]:
    first: dict[str, Span] = {}
    for tag in file.tags:
        span = tag.line.span(file.source)
        if tag.tag == "param" and tag.path in first:
            related = ((phrase("the first tag"), first[tag.path]),)
            yield finding(REPEATED_TAG, span, found=Verbatim(tag.path), related=related)
        first.setdefault(tag.path, span)


def _without_tag(file: ValuesFile) -> Iterator[Finding]:
    tags = file.tags
    known = {tag.keys for tag in tags if tag.keys is not None}
    # A tag that skips a value, or that has modifiers, stands for all values below.
    whole = {tag.keys for tag in tags if tag.keys is not None and (tag.tag == "skip" or tag.has_modifiers)}
    name, skip = Verbatim(_tag(file, "param")), Verbatim(_tag(file, "skip"))
    leaves = list(_leaves(file.value, ROOT))
    without = [
        keys
        for keys in leaves
        if keys not in known and not any(keys[:length] in whole for length in range(len(keys) + 1))
    ]
    if 2 * len(without) > len(leaves):
        return  # the tool refuses the file, so its author does not run it
    for keys in without:
        yield finding(
            KEY_WITHOUT_TAG,
            file.holders[keys].span,
            path=keys,
            tag=name,
            skip=skip,
            key=Verbatim(str(keys)),
        )


def _tag(file: ValuesFile, name: str) -> str:
    names = file.tag_names
    return f"{names.comment} {names.tags[name]}"


def _leaves(value: Value, path: Path) -> Iterator[Path]:
    """Yield what leads to the values that the tool asks for a tag for.

    These are scalars, empty maps and lists, and lists of strings.
    """
    is_list = isinstance(value, Array) and not all(isinstance(item.value, str) for item in value.items)
    if is_list or (isinstance(value, Map) and value.items):
        for inner, item in children(value, path):
            yield from _leaves(item.value, inner)
    elif path:
        yield path
