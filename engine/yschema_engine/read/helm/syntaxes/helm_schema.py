"""The syntax of helm-schema: blocks of JSON Schema between lines `# @schema`, and `# @schema.root`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yschema_engine.read.helm.comment_facts import Facts, ValuesFile
from yschema_engine.read.helm.comments import Line, read_snippet
from yschema_engine.read.helm.findings import BLOCK_OF_NO_MAP, OPEN_BLOCK
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import EngineError, finding
from yschema_engine.text.nodes import Array, Holder, Map, MapItem, Value
from yschema_engine.text.paths import Path
from yschema_engine.yaml.read import YAML_CORE

_ONE_LINE = r"\s*#\s*@schema(?:\.\w+)?[ \t:]+\S"  # of helm-values-schema-json
_OF_TOOLS = r"\s*#\s*(?:renovate: |yamllint |checkov:|kics-scan |prettier-ignore|x-release-please-)"
_MARK = re.compile(r"\s*# @schema@?\s*\Z")  # The tool takes a mark by its beginning.
_ROOT_MARK = re.compile(r"# @schema\.root\s*\Z")
_TAG_LINE = r"\s*@\w+"
_HELM_DOCS = r"--\s?"
# Words of the tool for which JSON Schema has others.
_REQUIRED, _CONST_FROM_VALUE = "required", "const-from-value"


@dataclass(slots=True)
class _Split:
    """A comment: the lines around a block, those of the block, and the others."""

    marks: list[Line] = field(default_factory=list)
    block: list[Line] = field(default_factory=list)
    rest: list[Line] = field(default_factory=list)
    open_line: Line | None = None


def uses_schema_blocks(file: ValuesFile) -> bool:
    """Return whether a file has comments in this syntax."""
    return any(_MARK.match(line.text) or _ROOT_MARK.match(line.text) for line in file.comments.lines)


def read_schema_blocks(file: ValuesFile) -> None:
    """Add what comments of this syntax say; without a block, a comment is a description."""
    if not uses_schema_blocks(file):
        return
    for block in file.comments.document:
        _read_root(file, _split(block, _ROOT_MARK))
    for keys, holder in file.holders.items():
        attached = file.comments.of(holder)
        lines = attached.last_block
        if len(keys) == 1:
            root = _split(attached.above, _ROOT_MARK)
            if root.block:
                _read_root(file, root)
                lines = [line for line in lines if line in root.rest]
        _read_key(file, keys, holder, lines)


def _split(lines: Sequence[Line], mark: re.Pattern[str]) -> _Split:
    split = _Split()
    for line in lines:
        if mark.match(line.text):
            split.marks.append(line)
            split.open_line = None if split.open_line else line
        else:
            (split.block if split.open_line else split.rest).append(line)
    return split


def outside_blocks(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines of a comment that belong to no block, and to no other tool."""
    lines = [line for line in lines if not re.match(f"{_ONE_LINE}|{_OF_TOOLS}", line.text)]
    split = _split(lines, _MARK)
    return lines if split.open_line is not None else split.rest


def _read_root(file: ValuesFile, split: _Split) -> None:
    schema = _schema(file, split)
    if schema is not None:
        file.root = schema
        file.claim((*split.marks, *split.block))


def _schema(file: ValuesFile, split: _Split) -> Map | None:
    if split.open_line is not None:
        file.findings.append(finding(OPEN_BLOCK, split.open_line.span(file.source)))
        return None
    if not split.block:
        return None
    try:
        value = read_snippet([(line, _yaml_text(line)) for line in split.block], file.source, YAML_CORE)
    except EngineError as e:
        file.findings += e.findings
        return None
    if isinstance(value, Map):
        _name_null(value)
        return value
    file.findings.append(finding(BLOCK_OF_NO_MAP, split.block[0].span(file.source)))
    return None


def _name_null(value: Value) -> None:
    """Write the type `null` as the string that it is in JSON Schema; the tool takes both."""
    for item in value.items if isinstance(value, Map | Array) else ():
        if isinstance(item, MapItem) and item.key == "type":
            types = item.value.items if isinstance(item.value, Array) else [item]
            for each in types:
                each.value = "null" if each.value is None else each.value
        _name_null(item.value)


def _yaml_text(line: Line) -> str:
    return line.text.removeprefix("#").removeprefix("#").removeprefix(" ")


def _read_key(file: ValuesFile, keys: Path, holder: Holder, lines: Sequence[Line]) -> None:
    if not lines:
        return
    split = _split(lines, _MARK)
    schema = _schema(file, split)
    file.claim(lines)
    description = "\n".join(_description(split.rest)).strip()
    comment = ""
    if file.other_key(holder, split.rest):
        description, comment = "", description
    is_required = False
    if schema is not None:
        is_required = any(item.key == _REQUIRED and item.value is True for item in schema.items)
        schema = Map([*_keywords(schema, holder)], schema.span)
    span = (split.block or list(lines))[0].span(file.source)
    file.add(
        keys, Facts(span, description=description, schema=schema, is_required=is_required, comment=comment)
    )


def _keywords(schema: Map, holder: Holder) -> Iterator[MapItem]:
    for item in schema.items:
        if item.key == _CONST_FROM_VALUE and item.value is True:
            yield MapItem("const", holder.value, item.span)
        elif not (item.key == _REQUIRED and isinstance(item.value, bool)):
            yield item


def _description(lines: Sequence[Line]) -> Iterator[str]:
    """Return the lines of a description, without the tags of helm-docs."""
    for line in lines:
        text = _yaml_text(line)
        if not re.match(_TAG_LINE, text):
            yield re.sub(_HELM_DOCS, "", text, count=1) if text.startswith("--") else text
