"""Record what this checkout outputs, or compare two records.

    python tools/record_outputs.py --out RECORD INPUT…
    python tools/record_outputs.py --diff OLD NEW

An input is a schema (a file, a chart, or a folder with the files of one schema), or one of these:

- a file `mkdocs.yml`: MkDocs builds the site, and `yschema site` writes it in each form
- a folder with a file `commands`: each line is a command, run in a copy of the folder

Schemas are written in every output, those after `--brief` in a few. Schemas whose paths differ only in a
version are compared with each other.

The record has a folder `OUTPUT/INPUT` for each command, with its exit status, its standard output and error,
and the files that it wrote. Two records of the same checkout are equal: `_UNSTABLE` lists what is replaced.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import pkgutil
import re
import shlex
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_PATHS = [str(ROOT / folder) for folder in ("engine", "themes", "", "tests", "tools")]
sys.path[:0] = _PATHS
from templates import compiled_once  # noqa: E402
from warm import load_programs, run  # noqa: E402

_PACKAGES = ("yschema_engine", "yschema_themes", "mkdocs_yschema")
_ENVIRONMENT = {
    "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.defpath]),
    "PYTHONPATH": os.pathsep.join(_PATHS),
    "COLUMNS": "200",
    "LANG": "C.UTF-8",
    "NO_COLOR": "1",
    "NO_MKDOCS_2_WARNING": "1",
    "SOURCE_DATE_EPOCH": "0",  # the time of the build, which MkDocs writes into pages
}
_UNSTABLE = {
    re.compile(rb"(?<=Documentation built in )[\d.]+"): b"SOME",
    re.compile(re.escape(str(ROOT).encode())): b"CHECKOUT",
}
"""What differs between runs, with its replacement; the temporary folder of a run is replaced by `FOLDER`."""

_VERSION = re.compile(r"(?<=/)v?\d+(\.\d+)+[^/]*(?=/|$)")
_CHANGE_FORMS = ("text", "json", "markdown", "html", "github", "gitlab", "sarif", "junit")
_SITE_FORMS = ("directives", "html", "gfm", "myst", "mdx", "hugo")
_TABLE_FORMS = ("yschema", "helm-docs", "readme-generator", "terraform-docs")
# Each form of findings and each language goes with some output: a run for each would take minutes.
_INSPECTED = {
    "yaml": "yaml --error-format concise",
    "json": "json --error-format json",
    "openapi": "openapi-v3 --error-format github",
    "openapi-json": "openapi-v3 -o json --without invalid-defaults --error-format sarif",
    "package": "package --error-format gitlab",
    "crd": "crd --error-format junit",
    "json-schema": "json-schema",
    "json-schema-7": "json-schema --draft 7",
    "json-schema-yaml": "json-schema -o yaml --without editor-keywords",
    "html": "html --language de",
    "html-page": "html-page",
    "markdown-gfm": "markdown",
    "markdown-myst": "markdown --flavor myst --language es",
    "markdown-mdx": "markdown --flavor mdx --language ja",
    "markdown-hugo": "markdown --flavor hugo --language zh",
    "reference-json": "reference-json",
}
_OF_SCHEMA = {
    **{output: f"yschema -f INPUT --schema-inspect -o {options}" for output, options in _INSPECTED.items()},
    "check": "yschema -f INPUT --severity undocumented=warning --severity titles=warning",
    "values": "yschema -f INPUT --data-values-inspect",
    "values-json": "yschema -f INPUT --data-values-inspect -o json --error-format json",
    "coverage": "yschema coverage -f INPUT --missing",
    "coverage-json": "yschema coverage -f INPUT -o json",
    "coverage-markdown": "yschema coverage -f INPUT -o markdown",
    "draft": "yschema draft INPUT",
    **{f"inject-{form}": f"yschema inject -f INPUT --form {form} {form}.md" for form in _TABLE_FORMS},
    **{f"site-{form}": f"yschema site -f INPUT --form {form} --out {form}" for form in _SITE_FORMS},
}
_TABLES = {f"{form}.md": "<!-- yschema:begin -->\n<!-- yschema:end -->\n" for form in _TABLE_FORMS}
_OF_VERSIONS = {
    **{f"compare-{form}": f"yschema compare OLD NEW -o {form}" for form in _CHANGE_FORMS},
    "compare-language": "yschema compare OLD NEW -o markdown --language de --fail-on any",
    "compare-site": "yschema site -f OLD --name old --out old",
    "compare-values": "yschema compare OLD NEW --data-values-file old/yschema/old/values.yaml",
    "compare-migrate": "yschema compare OLD NEW --data-values-file old/yschema/old/values.yaml --migrate",
}
_OF_SITE = {
    "mkdocs": "mkdocs build --strict -f INPUT -d OUT/mkdocs",
    **{f"site-{form}": f"yschema site --config INPUT --form {form} --out OUT/{form}" for form in _SITE_FORMS},
}
_BRIEF = {
    *("check", "json-schema", "markdown-gfm", "openapi", "reference-json", "values"),
    *("compare-json", "compare-site", "compare-migrate"),
}
_SCHEMA = """\
#@data/values-schema
---
#@schema/desc "The *port* of `x`, see [a](https://example.org).\\n\\n- one\\n- two"
#@schema/examples ("One", 1)
#@schema/validation min=1
port: 80
map:
  #@schema/nullable
  list: [0.5]
