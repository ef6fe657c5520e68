"""The parts that read what third parties write, as functions that random inputs are fed to."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from markdown import Markdown

from mkdocs_yschema.markdown.directive_options import parse_directive
from yschema_engine.arguments import parse
from yschema_engine.arguments.check import FLAVORS, CheckArguments
from yschema_engine.cli.output import SCHEMA_RENDERERS, schema_text
from yschema_engine.docs.coverage import review
from yschema_engine.docs.fences import find_fences
from yschema_engine.evaluate.limits import Limits
from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.readers import load_schema
from yschema_engine.show.findings import draw
from yschema_engine.show.html.descriptions import Describer
from yschema_engine.show.markdown_from_html import blocks
from yschema_engine.text.findings import EngineError, Finding, UsageError
from yschema_engine.text.source import Source
from yschema_engine.values.check import check_values
from yschema_engine.yaml.read import read

MAX_SECONDS = 2.0
MAX_MEMORY = 500 * 2**20
FOLDER = Path(__file__).parent.parent / "build/fuzz"
_SCHEMA = b"""\
#@data/values-schema
---
#@schema/validation min_len=2
name: app
#@schema/nullable
count: 1
ratio: 0.5
list:
- key: ""
any:
  a: {b: 1}
"""


def _read(text: str) -> None:
    read(Source("s.yaml", text))


def _load(text: str) -> None:
    schema = load_schema([_file(text)], _options())
    _report([*schema.findings, *review(schema)])


def _outputs(text: str) -> None:
    schema = load_schema([_file(text)], _options())
    forms = [("-o", name) for name in ("yaml", "json", *SCHEMA_RENDERERS)]
    flavors = [("-o", "markdown", "--flavor", name) for name in FLAVORS]
    for form in (*forms, *flavors):
        arguments = parse(["-f", "s.yaml", "--schema-inspect", *form])
        assert isinstance(arguments, CheckArguments)
        with suppress(UsageError):  # JSON has no infinite numbers
            schema_text([schema], arguments)


def _values(text: str) -> None:
    schema = load_schema([File("s.yaml", "s.yaml", _SCHEMA)])
    _report(check_values(schema, read(Source("v.yaml", text)).documents).findings)


def _describe(text: str) -> None:
    blocks(Describer()(text))
    list(find_fences(text.split("\n"), 4))


def _page(text: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "s.yaml").write_bytes(_SCHEMA)
    settings = {"schemas": {"s": {"files": ["s.yaml"]}}, "base": str(FOLDER)}
    Markdown(extensions=["fenced_code", "yschema"], extension_configs={"yschema": settings}).convert(text)


def _directive(text: str) -> None:
    parse_directive("s", text)


def _configuration(text: str) -> None:
    from ruamel.yaml import YAML, YAMLError  # noqa: PLC0415

    from mkdocs_yschema.config import YschemaConfig  # noqa: PLC0415  the other targets work without MkDocs

    try:
        options = YAML(typ="safe", pure=True).load(text)
    except (YAMLError, ValueError, RecursionError, AssertionError):
        return  # MkDocs reports it, and reads YAML with another library
    config = YschemaConfig()
    if isinstance(options, dict) and all(isinstance(key, str) for key in options):
        config.load_dict(options)
        config.validate()


def _report(findings: list[Finding] | tuple[Finding, ...]) -> None:
    draw(list(findings), "text")
    draw(list(findings), "json")


def _file(text: str) -> File:
    return File("s.yaml", "s.yaml", text.encode("utf-8", "replace"))


def _options() -> LoadOptions:
    return LoadOptions(limits=Limits(seconds=1, memory=256))


TARGETS: MappingProxyType[str, Callable[[str], None]] = MappingProxyType(
    {
        "reader": _read,
        "templates": _load,
        "outputs": _outputs,
        "values": _values,
        "descriptions": _describe,
        "pages": _page,
        "options": _directive,
        "configuration": _configuration,
    }
)
"""What is fed with texts, by name."""


def run(target: str, text: str) -> None:
    """Feed a target with a text.

    Raises:
        TimeoutError: it takes too long.
        MemoryError: it takes too much memory.
        Exception: of any type, other than a finding.
    """
    start, limit = _seconds(), max(MAX_MEMORY, _peak())
    with suppress(EngineError):
        TARGETS[target](text)
    seconds, peak = _seconds() - start, _peak()
    if seconds > MAX_SECONDS:
        raise TimeoutError(f"{seconds:.1f} s")
    if peak > limit:
        raise MemoryError(f"{peak >> 20} MiB")


def _seconds() -> float:
    """Return the time that this process and its children have used the processor."""
    return time.process_time() + resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def _peak() -> int:
    """Return the most memory that this process or a child of it has had, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return unit * max(
        resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
