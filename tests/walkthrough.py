"""Follow a documentation page as its readers would, and compare what it shows with what happens.

The code blocks of a page are steps. They run in order, in a folder that is empty at first:

- A block with a title is a file. With `hl_lines`, and if the file exists, the highlighted lines are inserted
  between the other lines of the block. A `diff` block changes the file.
- A `console` block holds commands, each after `$ `, followed by everything they print. A line `…` matches
  any number of lines; a command that shows nothing else must succeed. Commands that match `UNTRIED` are
  skipped and must not show any output.

Front matter may name `repository_files`: files and folders of the repository that the page uses, by the names
that they have for the reader. A line such as `--8<-- "path"` includes a file of the repository.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

from support import load_yaml

ROOT = Path(__file__).parents[1]
UNTRIED = re.compile(
    r"(pip|pipx|python3 -m venv|\.|git|make|npm|pre-commit|mkdocs serve|\.venv/bin/mkdocs)\b|\. "
)
_FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,}) *(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=indent)(?P=fence)$",
    re.DOTALL | re.MULTILINE,
)
_INCLUDED = re.compile(r'^( *)--8<-- "(.*?)"$', re.MULTILINE)
_COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*(?:\n|\Z))*)", re.MULTILINE)
# Output that differs between runs or machines.
_VARYING = ((r"built in [0-9.]+ seconds", "built in 0.50 seconds"), (r"(?<=directory: )/\S+/", "/home/you/"))


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code.

    Attributes:
        language: the first word of the info string.
        options: the other options of the info string, such as `title`.
        text: the content of the block.
    """

    language: str
    options: Mapping[str, str]
    text: str


def blocks(page: str) -> Iterator[Block]:
    """Return the code blocks of a page, including those in lists, tabs and admonitions."""
    return map(_block, _FENCE.finditer(page))


def _block(match: re.Match[str]) -> Block:
    language, _, rest = match["info"].strip().partition(" ")
    options = dict(re.findall(r'([\w.]+)="(.*?)"', rest))
    text = re.sub(rf"^{match['indent']}", "", match["text"], flags=re.MULTILINE)
    return Block(language, options, _INCLUDED.sub(_included, text))


def _included(match: re.Match[str]) -> str:
    text = (ROOT / match[2]).read_text(encoding="utf-8").removesuffix("\n")
    return "\n".join(match[1] + line if line else "" for line in text.split("\n"))


def repository_files(page: str) -> Mapping[str, str]:
    """Return the files of the repository that a page uses: the reader's name of each, and its path."""
    front = re.match(r"---\n(.*?)^---$", page, re.DOTALL | re.MULTILINE)
    return (load_yaml(front[1]).get("repository_files") or {}) if front else {}


def walk(page: str, folder: Path, after_step: Callable[[], None] = lambda: None) -> str:
    """Follow a page in a folder.

    Args:
        page: its text.
        folder: in which the steps run.
        after_step: called after each step.

    Returns:
        The page with the output that the commands really print.

    Raises:
        AssertionError: A step is not possible.
    """
    for name, source in repository_files(page).items():
        copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copy
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copy(ROOT / source, folder / name)
    steps = Steps(folder)

    def take(match: re.Match[str]) -> str:
        text = steps.take(_block(match), match)
        after_step()
        return text

    return _FENCE.sub(take, page)


class Steps:
    """The steps of a page, which run in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._status = 0

    def take(self, block: Block, match: re.Match[str]) -> str:
        """Run a step and return the block with its real output."""
        if "title" in block.options:
            _write(self._folder / block.options["title"], block)
        elif block.language == "console":
            shown = (f"$ {c}\n{self._output(c, said)}" for c, said in _COMMAND.findall(block.text))
            return match[0].replace(match["text"], indent("".join(shown), match["indent"]))
        return match[0]

    def _output(self, command: str, shown: str) -> str:
        if UNTRIED.match(command):
            assert not shown.strip(), f"not run, so nothing may be shown of it: {command}"
            return ""
        ran = subprocess.run(
            ["bash", "-c", f"(exit {self._status})\n{command}"],
            cwd=self._folder,
            env=_environment(self._folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        self._status = ran.returncode
        out = ran.stdout
        assert shown != "…\n" or ran.returncode == 0, f"{command} fails:\n{out}"
        for pattern, word in _VARYING:
            out = re.sub(pattern, word, out)
        parts = re.split(r"^…\n", shown, flags=re.MULTILINE)
        return shown if re.fullmatch(".*".join(map(re.escape, parts)), out, re.DOTALL) else out


def _environment(home: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "COLUMNS": "100",
        "NO_MKDOCS_2_WARNING": "1",
    }


def _write(path: Path, block: Block) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if block.language == "diff":
        lines = block.text.splitlines(keepends=True)
        _replace(path, [x[1:] for x in lines if x[0] in " -"], [x[1:] for x in lines if x[0] in " +"])
    elif "hl_lines" in block.options and path.exists():
        lines = block.text.splitlines(keepends=True)
        marked = set(_numbers(block.options["hl_lines"]))
        _replace(path, [x for n, x in enumerate(lines, 1) if n not in marked], lines)
    else:
        path.write_text(block.text, encoding="utf-8")


def _replace(path: Path, old: list[str], new: list[str]) -> None:
    text = path.read_text(encoding="utf-8")
    assert ("\n" + text).count("\n" + "".join(old)) == 1, f"{path.name} has not once:\n{''.join(old)}"
    path.write_text(("\n" + text).replace("\n" + "".join(old), "\n" + "".join(new))[1:], encoding="utf-8")


def _numbers(text: str) -> Iterator[int]:
    for part in text.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)