"""
_MAINS: dict[str, Callable[[], Any]] = {}
"""The main functions of the programs, which forks inherit."""


@dataclass(frozen=True)
class Job:
    """Commands that run in one folder, one after the other.

    Attributes:
        name: the path of their records in the folder of each output.
        commands: the commands by output.
        inputs: the inputs, by the paths of their copies.
        texts: further files in the folder of the copies.
        folder: the folder; None for that of the copies.
    """

    name: str
    commands: Mapping[str, Sequence[str]]
    inputs: Mapping[str, Path] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None


def jobs(paths: Iterable[Path], brief: Iterable[Path]) -> Iterator[Job]:
    """Yield the jobs for inputs, and for schemas that are written in a few outputs only."""
    schemas: dict[str, Path] = {}
    briefly = set(map(Path.resolve, brief))
    for path in (*map(Path.resolve, paths), *sorted(briefly)):
        name = path.relative_to(ROOT if path.is_relative_to(ROOT) else path.anchor).as_posix()
        if path.name == "mkdocs.yml":
            yield Job(name, _filled(_OF_SITE, INPUT=path.name), folder=path.parent)
        elif (path / "commands").is_file():
            lines = enumerate((path / "commands").read_text(encoding="utf-8").splitlines(), 1)
            yield Job(name, {f"command-{i}": shlex.split(line) for i, line in lines}, {"": path})
        else:
            schemas[name] = path
            yield _job(_OF_SCHEMA, {"INPUT": name}, schemas, briefly)
    for old, new in version_pairs(schemas):
        yield _job(_OF_VERSIONS, {"OLD": old, "NEW": new}, schemas, briefly)


def _job(
    commands: Mapping[str, str], names: Mapping[str, str], schemas: Mapping[str, Path], briefly: Set[Path]
) -> Job:
    """Return the job for schemas. The last of them gives it its name, and decides about the outputs."""
    inputs = {name: schemas[name] for name in names.values()}
    name = [*inputs][-1]
    outputs = [output for output in commands if output in _BRIEF or schemas[name] not in briefly]
    return Job(name, _filled({output: commands[output] for output in outputs}, **names), inputs, _TABLES)


def version_pairs(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield paths that differ only in a version, each with the next version."""
    families = defaultdict(list)
    for name in names:
        families[_VERSION.sub("VERSION", name)].append(name)
    for family in families.values():
        yield from pairwise(sorted(family, key=lambda name: list(map(int, re.findall(r"\d+", name)))))


def _filled(commands: Mapping[str, str], **words: str) -> dict[str, list[str]]:
    return {output: [words.get(word, word) for word in line.split()] for output, line in commands.items()}


def perform(record: Path, job: Job) -> list[tuple[str, int]]:
    """Run and record the commands of a job, and return the exit status of each by output."""
    with tempfile.TemporaryDirectory() as name:
        copies = Path(name).resolve() / "copies"
        copies.mkdir()
        for place, path in job.inputs.items():
            (copies / place).parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.copytree(path, copies / place, symlinks=True, dirs_exist_ok=True)
            else:
                shutil.copy(path, copies / place)
        for place, text in job.texts.items():
            (copies / place).write_text(text, encoding="utf-8")
        return [
            (output, _perform(record / output / job.name, job, command, copies))
            for output, command in job.commands.items()
        ]


