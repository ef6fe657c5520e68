"""The parts that read what third parties write, as functions that random inputs are fed to."""

from __future__ import annotations

import gzip
import io
import random
import re
import resource
import sys
import tarfile
import time
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout, suppress
from functools import cache, partial
from html import unescape
from pathlib import Path
from types import MappingProxyType

from markdown import Markdown

from mkdocs_yschema.markdown.directives import parse_directive
from yschema_engine.arguments import SUBCOMMANDS, parse
from yschema_engine.arguments.check import FLAVORS as FLAVOR_NAMES
from yschema_engine.arguments.check import CheckArguments
from yschema_engine.cli.main import start
from yschema_engine.cli.output import SCHEMA_RENDERERS, schema_text
from yschema_engine.docs.coverage import review
from yschema_engine.docs.fences import find_fences
from yschema_engine.evaluate.evaluator import Evaluator
from yschema_engine.evaluate.limits import Limits
from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.readers import load_schema
from yschema_engine.show.findings import draw
from yschema_engine.show.html.descriptions import Describer
from yschema_engine.show.markdown_from_html import blocks
from yschema_engine.show.markdown_text import FLAVORS, cell, code, opening, plain
from yschema_engine.site.site_config import read_config
from yschema_engine.text.findings import EngineError, Finding, UsageError
from yschema_engine.text.source import Source
from yschema_engine.values.check import check_values
from yschema_engine.yaml.read import read

MAX_SECONDS = 4.0  # the code of two versions of a schema may take half a second each
MAX_MEMORY = 500 * 2**20
FOLDER = Path(__file__).parent.parent / "build/fuzz"
_COMMANDS = (
    ("compare", "old.yaml", "new.yaml", "--fail-on", "any"),
    ("compare", "old.yaml", "new.yaml", "--migrate", "--data-values-file", "values.yaml"),
    ("coverage", "-f", "new.yaml", "--missing"),
    ("draft", "values.yaml"),
    ("explain", "-f", "new.yaml", "a"),
    ("inject", "-f", "new.yaml", "--check", "README.md"),
    ("inject", "-f", "chart", "--check", "--form", "helm-docs", "README.md"),
    ("schema", "chart"),
    ("-f", "chart", "--data-values-file", "values.yaml"),
)
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
    flavors = [("-o", "markdown", "--flavor", name) for name in FLAVOR_NAMES]
    # Each of them compiles templates, which takes longer than many inputs do.
    for form in random.Random(text).sample([*forms, *flavors], 3):  # noqa: S311  nothing is secret
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
    except (YAMLError, ArithmeticError, AssertionError, LookupError, RecursionError, TypeError, ValueError):
        return  # MkDocs reports it, and reads YAML with another library
    config = YschemaConfig()
    if isinstance(options, dict) and all(isinstance(key, str) for key in options):
        config.load_dict(options)
        config.validate()


def _site(text: str) -> None:
    _place("yschema.yml", text)
    read_config(FOLDER / "yschema.yml")


