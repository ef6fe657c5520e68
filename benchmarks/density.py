"""Annotations in schemas (`python -m benchmarks.density FOLDER`), or in generated ones."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.generate import schema
from benchmarks.report import Report
from yschema_engine import File, load_schema
from yschema_engine.text.findings import EngineError

_ANNOTATION = re.compile(r"^\s*#@schema/([\w-]+)", re.MULTILINE)
_FUNCTION = re.compile(r"\blambda\b|^\s*#@ *def\b", re.MULTILINE)


def density(texts: Iterable[str]) -> list[tuple[str, float]]:
    """Return how many of each annotation, functions, lines and levels a field has."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(f"@schema/{name}" for name in _ANNOTATION.findall(text))
        counts["functions"] += len(_FUNCTION.findall(text))
        counts["lines"] += text.count("\n")
        for depth in _depths(text):
            counts["fields"] += 1
            counts["levels"] += depth
    fields = counts.pop("fields")
    return [(name, count / fields) for name, count in counts.most_common()]


def _depths(text: str) -> Iterator[int]:
    loaded = load_schema([File("schema.yaml", "schema.yaml", text.encode())])
    yield from (len(field.path) for field in loaded.root.walk() if field.path)


def _published(folder: Path) -> Iterator[str]:
    for path in sorted((*folder.rglob("*.yaml"), *folder.rglob("*.yml"))):
        text = path.read_text(encoding="utf-8", errors="replace")
        if "#@data/values-schema" in text:
            try:
                list(_depths(text))
            except EngineError as e:
                print(f"left out: {path}: {e}", file=sys.stderr)
            else:
                yield text


def main() -> None:
    """Print the densities."""
    texts = _published(Path(sys.argv[1])) if len(sys.argv) > 1 else [schema(3_000)]
    rows = [[name, f"{number:.3f}"] for name, number in density(texts)]
    Report().table("In each field", ("", "number"), rows)


if __name__ == "__main__":
    main()
