"""Extract the messages that pages show, and update the message catalogues (`make messages`).

With `--check`, change nothing, and report what is out of date. The files hold no dates and no line numbers,
so that they differ only where messages do.

Messages for authors, such as those of findings, are not translated: they are in English, as the log is.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from yschema_engine.text import findings
from yschema_engine.values.plain_codes import INSTANCE_CODES, PLAIN_CODES

ROOT = Path(__file__).parent.parent
ENGINE = ROOT / "engine/yschema_engine"
LOCALE = ENGINE / "show/locale"
TEMPLATE = LOCALE / "yschema.pot"
KEYWORDS = {"phrase": None, "counted": (1, 2), "_": None, "ngettext": (1, 2)}
FOR_AUTHORS = (
    *("arguments/*", "cli/*", "docs/*", "evaluate/*", "evaluate/*/*", "merge/*", "values/*", "yaml/*"),
    *("compare/failing_changes.py", "compiled/documents.py", "compiled/references.py", "read/*.py"),
    *("read/helm/checks.py", "read/helm/disagreements.py", "read/json_schema/load.py"),
    *(
        f"read/ytt/{name}*.py"
        for name in ("annotation", "function", "hint", "infer", "load", "mark", "overlay")
    ),
    *(f"read/ytt/{name}*.py" for name in ("portability", "proposed_", "template")),
    *("schema/declared_values.py", "schema/re2_patterns.py", "schema/rule_record.py"),
    *("show/findings.py", "show/html/theme.py", "text/lazy_import.py", "text/suggestions.py"),
    *(
        "site/library.py",
        "site/option_types.py",
        "site/output_folder.py",
        "site/pages.py",
        "site/written_site.py",
    ),
)
"""The modules of the engine whose messages are all for authors."""
REPORTED_IN_PAGES = {code.name for code in (*PLAIN_CODES, *INSTANCE_CODES)}
"""The codes of the findings of *My values*."""
_CODES = {name for name, value in vars(findings).items() if isinstance(value, partial)}
"""The functions that make the codes of findings."""
_FACTS_OF_CODES = {"found", "expected", "hint", "several"}
"""Their arguments that are templates of phrases, besides the second one, the message."""
_OF_FINDINGS = {"Misuse", "finding", "misuse", "refusal", "wrong_number"}
_PARTS_OF_FINDINGS = {"expected", "found", "hint", "related"}
_NO_WORDS = re.compile(r"`?\{\w+\}`?")
_UNSTABLE = tuple(
    f'"{name}:'
    for name in (
        *("POT-Creation-Date", "PO-Revision-Date", "Generated-By", "Last-Translator", "Language-Team"),
        *("Project-Id-Version", "Report-Msgid-Bugs-To"),
    )
)


def main() -> int:
    """Write the files that are out of date; with `--check`, report them instead."""
    is_check = "--check" in sys.argv[1:]
    outdated = {path: data for path, data in files().items() if not _has(path, data)}
    for path, data in outdated.items():
        if is_check:
            print(f"{path.relative_to(ROOT)} is out of date: run `make messages`")
        else:
            path.write_bytes(data)
    return int(is_check and bool(outdated))


def files() -> Mapping[Path, bytes]:
    """Return what the template and the catalogues should hold."""
    template = extract()
    result = {TEMPLATE: _source(template)}
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/yschema.po")):
        catalogue = read_po(BytesIO(path.read_bytes()), locale=path.parent.parent.name)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        result[path] = _source(catalogue)
    return result


def extract() -> Catalog:
    """Return the messages of the source that readers of pages see."""
    catalogue = Catalog(project="mkdocs-yschema", header_comment="# Messages of mkdocs-yschema.", fuzzy=False)
    for filename, _, message, comments, context in sorted(_messages(), key=lambda found: found[:2]):
        if isinstance(message, str) and _NO_WORDS.fullmatch(message):
            continue
        catalogue.add(message, None, [(filename, 0)], auto_comments=comments, context=context)
    return catalogue


def _messages() -> Iterator[tuple[str, int, str | tuple[str, ...], list[str], str | None]]:
    with (ROOT / "babel.cfg").open(encoding="utf-8") as lines:
        methods, options = parse_mapping_cfg(lines)  # type: ignore[no-untyped-call]  # of Babel
    yield from extract_from_dir(
        ROOT,
        methods,
        options,
        KEYWORDS,
        directory_filter=_is_source,
    )


def of_readers(file: BinaryIO, *_: object, **__: object) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Yield the messages of a Python module that are for readers of pages, as Babel asks for them.

    Args:
        file: the module.
    """
    module, tree = Path(file.name).relative_to(ENGINE), ast.parse(file.read())
    if any(module.match(pattern) for pattern in FOR_AUTHORS):
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and _is_code_in_pages(call):
                yield from _in(call)
    else:
        if module.match("read/ytt/*") and module.name != "conditions.py":
            tree.body = [node for node in tree.body if not _is_constant(node)]
        yield from _in(tree)


def _is_constant(node: ast.stmt) -> bool:
    """Return whether a statement names a phrase, which several findings of a reader of annotations share."""
    value = node.value if isinstance(node, ast.Assign) else None
    return isinstance(value, ast.Call) and _called(value) == "phrase"


def _in(node: ast.AST) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Yield the messages in a tree, except for those of findings that no page reports."""
    if isinstance(node, ast.Call):
        name = _called(node)
        if name in _OF_FINDINGS or (name in _CODES and not _is_code_in_pages(node)):
            return
        texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
        if name in _CODES:
            facts = [each.value for each in node.keywords if each.arg in _FACTS_OF_CODES]
            for text in (*texts[1:], *(each.value for each in facts if isinstance(each, ast.Constant))):
                yield node.lineno, "phrase", text, []
        if name in KEYWORDS and texts:
            yield node.lineno, name, tuple(texts) if len(texts) > 1 else texts[0], []
    for inner in ast.iter_child_nodes(node):
        if not _is_part_of_finding(inner, node):
            yield from _in(inner)


def _called(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


def _is_code_in_pages(call: ast.Call) -> bool:
    return _called(call) in _CODES and getattr(call.args[0], "value", "") in REPORTED_IN_PAGES


def _is_part_of_finding(node: ast.AST, parent: ast.AST) -> bool:
    match parent, node:
        case _, ast.FunctionDef(str(name)):  # checks of rules say what they found
            return name.startswith(("_check", "_hint"))
        case ast.Assign(targets=[ast.Name(name)]), _:
            return name in _PARTS_OF_FINDINGS
        case ast.Call(), ast.keyword(str(name)):
            return name in _PARTS_OF_FINDINGS and _called(parent) not in _CODES
    return False


def _is_source(folder: object) -> bool:
    path = Path(str(folder)).relative_to(ROOT)
    return path == Path() or path.parts[0] in ("engine", "themes")


def _source(catalogue: Catalog) -> bytes:
    written = BytesIO()
    write_po(written, catalogue, width=110, sort_by_file=True, include_lineno=False)
    lines = written.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(_UNSTABLE)).encode()


def _has(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


if __name__ == "__main__":
    sys.exit(main())