def _archive(text: str) -> None:
    """Read a chart whose files, and changed bytes of whose archive, depend on the text alone."""
    chance = random.Random(text)  # noqa: S311  nothing is secret
    names = (
        "c/Chart.yaml",
        "c/values.yaml",
        "c/values.schema.json",
        "c/charts/d.tgz",
        "c/templates/a",
        "../a",
    )
    parts = iter([*text.split("---\n"), "apiVersion: v2\nname: c\n"])
    data = _tar(
        zip(chance.choices(names, k=5), (part.encode("utf-8", "replace") for part in parts), strict=False)
    )
    data = (
        _tar([("c/Chart.yaml", b"apiVersion: v2\nname: c\n"), ("c/charts/e.tgz", gzip.compress(data))]) + data
    )
    changed = bytearray(data)
    for _ in range(chance.choice((0, 0, 1, 5, 50))):
        changed[chance.randrange(min(len(changed), 4096))] = chance.randrange(256)
    middle = chance.randrange(len(changed))
    streams = bytearray(gzip.compress(changed[:middle]) + gzip.compress(changed[middle:]))
    for _ in range(chance.choice((0, 0, 0, 1, 5))):
        streams[chance.randrange(len(streams))] = chance.randrange(256)
    load_schema(
        [File("c.tgz", "c.tgz", bytes(streams[: chance.choice((None, len(streams) // 2))]))], _options()
    )


def _tar(files: Iterable[tuple[str, bytes]]) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tar:
        for name, content in files:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return data.getvalue()


def _arguments(text: str) -> None:
    """Parse flags of all subcommands, with parts of the text as their values."""
    chance = random.Random(text)  # noqa: S311  nothing is secret
    name = chance.choice(("", *SUBCOMMANDS))
    with redirect_stdout(io.StringIO()), suppress(SystemExit):
        argv = [name] if name else []
        flags = re.findall(r"(?<![\w-])--?[a-z][a-z-]*", known_flags(name))
        for word in text.split()[:8]:
            argv += [chance.choice(flags), word] if chance.random() < 0.7 else [word]
        parse(argv)


@cache
def known_flags(name: str) -> str:
    """Return the help of a subcommand, which names its flags."""
    with redirect_stdout(io.StringIO()) as shown, suppress(SystemExit):
        parse([*([name] if name else []), "--help"])
    return shown.getvalue()


def _commands(text: str) -> None:
    """Run a subcommand whose files hold the text, and a version of it with another word somewhere."""
    chance = random.Random(text)  # noqa: S311  nothing is secret
    words = list(re.finditer(r"[\w.-]+", text)) or [re.match("", text)]
    word, another = chance.choice(words), chance.choice(words)
    assert word and another
    other = text[: word.start()] + another.group() + text[word.end() :]
    _place("old.yaml", text)
    _place("new.yaml", other)
    _place("values.yaml", chance.choice((text, other)))
    _place("README.md", f"<!-- yschema:begin -->\n{text}\n<!-- yschema:end -->\n")
    _place("chart/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n")
    _place("chart/values.yaml", text)
    argv = [str(FOLDER / name) if (FOLDER / name).exists() else name for name in chance.choice(_COMMANDS)]
    limits = [] if argv[0] == "schema" else ["--time-limit", "0.5", "--memory-limit", "128"]
    status = start([*argv, *limits], io.BytesIO(), io.StringIO(), io.StringIO())
    assert status in (0, 1, 2), f"status {status}"


def _place(name: str, text: str) -> None:
    """Write a file, unless it is there already: the process in which code runs may not write."""
    path, data = FOLDER / name, text.encode("utf-8", "replace")
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _markdown(text: str) -> None:
    """Check that a text stays text in each flavor, alone and in a description."""
    line = " ".join(text.split())
    for flavor in FLAVORS.values():
        for safe in (opening(plain(text), flavor), cell(plain(text), flavor)):
            assert "\n" not in safe, "a line ends"
            left = re.sub(r"\\.|&#?\w+;", "", safe)
            assert not re.search(r"[`*\[\]{<~$]", left), f"markup is left: {left}"
        assert "\n" not in code(text, flavor), "a line ends"
        assert not flavor.has_shortcodes or not re.search(r"\{\{[<%](?!/\*)", code(text, flavor)), (
            "a shortcode"
        )
        blocks(Describer()(text), flavor)
    if (
        re.fullmatch(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]+", line)
        and "://" not in line
        and "www." not in line
    ):
        shown = re.sub(r"<[^>]*>", "", Markdown().convert(opening(plain(line))))
        assert unescape(shown).split() == line.split(), f"{shown} is not {line}"


def _report(findings: list[Finding] | tuple[Finding, ...]) -> None:
    draw(list(findings), "text")
    draw(list(findings), "json")


def _file(text: str) -> File:
    return File("s.yaml", "s.yaml", text.encode("utf-8", "replace"))


def _options() -> LoadOptions:
    return LoadOptions(limits=Limits(seconds=0.5, memory=128))


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
        "sites": _site,
        "archives": _archive,
        "arguments": _arguments,
        "commands": _commands,
        "markdown": _markdown,
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
    limit = max(MAX_MEMORY, _peak())
    seconds = _duration(target, text)
    if seconds > MAX_SECONDS:  # an evaluator that ends adds the time of earlier inputs
        _evaluator().stop()
        seconds = _duration(target, text)
    if seconds > MAX_SECONDS:
        raise TimeoutError(f"{seconds:.1f} s")
    if (peak := _peak()) > limit:
        raise MemoryError(f"{peak >> 20} MiB")


def _duration(target: str, text: str) -> float:
    before = _seconds()
    with suppress(EngineError):
        _evaluator().ask(partial(TARGETS[target], text))  # code runs in another process
    return _seconds() - before


@cache
def _evaluator() -> Evaluator:
    return Evaluator(_options().limits)


def _seconds() -> float:
    """Return the time that this process and its children have used the processor."""
    return time.process_time() + resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def _peak() -> int:
    """Return the most memory that this process or a child of it has had, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return unit * max(
        resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
