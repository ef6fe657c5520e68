"""The inventory `objects.inv` contains the fields for links from other sites."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping

import pytest

from yschema_engine.site import inventory
from yschema_engine.site.inventory import line_of_field

from .sites import CONFIG, Built, SiteFolder

# The patterns of Sphinx and of mkdocstrings for lines.
SPHINX = re.compile(r"(.+?)\s+(\S+)\s+(-?\d+)\s+?(\S*)\s+(.*)")
MKDOCSTRINGS = re.compile(r"^(.+?)\s+(\S+):(\S+)\s+(-?\d+)\s+(\S+)\s*(.*)$")
HEAD = b"# Sphinx inventory version 2\n# Project: P\n# Version: 1\n# compressed using zlib.\n"
BARE = CONFIG.replace("        page: reference/app.md\n", "")


def read(data: bytes) -> dict[str, tuple[str, str, str]]:
    """Return names with their types, addresses and titles, as Sphinx and mkdocstrings read them."""
    *head, rest = data.split(b"\n", 4)
    assert head[0] == b"# Sphinx inventory version 2"
    assert head[1].startswith(b"# Project: ") and head[2].startswith(b"# Version: ") and b"zlib" in head[3]
    found = {}
    for line in zlib.decompress(rest).decode().splitlines():
        sphinx, mkdocstrings = SPHINX.match(line), MKDOCSTRINGS.match(line)
        assert sphinx and mkdocstrings
        name, kind, _, uri, title = sphinx.groups()
        assert mkdocstrings.groups()[:1] + mkdocstrings.groups()[4:] == (name, uri, title)
        assert name not in found
        uri = uri[:-1] + name if uri.endswith("$") else uri
        found[name] = (kind, uri, name if title == "-" else title)
    return found


def of(built: Built) -> dict[str, tuple[str, str, str]]:
    return read((built.folder / "objects.inv").read_bytes())


def test_a_site_lists_its_data_values(site: SiteFolder) -> None:
    built = site.build(strict=True)
    assert not built.failed, built.log
    assert of(built) == {
        f"app.{anchor}": ("std:label", f"reference/app/#app.{anchor}", path)
        for anchor, path in {
            "replicas": "replicas",
            "service": "service",
            "service.type": "service.type",
            "service.loadBalancerIP": "service.loadBalancerIP",
            "routes": "routes",
            "routes.path": "routes[].path",
        }.items()
    }
    assert b"# Project: Site\n" in (built.folder / "objects.inv").read_bytes()


SITES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "only what is shown": (
        {"mkdocs.yml": BARE, "docs/index.md": "::: yschema app\n    path: replicas\n"},
        {"app.replicas": "#app.replicas"},
    ),
    "the page of the schema": (
        {"docs/a.md": "::: yschema app\n    path: replicas\n"},
        {"app.replicas": "reference/app/#app.replicas"},
    ),
    "the page of a map": (
        {"mkdocs.yml": CONFIG + "        split: map\n"},
        {
            "app.replicas": "reference/app/#app.replicas",
            "app.service": "reference/app/service/#app.service",
            "app.service.type": "reference/app/service/#app.service.type",
        },
    ),
    "without directories": (
        {"mkdocs.yml": CONFIG + "use_directory_urls: false\n"},
        {"app.replicas": "reference/app.html#app.replicas"},
    ),
    "odd keys": (
        {"schemas/app.yaml": '#@data/values-schema\n---\ntls.crt: 1\na b: 1\n"": 1\n名: {c: 1}\n'},
        {
            "app.tls~2Ecrt": "reference/app/#app.tls~2Ecrt",
            "app.a~20b": "reference/app/#app.a~20b",
            "app.~": "reference/app/#app.~",
            "app.~E5~90~8D.c": "reference/app/#app.~E5~90~8D.c",
        },
    ),
}


@pytest.mark.parametrize(("files", "expected"), SITES.values(), ids=SITES)
def test_where_data_values_are(site: SiteFolder, files: dict[str, str], expected: dict[str, str]) -> None:
    built = site.build(files, strict=True)
    assert not built.failed, built.log
    found = {name: uri for name, (_, uri, _) in of(built).items()}
    assert {name: found.get(name) for name in expected} == expected
    if len(expected) == 1 and "mkdocs.yml" in files and "page:" not in files["mkdocs.yml"]:
        assert found == expected


NONE = {
    "switched off": {"mkdocs.yml": CONFIG.replace("yschema:\n", "yschema:\n    inventory: false\n")},
    "no data value is shown": {"mkdocs.yml": BARE},
}


@pytest.mark.parametrize("files", NONE.values(), ids=NONE)
def test_no_file_without_need(site: SiteFolder, files: dict[str, str]) -> None:
    assert not (site.build(files, strict=True).folder / "objects.inv").exists()


def other(*lines: str) -> bytes:
    return HEAD + zlib.compress("\n".join(lines).encode())


OURS = [line_of_field("app.x", "p/", "x")]
X = ("std:label", "p/#app.x", "x")
MERGED: dict[str, tuple[bytes, bool, dict[str, tuple[str, str, str]]]] = {
    "no file": (b"", False, {"app.x": X}),
    "an empty inventory": (other(), False, {"app.x": X}),
    "another's": (
        other("a.b py:function 1 api/#$ -"),
        False,
        {"a.b": ("py:function", "api/#a.b", "a.b"), "app.x": X},
    ),
    "names with spaces": (
        other("a label std:label -1 q/#a A title: of words"),
        False,
        {"a label": ("std:label", "q/#a", "A title: of words"), "app.x": X},
    ),
    "the same name, of this build": (
        other("app.x std:label -1 de/p/#$ x"),
        False,
        {"app.x": ("std:label", "de/p/#app.x", "x")},
    ),
    "the same name, of a build before": (other("app.x std:label -1 old/#$ x"), True, {"app.x": X}),
}


@pytest.mark.parametrize(("existing", "newer", "expected"), MERGED.values(), ids=MERGED)
def test_entries_of_others_stay(
    existing: bytes, newer: bool, expected: Mapping[str, tuple[str, str, str]]
) -> None:
    data = inventory.inventory("Site", OURS, existing, newer=newer)
    assert read(data) == expected
    assert (b"# Project: P\n" in data) == bool(existing), "the head of a file that is there stays"


def test_a_name_may_be_there_as_something_else() -> None:
    data = inventory.inventory("Site", OURS, other("app.x py:module 1 api/#$ -"))
    lines = zlib.decompress(data.split(b"\n", 4)[4]).decode().splitlines()
    assert lines == ["app.x py:module 1 api/#$ -", "app.x std:label -1 p/#$ x"]


def test_projects_have_one_line() -> None:
    head = inventory.inventory("A\nsite", OURS).split(b"\n")
    assert head[1] == b"# Project: A site"


WRONG = {
    "no inventory": b"<html>",
    "version 1": b"# Sphinx inventory version 1\n# Project: P\n# Version: 1\nx mod y\n",
    "not compressed": HEAD + b"a.b py:function 1 api/#$ -\n",
    "compressed, no text": HEAD + zlib.compress(b"\xff\xfe"),
    "cut off": other("a.b py:function 1 api/#$ -")[:-4],
}


@pytest.mark.parametrize("existing", WRONG.values(), ids=WRONG)
def test_another_file_of_the_name_is_left_alone(site: SiteFolder, existing: bytes) -> None:
    (site.folder / "docs/objects.inv").write_bytes(existing)
    built = site.build()
    assert not built.failed
    assert (built.folder / "objects.inv").read_bytes() == existing
    assert [error for error in built.errors if "cannot add fields to objects.inv" in error]


HOOK = """\
import zlib
from pathlib import Path

def on_env(env, config, files):
    head = b"# Sphinx inventory version 2\\n# Project: P\\n# Version: 1\\n# zlib.\\n"
    text = b"a.b py:function 1 api/#$ -\\n"
    Path(config.site_dir).mkdir(exist_ok=True)
    Path(config.site_dir, "objects.inv").write_bytes(head + zlib.compress(text))
"""


def test_a_file_that_another_plugin_writes_has_both(site: SiteFolder) -> None:
    built = site.build({"mkdocs.yml": CONFIG + "hooks: [hook.py]\n", "hook.py": HOOK}, strict=True)
    assert not built.failed, built.log
    found = of(built)
    assert found["a.b"] == ("py:function", "api/#a.b", "a.b")
    assert found["app.replicas"] == ("std:label", "reference/app/#app.replicas", "replicas")
