"""The commands on pages work, and print what the pages show.

`pytest tests/docs/test_walkthroughs.py --regenerate` writes the printed output to the pages.
"""

from __future__ import annotations

import shlex
from itertools import takewhile
from pathlib import Path

import pytest

from walkthrough import ROOT, blocks, walk
from yschema_engine.arguments import parse

PAGES = [
    pytest.param(path, id=path.relative_to(ROOT).as_posix())
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if path.name != "development.md"  # for test_recipes.py
    if any(block.language == "console" for block in blocks(path.read_text(encoding="utf-8")))
]
PAGE_WITH_STEPS = """
```yaml title="a/schema.yaml"
#@data/values-schema
---
replicas: 1
port: 80
```

- In a list:

    ```yaml title="a/schema.yaml" hl_lines="2"
    replicas: 1
    #@schema/nullable
    port: 80
    ```

```diff title="a/schema.yaml"
 ---
-replicas: 1
+replicas: 2
```

```console
$ yschema -f a --data-values-inspect
…
port: null
$ pip install nothing
$ yschema -f b; false
error: cannot read b
  found:    No such file or directory
  hint:     check the path
$ echo $?
1
```
"""


@pytest.mark.alone
@pytest.mark.parametrize("page", PAGES)
def test_pages_show_real_output(page: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    text = page.read_text(encoding="utf-8")
    actual = walk(text, tmp_path)
    if request.config.getoption("regenerate"):
        page.write_text(actual, encoding="utf-8")
    assert text == actual


def test_correct_page(tmp_path: Path) -> None:
    assert walk(PAGE_WITH_STEPS, tmp_path) == PAGE_WITH_STEPS


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("port: null\n", "replicas: 7\nport: null\n"),
        ("hint:     check the path", "hint:     check the paths"),
        ("$ echo $?\n1\n", "$ echo $?\n0\n"),
    ],
)
def test_wrong_output_is_corrected(wrong: str, right: str, tmp_path: Path) -> None:
    changed = PAGE_WITH_STEPS.replace("…\n", "").replace(wrong, right)
    corrected = PAGE_WITH_STEPS.replace("…\nport: null\n", "replicas: 2\nport: null\n")
    assert changed != walk(changed, tmp_path) == corrected


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("-replicas: 1", "-replicas: 3"),
        ('hl_lines="2"', 'hl_lines="3"'),
        ("pip install nothing\n", "pip install nothing\nSuccessfully installed\n"),
    ],
)
def test_impossible_step(right: str, wrong: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"not once|not run"):
        walk(PAGE_WITH_STEPS.replace(right, wrong), tmp_path)


def test_listed_commands_are_valid() -> None:
    """Commands in `sh` blocks are not run, but have to be valid."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shells = [
        block.text for page in pages for block in blocks(page.read_text("utf-8")) if block.language == "sh"
    ]
    commands = [line for text in shells for line in text.splitlines() if line.startswith("yschema ")]
    assert commands
    for command in commands:
        _, *arguments = shlex.split(command, comments=True)
        parse([*takewhile(">".__ne__, arguments)])
