"""The examples on the page about the Python API give the results that the page shows."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/reference/library.md"


def test_examples_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PAGE.read_text(encoding="utf-8")
    schema = re.search(r'```yaml title="schema.yaml"\n(.*?)```', text, re.DOTALL)
    assert schema is not None
    (tmp_path / "schema.yaml").write_text(schema[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 10
    runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF)
    report: list[str] = []
    runner.run(examples, out=report.append)
    assert not runner.failures, "".join(report)
