"""The modules that `load()` finds: the standard ones, `@ytt:…`, and Starlark and library files of the inputs.

As in ytt, files that make a schema or data values see no data values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from yschema_engine.evaluate.starlark.blocks import Line
from yschema_engine.evaluate.starlark.errors import BridgeError, CodedError, Functions, by_name
from yschema_engine.evaluate.starlark.marshal import decode
from yschema_engine.evaluate.starlark.prelude import build_module
from yschema_engine.evaluate.starlark.programs import Loader, Module, run
from yschema_engine.evaluate.starlark.session import MODULE_NAMES, Session
from yschema_engine.read.ytt.rules import PROPOSED_KEYWORDS
from yschema_engine.read.ytt.template import Evaluator, Folder, Scope
from yschema_engine.read.ytt.template_program import text_lines
from yschema_engine.schema.rule_record import Misuse
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.text.findings import Finding, UsageError, template_code
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import DocumentSet, from_plain
from yschema_engine.text.phrases import ENGLISH, Listing, Verbatim
from yschema_engine.text.source import Source, Span

UNKNOWN_MODULE = template_code(
    "unknown-module", "unknown standard module {module}", expected="one of {modules}"
)


def functions(scope: Scope) -> Functions:
    """Return the module's functions for a file."""

    def read(path: str) -> str:
        name = scope.find(path)
        if name is None:
            raise BridgeError(f"data.read: the input files do not contain {written(path)}: pass it with -f")
        try:
            return scope.files[name].source.text
        except UsageError as e:
            raise BridgeError(f"data.read: {written(path)} is not UTF-8 text") from e

    def listed(path: str) -> list[str]:
        names = scope.names(path)
        if names is None:
            raise BridgeError(f"data.list: the input files do not contain the folder {written(path)}")
        return names

    def values() -> Any:
        return ["dict", []] if scope.values is None else scope.values

    return {"data_read": read, "data_list": listed, "data_values": values}


# For each standard module, the Python modules with the functions that it calls. The functions for `data` and
# `library` depend on the file that loads them, and are not listed here.
_HOST: Mapping[str, tuple[str, ...]] = {
    "assert": ("evaluate.stdlib.formats", "evaluate.starlark.replay", "read.ytt.modules"),
    **dict.fromkeys(("base64", "ip", "md5", "sha256", "url"), ("evaluate.stdlib.encodings",)),
    **dict.fromkeys(("json", "toml", "yaml"), ("evaluate.stdlib.formats",)),
    "math": ("evaluate.stdlib.math",),
    "overlay": ("read.ytt.overlay_module",),
    "regexp": ("evaluate.stdlib.regexp",),
    "version": ("read.ytt.modules",),
}


def module(
    name: str, scope: Scope | None = None, libraries: Callable[[Scope], Functions] | None = None
) -> Module:
    """Return a standard module.

    Args:
        name: its name, as `json` in `@ytt:json`.
        scope: the files that `data.read` and `data.list` find; none by default.
        libraries: returns the functions of `library` for a scope.

    Raises:
        CodedError: the module does not exist.
    """
    if name == "data":
        return _build(name, functions(scope or Scope({})))
    if name == "library" and libraries is not None:
        return _build(name, libraries(scope or Scope({})))
    if name not in MODULE_NAMES or name == "library":
        modules = Listing(tuple(Verbatim(f"@ytt:{known}") for known in MODULE_NAMES), "or")
        raise CodedError(UNKNOWN_MODULE, module=Verbatim(f"@ytt:{name}"), modules=modules)
    return _shared(name)


@cache  # at most one for each name; frozen modules never change
def _shared(name: str) -> Module:
    """Return a module that is the same for every run."""
    functions: dict[str, Any] = {}
    for each in _HOST.get(name, ()):
        functions.update(import_module(f"yschema_engine.{each}").FUNCTIONS)
    return _build(name, functions)


def _build(name: str, functions: Functions) -> Module:
    code = (Path(__file__).parent / "stdlib" / f"{name}.star").read_text(encoding="utf-8")
    return Module(result=build_module(f"@ytt:{name}", code, functions))


_NOWHERE = Span(Source("", ""), 0)


def rule_functions() -> list[list[str]]:
    """Return the names of the functions, each with that of its rule."""
    return [[*names] for names in PROPOSED_KEYWORDS.items()]


def rule_argument(name: str, rule: str, arguments: Any) -> None:
    """Refuse arguments that a function does not take.

    Raises:
        BridgeError: the arguments are wrong.
    """
    try:
        _argument(rule, arguments)
    except Misuse as e:
        found, expected = ENGLISH.text(e.found), ENGLISH.text(e.expected)
        raise BridgeError(f"assert.{name}: found {found}; expected {expected}") from None


def rule_problem(rule: str, arguments: Any, value: Any) -> str | None:
    """Return what a rule finds wrong with a value; None if the value satisfies it.

    Raises:
        BridgeError: the value is not one that YAML can hold.
    """
    try:
        plain = decode(value)
        if isinstance(plain, DocumentSet):
            plain = [document.value for document in plain.documents]
        nodes = from_plain(plain, _NOWHERE)
    except TypeError as e:
        raise BridgeError(str(e)) from None
    problem = RULES[rule].check(_argument(rule, arguments), nodes)
    if problem is None:
        return None
    return ENGLISH.text(problem) or written(nodes)


def _argument(rule: str, arguments: Any) -> Any:
    return RULES[rule].read(rule, RULES[rule].assertion(decode(arguments)))