def _perform(target: Path, job: Job, command: Sequence[str], copies: Path) -> int:
    """Run a command, write its record into a folder, and return its exit status."""
    before = _states(copies)
    argv = [word.replace("OUT/", f"{copies}/") if job.folder else word for word in command]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        if not (child := os.fork()):
            main = _MAINS.get(argv[0]) or partial(os.execvp, argv[0], argv)
            streams = [os.open(os.devnull, os.O_RDONLY), out.fileno(), err.fileno()]
            run(main, argv, str(job.folder or copies), {**_ENVIRONMENT, "HOME": str(copies)}, streams)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        contents = {"command": f"{shlex.join(command)}\nexit status {status}\n".encode()}
        for name, stream in {"stdout": out, "stderr": err}.items():
            stream.seek(0)
            contents[name] = stream.read()
    written = dict(_states(copies).items() - before.items())
    contents |= {f"files/{path}": (copies / path).read_bytes() for path in written}
    for name, content in contents.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(_stable(content, copies))
    return status


def _states(folder: Path) -> dict[str, tuple[int, int]]:
    """Return what changes when a file in a folder is written, by path."""
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_mtime_ns, path.stat().st_size)
        for path in folder.rglob("*")
        if path.is_file()
    }


def _stable(content: bytes, folder: Path) -> bytes:
    content = content.replace(str(folder).encode(), b"FOLDER")
    for pattern, replacement in _UNSTABLE.items():
        content = pattern.sub(replacement, content)
    return content


def load() -> None:
    """Import all modules of this checkout, and run each output once, for the forks of this process."""
    for package in map(importlib.import_module, _PACKAGES):
        assert Path(str(package.__file__)).is_relative_to(ROOT)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    start = importlib.import_module("yschema_engine.cli.main").start
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for name, text in {**_TABLES, "old.yaml": _SCHEMA, "new.yaml": _SCHEMA.replace("80", '""')}.items():
            Path(name).write_text(text, encoding="utf-8")
        commands = _filled(_OF_SCHEMA | _OF_VERSIONS, INPUT="old.yaml", OLD="old.yaml", NEW="new.yaml")
        for command in commands.values():
            start(command[1:], io.BytesIO(), io.StringIO(), io.StringIO())
    _MAINS.update(load_programs())


def summary(statuses: Iterable[tuple[str, int]]) -> str:
    """Return how often each output ended with which exit status."""
    counts = sorted(Counter(statuses).items())
    return "".join(f"{output}: {count} with exit status {status}\n" for (output, status), count in counts)


def differences(old: Path, new: Path) -> Iterator[str]:
    """Yield, for each output that differs, how many of its files do, and the first difference."""
    files: dict[str, list[Path]] = defaultdict(list)
    for path in sorted({path.relative_to(top) for top in (old, new) for path in top.rglob("*")}):
        files[path.parts[0]].append(path)
    for output, paths in files.items():
        unequal = [path for path in paths if _read(old / path) != _read(new / path)]
        if unequal:
            yield f"{output}: {len(unequal)} files differ; {unequal[0]}:"
            yield from _first_difference(_read(old / unequal[0]), _read(new / unequal[0]))


def _read(path: Path) -> str | None:
    return path.read_bytes().decode(errors="backslashreplace") if path.is_file() else None


def _first_difference(*texts: str | None) -> Iterator[str]:
    lines = [["(no file)"] if text is None else [*text.split("\n"), "(end)"] for text in texts]
    for number, (old, new) in enumerate(zip(*lines, strict=False), 1):
        if old != new:
            start = max(0, len(os.path.commonprefix((old, new))) - 40)  # noqa: RUF071  of lines, which may be long
            yield f"  {number} - {old[start : start + 120]}"
            yield f"  {number} + {new[start : start + 120]}"
            return


def main() -> int:
    """Record, or compare; return 1 if records differ."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--out", type=Path, metavar="RECORD", help="the folder to write, which must not exist"
    )
    parser.add_argument("--diff", type=Path, nargs=2, metavar=("OLD", "NEW"), help="the records to compare")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes to use (default: 2)")
    parser.add_argument(
        "--brief", type=Path, nargs="*", default=[], metavar="INPUT", help="schemas for few outputs"
    )
    parser.add_argument("inputs", type=Path, nargs="*", metavar="INPUT")
    options = parser.parse_args()
    if options.diff:
        lines = list(differences(*options.diff))
        print("\n".join(lines) or "The records are equal.")
        return int(bool(lines))
    options.out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder, compiled_once(Path(folder)):
        load()
        with ProcessPoolExecutor(options.jobs, mp_context=get_context("fork")) as pool:
            results = pool.map(partial(perform, options.out.resolve()), jobs(options.inputs, options.brief))
            text = summary(status for statuses in results for status in statuses)
    (options.out / "summary").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
