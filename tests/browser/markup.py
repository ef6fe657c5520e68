"""Texts in all slots of a template, and what several hosts make of Markdown."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from markdown import markdown

PRIVATE = "what nobody may read"
CONF = """\
project = "Pages"
extensions = ["myst_parser"]
smartquotes = False
suppress_warnings = [
    "image.not_readable", "misc.highlighting_failure", "myst.xref_missing", "toc.not_included",
]
myst_enable_extensions = [
    "amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath", "fieldlist",
    "html_admonition", "html_image", "strikethrough", "substitution", "tasklist",
]
myst_substitutions = {"secret": "*substituted*"}
"""
HUGO = """\
uglyURLs = true
disableKinds = ["404", "home", "rss", "section", "sitemap", "taxonomy", "term"]
[markup.goldmark.extensions.typographer]
disable = true
[markup.highlight]
codeFences = false
"""
_SLOT = re.compile(r"<<(?P<name>[^:<>]+)(?:: (?P<kind>\w+)(?: (?P<letters>\S+?))?)?>>(?!>)")


@dataclass(frozen=True)
class Slot:
    """A place for text in a template.

    Attributes:
        name: what the text is.
        number: of the slot in its template.
        kind: `markdown` for Markdown, `hidden` for text that no page shows as it is, `shortened` for text of
            which pages show the beginning, `pattern` for a regular expression; else empty, or `without`.
        letters: the letters that the text cannot have.
    """

    name: str
    number: int
    kind: str = ""
    letters: str = ""

    @property
    def word(self) -> str:
        """The word that stands for the slot in texts."""
        return f"Zq{self.number}z"

    def value(self, text: str) -> str:
        """Return a text for this slot."""
        text = text.replace("@", self.word)
        if self.kind == "pattern":
            return re.sub(r"[^\w\s]", lambda match: f"\\{match[0]}", text)
        return text.translate({ord(letter): None for letter in self.letters})


class Template:
    """Files with slots, such as `<<title>>`, `<<description: markdown>>` and `<<type: without )>>`."""

    def __init__(self, files: Mapping[str, str]) -> None:
        found = {match["name"]: match for text in files.values() for match in _SLOT.finditer(text)}
        self._files = files
        self.slots = [
            Slot(name, number, match["kind"] or "", match["letters"] or "")
            for number, (name, match) in enumerate(found.items())
        ]

    def write(self, values: Mapping[Slot, str], folder: Path) -> None:
        """Write the files with a value in each slot."""
        by_name = {slot.name: value for slot, value in values.items()}
        for name, text in self._files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(_SLOT.sub(partial(_written, by_name), text), encoding="utf-8")


def _written(values: Mapping[str, str], match: re.Match[str]) -> str:
    """Return a value on one line: escaped if it is in a string of YAML, JSON or Starlark."""
    value = values[match["name"]]
    before = match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()]
    return json.dumps(value, ensure_ascii=False)[1:-1] if before.count('"') % 2 else " ".join(value.split())


class Shown(HTMLParser):
    """What readers see of a page.

    Attributes:
        text: all of its text, as `bare`.
        elements: the elements with the names of their attributes.
        addresses: where links and images lead.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.addresses: list[str] = []
        self._text: list[str] = []
        self.feed(html)
        self.close()
        self.text = bare("".join(self._text))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag, tuple(sorted({name for name, _ in attrs}))] += 1
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self._text.append(data)

    def number(self, tag: str) -> int:
        """Return how many elements of a kind there are."""
        return sum(count for (name, _), count in self.elements.items() if name == tag)


def bare(text: str) -> str:
    """Return text without spaces, marks of code, and the letter that splits shortcodes."""
    return re.sub(r"[\s`\u2060]", "", text)


@dataclass(frozen=True)
class Rendered:
    """A page as a host shows it.

    Attributes:
        html: the page.
        problem: what the host does besides; empty for nothing.
    """

    html: str
    problem: str = ""


def _by_node(host: str, texts: Sequence[str], _folder: Path) -> Iterator[Rendered]:
    run = subprocess.run(
        ["node", Path(__file__).parent / "hosts.mjs", host],
        input=json.dumps(texts),
        capture_output=True,
        env={**os.environ, "SECRET": PRIVATE, "NODE_ENV": "production"},
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return (Rendered(page["html"], page["problem"]) for page in json.loads(run.stdout))


def _by_hugo(texts: Sequence[str], folder: Path) -> Iterator[Rendered]:
    """Yield pages of a site; a shortcode that nobody defines ends the build."""
    (folder / "layouts").mkdir()
    (folder / "layouts/page.html").write_text("{{ .Content }}", encoding="utf-8")
    (folder / "hugo.toml").write_text(HUGO, encoding="utf-8")
    (folder / "content").mkdir()
    for number, text in enumerate(texts):
        (folder / f"content/page-{number}.md").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "hugo", "build", "--source", folder]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr
    for number in range(len(texts)):
        html = (folder / f"public/page-{number}.html").read_text(encoding="utf-8")
        yield Rendered(html, "; ".join(line for line in run.stderr.splitlines() if f"page-{number}." in line))


def _by_sphinx(texts: Sequence[str], folder: Path) -> Iterator[Rendered]:
    """Yield pages of a project with a secret; a warning is a problem, and so is a copied file."""
    source, out = folder / "source", folder / "out"
    source.mkdir()
    pages = {f"page-{number}.md": text for number, text in enumerate(texts)}
    for name, text in {**pages, "conf.py": CONF, "index.md": "# Pages\n", "secret.txt": PRIVATE}.items():
        (source / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "json", "-d", folder / "doctrees", source, out]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr
    copied = "".join(f"copies {path.name}" for path in out.rglob("secret*"))
    for name in pages:
        html = json.loads((out / name).with_suffix(".fjson").read_text(encoding="utf-8"))["body"]
        warnings = [line for line in run.stderr.splitlines() if f"{source / name}:" in line]
        yield Rendered(html, "; ".join([*warnings, copied]).strip("; "))


def _by_python_markdown(texts: Sequence[str], _folder: Path) -> Iterator[Rendered]:
    """Yield pages rendered with extensions that give elements attributes."""
    return (Rendered(markdown(text, extensions=["admonition", "extra"])) for text in texts)


Host: TypeAlias = Callable[[Sequence[str], Path], Iterator[Rendered]]
HOSTS: Mapping[str, tuple[str, Host]] = MappingProxyType(
    {
        "mdx": ("mdx", partial(_by_node, "mdx")),
        "sphinx": ("myst", _by_sphinx),
        "github": ("gfm", partial(_by_node, "github")),
        "python-markdown": ("gfm", _by_python_markdown),
        "hugo": ("hugo", _by_hugo),
    }
)
"""The flavor of each host, and a function that yields pages as the host shows them, given an empty folder."""
