"""Findings about tags that name keys: those of readme-generator and of helm-docs."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.frontends.helm import codes
from yschema_engine.frontends.helm.facts import Keys, path_of
from yschema_engine.frontends.helm.syntaxes.helm_docs import lost_descriptions
from yschema_engine.frontends.helm.syntaxes.key_paths import dotted
from yschema_engine.frontends.helm.values_file import DescribedValues
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.nodes import Array, Map, Value
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.text.suggestions import suggest

_MOST_COMPARISONS = 20_000


def about_tags(described: DescribedValues) -> Iterator[Finding]:
    """Yield the findings about the tags of a values file."""
    source = described.file.source
    for line in lost_descriptions(described.file):
        yield finding(codes.LOST_DESCRIPTION, line.span(source), found=line.content.strip())
    parameters = described.parameters
    if parameters.tags:
        yield from _without_key(described)
        yield from _repeated(described)
        yield from _without_tag(described)


def _without_key(described: DescribedValues) -> Iterator[Finding]:
    known = dict.fromkeys(dotted(keys) for keys in described.file.holders)
    lost = [
        tag
        for tag in described.parameters.tags
        if tag.keys is None and tag.tag == "param" and not tag.has_modifiers
    ]
    # If many tags have no key, the keys have moved rather than been misspelt.
    compared = _MOST_COMPARISONS // max(1, len(known))
    for number, tag in enumerate(lost):
        # A key with the same name elsewhere is another key.
        similar = (path for path in known if path.count(".") == tag.path.count("."))
        near = suggest(tag.path, similar) if number < compared else None
        hint = (
            phrase("did you mean `{key}`?", key=Verbatim(near))
            if near
            else phrase("remove the tag, or write `{tag}`", tag=Verbatim(_tag(described, "extra")))
        )
        span = tag.line.span(described.file.source)
        yield finding(codes.TAG_WITHOUT_KEY, span, found=Verbatim(tag.path), hint=hint)


def _repeated(described: DescribedValues) -> Iterator[Finding]:
    first: dict[str, Span] = {}
    for tag in described.parameters.tags:
        span = tag.line.span(described.file.source)
        if tag.tag != "skip" and tag.path in first:
            related = ((phrase("the first tag"), first[tag.path]),)
            yield finding(codes.REPEATED_TAG, span, found=Verbatim(tag.path), related=related)
        first.setdefault(tag.path, span)


def _without_tag(described: DescribedValues) -> Iterator[Finding]:
    tags = described.parameters.tags
    known = {tag.keys for tag in tags if tag.keys is not None}
    # A tag that skips a value, or that has modifiers, stands for all values below.
    whole = {tag.keys for tag in tags if tag.keys is not None and (tag.tag == "skip" or tag.has_modifiers)}
    name, skip = Verbatim(_tag(described, "param")), Verbatim(_tag(described, "skip"))
    leaves = list(_leaves(described.file.value, ()))
    without = [
        keys
        for keys in leaves
        if keys not in known and not any(keys[:length] in whole for length in range(len(keys) + 1))
    ]
    if 2 * len(without) > len(leaves):
        return  # the tool refuses the file, so its author does not run it
    for keys in without:
        holder = described.file.holders[keys]
        yield finding(
            codes.KEY_WITHOUT_TAG,
            holder.span,
            path=path_of(keys),
            tag=name,
            skip=skip,
            key=Verbatim(dotted(keys)),
        )


def _tag(described: DescribedValues, name: str) -> str:
    names = described.parameters.names
    return f"{names.comment} {names.tags[name]}"


def _leaves(value: Value, keys: Keys) -> Iterator[Keys]:
    """Yield what leads to the values that the tool asks for a tag for.

    These are scalars, empty maps and lists, and lists of strings.
    """
    if isinstance(value, Map) and value.items:
        for item in value.items:
            yield from _leaves(item.value, (*keys, item.key))
    elif isinstance(value, Array) and not all(isinstance(item.value, str) for item in value.items):
        for index, element in enumerate(value.items):
            yield from _leaves(element.value, (*keys, index))
    elif keys:
        yield keys