def error_text(problem: Finding) -> str:
    """Return a finding in one line of English: its place, its path, what is wrong, found and expected."""
    place = f"{problem.span}: " if problem.span and problem.span.source.text else ""
    path = f"{problem.path_text}: " if problem.path_text else ""
    facts = (ENGLISH.text(problem.fact(name)) for name in ("message", "found"))
    expected, declared = ENGLISH.text(problem.fact("expected")), problem.params.get("declared")
    by = f" (declared at {declared})" if isinstance(declared, Span) else ""
    wanted = f", expected {expected}{by}" if expected else ""
    return f"{place}{path}{': '.join(filter(None, facts))}{wanted}"


LANGUAGE = (0, 49, 0)
"""The version whose schema language the engine implements."""

_VERSION = r"(?a)(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?"


def version_check(text: str) -> None:
    """Fail if the language is older than the version.

    Raises:
        BridgeError: it is older, or the text is no version.
    """
    match = re.fullmatch(_VERSION, text)
    if match is None:
        raise BridgeError(
            f"version.require_at_least: expected a version such as 0.48.0, found {written(text)}"
        )
    if tuple(int(match[n]) for n in (1, 2, 3)) > LANGUAGE:
        ours = ".".join(map(str, LANGUAGE))
        raise BridgeError(f"this file asks for version {text} of the language; supported is {ours}")


FUNCTIONS = by_name(rule_functions, rule_argument, rule_problem, version_check)


LOAD_WITHOUT_COLON = template_code(
    "load-without-colon", "the path {file} names a library but no file", expected="@LIBRARY:FILE"
)
LOAD_MISSING_LIBRARY = template_code(
    "load-missing-library",
    "cannot find the library {library}",
    expected="files in the folder _ytt_lib/{library} next to the file that loads it",
)
LOAD_CYCLE = template_code("load-cycle", "the file {file} loads itself", found="{files}")
LOAD_NOT_TEXT = template_code("load-not-text", "the file {file} is not UTF-8 text")
LOAD_MISSING_FILE = template_code(
    "load-missing-file",
    "the input files do not contain {file}",
    hint="pass the file with -f, or add it to `files` of the schema in a site",
)
LOAD_WRONG_FILE = template_code(
    "load-wrong-file",
    "the file {file} cannot be loaded",
    expected="a .star, .lib.yml or .lib.txt file, to which no `--file-mark` gives another type",
)


# A path among the inputs, and the folder of the library that the file is loaded as a part of.
_LibraryFile = tuple[str, Folder]
_TEXT_LIBRARY = ".lib.txt"
_YAML_LIBRARY = (".lib.yml", ".lib.yaml")


class Library:
    """The files that can be loaded, each evaluated once.

    Attributes:
        session: the run.
    """

    def __init__(self, evaluator: Evaluator, session: Session) -> None:
        self.session = session
        self._evaluator = evaluator
        self._modules: dict[_LibraryFile, Module] = {}
        self._loading: list[_LibraryFile] = []

    def scope(self, path: str) -> Scope:
        """Return the scope of an input that is not part of a library.

        Args:
            path: its path among the inputs.
        """
        return Scope(self._evaluator.files, values=self._evaluator.values).of_file(path)

    def loader(self, scope: Scope) -> Loader:
        """Return the loader for a file with a scope."""

        def load(path: str) -> Module:
            if path.startswith("@ytt:"):
                return module(path.removeprefix("@ytt:"), scope, self._evaluator.libraries)
            if path.startswith("@"):
                name, colon, path_there = path[1:].partition(":")
                if not colon:
                    raise CodedError(LOAD_WITHOUT_COLON, file=Verbatim(path))
                library = scope.of_library(name)
                if library is None:
                    raise CodedError(LOAD_MISSING_LIBRARY, library=Verbatim(name))
                return self._load(library, path_there)
            return self._load(scope, path)

        return load

    def _load(self, scope: Scope, path: str) -> Module:
        name = scope.find(path)
        if name is None:
            raise CodedError(LOAD_MISSING_FILE, file=Verbatim(path))
        key = (name, scope.root)
        if key not in self._modules:
            if key in self._loading:
                files = Verbatim(" → ".join((*(loading for loading, _ in self._loading), name)))
                raise CodedError(LOAD_CYCLE, file=Verbatim(path), files=files)
            self._loading.append(key)
            try:
                self._modules[key] = self._evaluate(name, scope.of_file(name))
            finally:
                self._loading.pop()
        return self._modules[key]

    def _evaluate(self, name: str, scope: Scope) -> Module:
        try:
            file = self._evaluator.files[name]
            source = file.source
        except UsageError as e:
            raise CodedError(LOAD_NOT_TEXT, file=Verbatim(name)) from e
        if name.endswith(".star") and file.is_library:
            lines = [Line(text, _code_span(source, n)) for n, text in enumerate(source.lines, 1)]
            return self._run(source, lines, scope)
        if name.endswith(_TEXT_LIBRARY):
            return self._run(source, text_lines(source.text, Span(source, 1)), scope)
        if name.endswith(_YAML_LIBRARY):
            return self._evaluator.module(source, scope)
        raise CodedError(LOAD_WRONG_FILE, file=Verbatim(name))

    def _run(self, source: Source, lines: Iterable[Line], scope: Scope) -> Module:
        return run(Module(self.session, source.name), lines, self.loader(scope))


def _code_span(source: Source, number: int) -> Span:
    """Return the span of a line without its indentation."""
    line = source.line(number)
    return Span(source, number, len(line) - len(line.lstrip()) + 1, len(line.rstrip()) + 1)
