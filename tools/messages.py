"""Keep the message catalogues in step with the source: extract, update and compile (`make messages`).

With `--check`, change nothing, and report what is out of date. The files hold no dates and no line numbers,
so that they differ only where messages do.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

import polib
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "engine/yschema_engine/show/locale"
TEMPLATE = LOCALE / "yschema.pot"
KEYWORDS = {"phrase": None, "counted": (1, 2), "_": None, "ngettext": (1, 2)}
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
        compiled = polib.pofile(result[path].decode()).to_binary()
        result[path.with_suffix(".mo")] = compiled
    return result


def extract() -> Catalog:
    """Return the messages of the source."""
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
        ("translators:",),
        strip_comment_tags=True,
        directory_filter=_is_source,
    )


def _is_source(folder: object) -> bool:
    path = Path(str(folder)).relative_to(ROOT)
    return path == Path() or path.parts[0] in ("engine", "mkdocs_yschema", "themes")


def _source(catalogue: Catalog) -> bytes:
    written = BytesIO()
    write_po(written, catalogue, width=110, sort_by_file=True, include_lineno=False)
    lines = written.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(_UNSTABLE)).encode()


def _has(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


if __name__ == "__main__":
    sys.exit(main())
