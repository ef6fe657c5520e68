"""The severity of findings, and comments that accept them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .sites import CONFIG, SiteFolder

HEAD = "#@data/values-schema\n---\n"
ALL = {
    "titles": "warning",
    "undocumented": "warning",
    "deprecated": "warning",
    "portability": "warning",
    "examples": "warning",
    "defaults": "warning",
}


def settings(levels: dict[str, str]) -> str:
    """Return the configuration with severities."""
    lines = "".join(f"      {kind}: {level}\n" for kind, level in levels.items())
    return CONFIG.replace("    schemas:\n", f"    severity:\n{lines}    schemas:\n", 1)


def found(log: list[str]) -> list[str]:
    """Return the lines of the findings of a build, each with its kind."""
    places = []
    for text in log:
        for block in text.split("\n\n"):
            if place := re.match(r"(?:yschema: )?(\S+?:\d+)(?::\d+)?: ", block):
                kind = re.search(r"^  kind: +(\w+)$", block, re.MULTILINE)
                places.append(f"{place[1]} {kind[1] if kind else '-'}")
    return places


LACKS = {
    "undocumented": ("#@schema/title 'A'\na: 1\n", 4),
    "titles": ("#@schema/desc 'A'\na: 1\n", 4),
    "deprecated": ("#@schema/deprecated ''\na: 1\n", 4),
}


@pytest.mark.parametrize("kind", LACKS)
@pytest.mark.parametrize("level", ["error", "warning", "off"])
def test_what_is_lacking_is_as_severe_as_its_kind(site: SiteFolder, kind: str, level: str) -> None:
    text, line = LACKS[kind]
    built = site.build({"schemas/app.yaml": HEAD + text, "mkdocs.yml": settings({kind: level})})
    assert built.failed == (level == "error")
    assert found(built.errors) == ([] if level == "off" else [f"schemas/app.yaml:{line} {kind}"])
    assert site.build(strict=True).failed == (level != "off")


def test_what_is_lacking_is_off_unless_a_site_asks(site: SiteFolder) -> None:
    built = site.build({"schemas/app.yaml": f"{HEAD}#@schema/deprecated ''\na: 1\n"}, strict=True)
    assert (built.failed, built.errors) == (False, [])


BY_SCHEMA: dict[str, tuple[str, str, str, list[str]]] = {
    "stricter than the site": ("undocumented: off", "", "undocumented: error", ["own/s.yaml:3 undocumented"]),
    "more lenient than the site": (
        "undocumented: error",
        "undocumented: off",
        "",
        ["own/s.yaml:3 undocumented"],
    ),
    "each its own": (
        "titles: off",
        "titles: warning",
        "titles: error",
        ["vendor/s.yaml:3 titles", "own/s.yaml:3 titles"],
    ),
    "portability of one": ("portability: off", "", "portability: error", ["own/s.yaml:4 portability"]),
    "samples of one": (
        "samples: warning",
        "",
        "samples: error",
        ["vendor/v.yaml:1 samples", "own/v.yaml:1 samples"],
    ),
}


@pytest.mark.parametrize("case", BY_SCHEMA)
def test_a_schema_has_severities_of_its_own(site: SiteFolder, case: str) -> None:
    for_all, vendor, own, expected = BY_SCHEMA[case]
    schema = f"{HEAD}a: 1\n#@schema/title 'B'\n#@schema/desc 'B'\nb: 1\n"
    schema = f"{HEAD}a: 1\n#@schema/validate min=1\nb: 1\n" if "portability" in case else schema
    samples = {f"{name}/v.yaml": "a: x\n" for name in ("vendor", "own")} if "samples" in case else {}
    entries = "".join(
        f"      {name}:\n        files: [{name}/s.yaml]\n        severity: {{{levels}}}\n"
        + (f"        samples: [{name}/v.yaml]\n" if samples else "")
        for name, levels in (("vendor", vendor), ("own", own))
    )
    config = f"site_name: Site\nplugins:\n- yschema:\n    severity: {{{for_all}}}\n    schemas:\n{entries}"
    built = site.build({"mkdocs.yml": config, "vendor/s.yaml": schema, "own/s.yaml": schema, **samples})
    assert built.failed == ("error" in for_all + vendor + own)
    assert sorted(found(built.errors)) == sorted(expected)


def test_findings_are_in_source_order_and_once(site: SiteFolder) -> None:
    text = (
        "#@ def part():\nname: ''\n#@ end\n"
        f"{HEAD}a: #@ part()\n#@schema/validation max=1\nb: 2\nc: #@ part()\n#@schema/any-key\nd: 1\n"
    )
    levels = {"undocumented": "warning", "defaults": "warning", "portability": "warning"}
    built = site.build({"schemas/app.yaml": text, "mkdocs.yml": settings(levels)})
    assert found(built.errors) == [
        "schemas/app.yaml:2 undocumented",
        "schemas/app.yaml:6 undocumented",
        "schemas/app.yaml:8 defaults",
        "schemas/app.yaml:8 undocumented",
        "schemas/app.yaml:9 undocumented",
        "schemas/app.yaml:10 portability",
        "schemas/app.yaml:11 undocumented",
    ]


def test_a_fragment_of_two_schemas_is_reported_once(site: SiteFolder) -> None:
    head = f"#@ load('part.lib.yml', 'part')\n{HEAD}#@schema/desc 'M'\n"
    files: dict[str, Any] = {
        "mkdocs.yml": settings({"undocumented": "error"}).replace("*.yaml", "a.*, schemas/part.lib.yml")
        + "      other:\n        files: [schemas/part.lib.yml, schemas/b.yaml]\n",
        "schemas/part.lib.yml": "#@ def part():\nname: 1\n#@ end\n",
        "schemas/a.yaml": f"{head}one: #@ part()\n#@schema/desc 'M'\ntwo: #@ part()\n",
        "schemas/b.yaml": f"{head}three: #@ part()\n",
    }
    assert found(site.build(files).errors) == ["schemas/part.lib.yml:2 undocumented"]


ACCEPTED: dict[str, tuple[dict[str, str], list[str]]] = {
    "all of a line": (
        {"schemas/app.yaml": f"{HEAD}#! yschema: accept undocumented, titles: its name says it\na: 1\n"},
        [],
    ),
    "one of two": (
        {"schemas/app.yaml": f"{HEAD}a: 1 #! yschema: accept titles: its name says it\n"},
        ["schemas/app.yaml:3 undocumented"],
    ),
    "not the line below": (
        {"schemas/app.yaml": f"{HEAD}m: #! yschema: accept undocumented, titles: x\n  a: 1\n"},
        ["schemas/app.yaml:4 undocumented", "schemas/app.yaml:4 titles"],
    ),
    "an example and a default": (
        {
            "schemas/app.yaml": f"{HEAD}#@schema/title 'A'\n#@schema/desc 'A'\n#@schema/validation max=1\n"
            "#! yschema: accept examples, defaults: to show a wrong one\n#@schema/examples ('', 3)\na: 2\n"
        },
        [],
    ),
    "in a program": (
        {
            "mkdocs.yml": settings(ALL).replace("*.yaml", "*"),
            "schemas/app.yaml": f"#@ load('r.star', 'r')\n{HEAD}#@schema/title 'A'\n"
            "#@schema/desc 'A'\na: 1\n",
            "schemas/r.star": "load('@ytt:json', 'json')\ndef r(v):\n"
            "  return json.decodable(v) # yschema: accept portability: run by yschema alone\nend\n",
        },
        [],
    ),
    "nothing is there to accept": (
        {
            "schemas/app.yaml": f"{HEAD}#@schema/title 'A'\n#@schema/desc 'A'\n"
            "#! yschema: accept examples, titles: x\na: 1\n"
        },
        ["schemas/app.yaml:5 -", "schemas/app.yaml:5 -"],
    ),
    "a reason is missing": (
        {"schemas/app.yaml": f"{HEAD}#@schema/title 'A'\na: 1 #! yschema: accept undocumented\n"},
        ["schemas/app.yaml:4 -", "schemas/app.yaml:4 undocumented"],
    ),
    "in a page": (
        {
            "schemas/app.yaml": f"{HEAD}#@schema/title 'A'\n#@schema/desc 'A'\na: 1\n",
            "docs/index.md": "---\ntitle: Home\n---\n\n"
            "<!-- yschema: accept blocks, cross_references: x -->\nText\n",
        },
        ["docs/index.md:5 -", "docs/index.md:5 -"],
    ),
}


@pytest.mark.parametrize("case", ACCEPTED)
def test_what_authors_accept_is_not_reported(site: SiteFolder, case: str) -> None:
    files, expected = ACCEPTED[case]
    built = site.build({"mkdocs.yml": settings(ALL), **files})
    assert not built.failed, built.log
    assert found(built.errors) == expected
    assert site.build(strict=True).failed == bool(expected)


def test_a_comment_for_a_kind_that_is_off_is_no_fault(site: SiteFolder) -> None:
    text = f"{HEAD}#! yschema: accept undocumented, portability: x\na: 1\n"
    files: dict[str, Any] = {
        "schemas/app.yaml": text,
        "mkdocs.yml": settings({"undocumented": "off", "portability": "off"}),
    }
    built = site.build(files, strict=True)
    assert (built.failed, built.errors) == (False, [])


def test_a_comment_in_a_file_of_two_schemas_needs_to_accept_in_one(site: SiteFolder) -> None:
    shared = (
        "#@ def part():\n#@schema/any-key\n_: 1 #! yschema: accept undocumented: names are free\n#@ end\n"
    )
    files: dict[str, Any] = {
        "mkdocs.yml": settings({"undocumented": "error", "portability": "off"}).replace("*.yaml", "a.*")
        + "      other:\n        files: [schemas/a.lib.yml, schemas/b.yaml]\n",
        "schemas/a.lib.yml": shared,
        "schemas/a.yaml": f"#@ load('a.lib.yml', 'part')\n{HEAD}#@schema/desc 'M'\nm: #@ part()\n",
        "schemas/b.yaml": f"{HEAD}#@schema/desc 'M'\nm: 1\n",
    }
    built = site.build(files, strict=True)
    assert (built.failed, built.errors) == (False, [])


def test_a_schema_that_cannot_be_used_says_nothing_of_its_comments(site: SiteFolder) -> None:
    built = site.build(
        {
            "mkdocs.yml": settings(ALL),
            "schemas/app.yaml": f"{HEAD}#! yschema: accept undocumented: x\na: null\n",
        },
        command="serve",
    )
    assert found(built.errors) == ["schemas/app.yaml:4 -"]


PAGES: dict[str, Any] = {
    "above a block": (
        "Text\n\n<!-- yschema: accept blocks: not yet -->\n\n```yaml yschema=app\na: x\n```\n",
        [],
    ),
    "above another block": (
        "<!-- yschema: accept blocks: not yet -->\n\nText\n\n```yaml yschema=app\na: x\n```\n",
        ["docs/index.md:6 blocks"],
    ),
    "in a block": ("```yaml yschema=app\n# yschema: accept blocks: not yet\na: x\n```\n", []),
    "in a block, of the language": pytest.param(
        "- List\n\n    ```yaml yschema=app\n    #@data/values\n    ---\n"
        "    a: x #! yschema: accept blocks: not yet\n    ```\n",
        [],
        marks=pytest.mark.other_tools,
    ),
    "in a block, on another line": (
        "```yaml yschema=app\n# yschema: accept blocks: not yet\nb: 1\na: x\n```\n",
        ["docs/index.md:4 blocks"],
    ),
    "in a block, without need": (
        "```yaml yschema=app\n# yschema: accept blocks: not yet\na: 1\n```\n",
        ["docs/index.md:2 -"],
    ),
    "in a block, without a reason": (
        "Text\n\n```yaml yschema=app\n# yschema: accept blocks\na: 1\n```\n",
        ["docs/index.md:4 -"],
    ),
    "in a block, of another kind": ("```yaml yschema=app\n# yschema: accept samples: x\na: 1\n```\n", []),
    "in a block that is not checked": (
        "```yaml yschema=off\n# yschema: accept titles\na: 1\n```\n\n```yaml\n# yschema: accept x: y\n```\n",
        [],
    ),
    "in a file that a block includes": pytest.param(
        '```yaml yschema=app\n--8<-- "wrong.yaml"\n```\n', [], marks=pytest.mark.other_tools
    ),
    "on the line of a reference": (
        "Text `app:x` <!-- yschema: accept cross_references: soon -->\nand `app:a`.\n",
        [],
    ),
    "above a paragraph": ("<!-- yschema: accept cross_references: soon -->\nText,\n`app:x`.\n", []),
    "on another line than the reference": (
        "Text <!-- yschema: accept cross_references: soon -->\n`app:x`.\n",
        ["docs/index.md:1 -", "docs/index.md:2 cross_references"],
    ),
    "behind front matter": (
        "---\ntitle: Home\n---\n<!-- yschema: accept cross_references: soon -->\n[text][app.x]\n",
        [],
    ),
}


@pytest.mark.parametrize(("page", "expected"), PAGES.values(), ids=PAGES)
def test_pages_accept_findings(site: SiteFolder, page: str, expected: list[str], has_pymdownx: bool) -> None:
    extensions = "pymdownx.superfences, pymdownx.snippets" if has_pymdownx else "fenced_code"
    files = {
        "mkdocs.yml": f"{CONFIG}markdown_extensions: [{extensions}]\n",
        "schemas/app.yaml": f"{HEAD}a: 1\nb: 1\n",
        "wrong.yaml": "# yschema: accept blocks: not yet\na: x\n# yschema: accept samples\nb: 1\n",
        "docs/index.md": page,
    }
    built = site.build(files, strict=True)
    assert found(built.errors) == expected, built.log
    assert built.failed == bool(expected)
