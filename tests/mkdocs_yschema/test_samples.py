"""Samples in a site: which files are samples, findings about them, and how pages show them."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote, urljoin

import pytest

from yschema_engine.docs.sample_files import title_and_description

from .sites import CONFIG, SCHEMA, THEMES, SiteFolder
from .test_severity import found

VALIDATED = 'Validated at build</span></p>\n<details class="ys-opens ys-sample">'
RULES = SCHEMA.replace(
    "replicas: 2", "#@schema/validation ('an even number', lambda v: v % 2 == 0)\nreplicas: 2"
).replace("routes:\n- path: /", "#@schema/deprecated 'Gone.'\nold: 1\nroutes:\n- path: /")
SMALL = "# Small\n\nreplicas: 2\n"
FILES = {"schemas/app.yaml": RULES, "samples/small.yaml": SMALL}


def config(*samples: str, **options: str) -> str:
    """Return the configuration with samples and other options of the plugin."""
    listed = "".join(f"        - {sample}\n" for sample in samples)
    others = "".join(f"    {name}: {value}\n" for name, value in options.items())
    text = CONFIG.replace("    schemas:\n", f"{others}    schemas:\n", 1)
    return f"{text}        samples:\n{listed}" if samples else text


# The samples, the files, and the findings: a place with a kind, then parts of the message.
CHECKED: dict[str, tuple[list[str], dict[str, str], list[str], list[str]]] = {
    "right": (["samples/*.yaml"], {}, [], []),
    "wrong": (
        ["samples/*.yaml"],
        {"samples/b.yaml": "service:\n  typ: x\nreplicas: two\n"},
        ["samples/b.yaml:2 samples", "samples/b.yaml:3 samples"],
        ["did you mean `type`?", "integer"],
    ),
    "a rule": (
        ["samples/*.yaml"],
        {"samples/b.yaml": "replicas: 3\n"},
        ["samples/b.yaml:1 samples"],
        ["an even number", "given at schemas/app.yaml:"],
    ),
    "two at once": (
        ["samples/a.yaml", "samples/b.yaml"],
        {"samples/a.yaml": "replicas: 3\n", "samples/b.yaml": "x: 3\n"},
        ["samples/a.yaml:1 samples", "samples/b.yaml:1 samples"],
        [],
    ),
    "no YAML": (
        ["samples/*.yaml"],
        {"samples/b.yaml": "x: [\n"},
        ["samples/b.yaml:2 samples"],
        ["not valid YAML"],
    ),
    "no such file": (
        ["samples/*.yaml", "other/*.yaml"],
        {},
        ["mkdocs.yml:13 samples"],
        ["no file matches `other/*.yaml`"],
    ),
    "no such file of several": (
        ["{files: [samples/small.yaml, samples/big.yaml]}"],
        {},
        ["mkdocs.yml:12 samples"],
        ["no file matches `samples/big.yaml`"],
    ),
    "a file of another kind, by its name": (
        ["samples/small.json"],
        {"samples/small.json": '{"replica": 2}'},
        ["samples/small.json:1 samples"],
        ["no data values file", ".yaml"],
    ),
    "files of other kinds that a glob matches": (["samples/*"], {"samples/README.md": "# Samples"}, [], []),
    "a library alone": (
        ["samples/small.yaml", "{files: [samples/two.star]}"],
        {"samples/two.star": "two = 2\n"},
        ["samples/two.star:1 samples"],
        ["no data values file"],
    ),
    "several files": (
        ["{files: [samples/odd.yaml, samples/even.yaml]}"],
        {"samples/odd.yaml": "replicas: 3\n", "samples/even.yaml": "#@data/values\n---\nreplicas: 4\n"},
        [],
        [],
    ),
    "several files in the other order": (
        ["{files: [samples/even.yaml, samples/odd.yaml]}"],
        {"samples/odd.yaml": "replicas: 3\n", "samples/even.yaml": "#@data/values\n---\nreplicas: 4\n"},
        ["samples/odd.yaml:1 samples"],
        [],
    ),
    "one of several is none alone": (
        ["samples/*.yaml", "{files: [samples/odd.yaml, samples/small.yaml]}"],
        {"samples/odd.yaml": "replicas: 3\n"},
        [],
        [],
    ),
    "but where it is named": (
        ["samples/odd.yaml", "{files: [samples/odd.yaml, samples/small.yaml]}"],
        {"samples/odd.yaml": "replicas: 3\n"},
        ["samples/odd.yaml:1 samples"],
        [],
    ),
    "libraries, also of the schema": (
        ["samples/*"],
        {
            "schemas/two.star": "def two():\n  return 2\nend\n",
            "samples/lib/one.star": "load('/schemas/two.star', 'two')\ndef one():\n  return two() - 1\nend\n",
            "samples/b.yaml": "#@ load('lib/one.star', 'one')\n#@data/values\n---\nreplicas: #@ one()\n",
        },
        ["samples/b.yaml:4 samples"],
        ["an even number"],
    ),
    "invalid as it is said": (
        ["{files: [samples/b.yaml], invalid: an EVEN number}"],
        {"samples/b.yaml": "replicas: 3\n"},
        [],
        [],
    ),
    "invalid, and valid": (
        ["{files: [samples/b.yaml], invalid: an even number}"],
        {"samples/b.yaml": "replicas: 4\n"},
        ["samples/b.yaml:1 samples"],
        ["it is valid", '"an even number"', "declared in: mkdocs.yml:12"],
    ),
    "invalid for another reason": (
        ["{files: [samples/b.yaml], invalid: an even number}"],
        {"samples/b.yaml": "replicas: x\n"},
        ["samples/b.yaml:1 samples"],
        ["not for the expected reason"],
    ),
    "the words stand elsewhere in the configuration, too": (
        ["samples/small.yaml", "{files: [samples/b.yaml], invalid: samples}"],
        {"samples/b.yaml": "replicas: 4\n"},
        ["samples/b.yaml:1 samples"],
        ["declared in: mkdocs.yml:13"],
    ),
    "what is missing is a part of what is there": (
        ["samples/small.yaml", "small.yaml"],
        {},
        ["mkdocs.yml:13 samples"],
        ["no file matches `small.yaml`"],
    ),
    "invalid by a number": (
        ["{files: [samples/b.yaml], invalid: 65535}"],
        {"samples/b.yaml": "replicas: 3\n"},
        ["samples/b.yaml:1 samples"],
        ['a violation with the text "65535"'],
    ),
    "invalid for whatever reason": (
        ["{files: [samples/b.yaml], invalid: true}"],
        {"samples/b.yaml": "replica: 3\n"},
        [],
        [],
    ),
    "not invalid": (
        ["{files: [samples/b.yaml], invalid: false}"],
        {"samples/b.yaml": "replicas: 4\n"},
        [],
        [],
    ),
    "accepted": (
        ["samples/*.yaml"],
        {"samples/b.yaml": "# yschema: accept samples: shown as it was\nreplicas: 3\n"},
        [],
        [],
    ),
    "accepted in a template": (
        ["samples/*.yaml"],
        {"samples/b.yaml": "#@data/values\n---\nreplicas: 3 #! yschema: accept samples: shown as it was\n"},
        [],
        [],
    ),
    "accepted without need": (
        ["samples/*.yaml"],
        {"samples/b.yaml": "# yschema: accept samples: shown as it was\nreplicas: 2\n"},
        ["samples/b.yaml:1 -"],
        ["this comment accepts nothing"],
    ),
    "a deprecated value": (
        ["samples/*.yaml"],
        {"samples/b.yaml": "old: 2\n"},
        ["samples/b.yaml:1 samples"],
        ["old: this field is deprecated", "Gone."],
    ),
}


@pytest.mark.parametrize("case", CHECKED)
def test_samples_are_checked(site: SiteFolder, case: str) -> None:
    samples, files, expected, words = CHECKED[case]
    schemas = CONFIG.replace("[schemas/*.yaml]", "[schemas/*]")
    built = site.build(
        {**FILES, **files, "mkdocs.yml": config(*samples).replace(CONFIG, schemas)}, strict=True
    )
    assert found(built.errors) == expected, built.log
    assert built.failed == bool(expected)
    assert not [text for text in words if text not in built.log], built.log


def test_a_deprecated_value_is_no_error(site: SiteFolder) -> None:
    built = site.build({**FILES, "samples/b.yaml": "old: 2\n", "mkdocs.yml": config("samples/*.yaml")})
    assert not built.failed
    assert VALIDATED in built.page("reference/app")


@pytest.mark.parametrize(("level", "word"), [("error", "error"), ("warning", "warning"), ("off", None)])
def test_how_severe_they_are_can_be_chosen(site: SiteFolder, level: str, word: str | None) -> None:
    settings = config("samples/*.yaml", severity=f"{{samples: {level}}}")
    built = site.build({**FILES, "samples/b.yaml": "replicas: 3\n", "mkdocs.yml": settings})
    assert built.failed == (level == "error")
    assert built.severities == ([word] if word else [])
    if not built.failed:
        assert "b.yaml" in built.page("reference/app")
        assert VALIDATED not in built.page("reference/app")  # the values are not valid


SETTINGS = {
    "a number": ("3", "expected: a glob of files, or a map"),
    "without files": ("{title: x}", "at least one glob in `files`"),
    "files no list": ("{files: x}", "list"),
    "another key": ("{files: [samples/small.yaml], titel: x}", "did you mean `title`?"),
}


def test_a_misspelt_option_of_a_schema_is_refused(site: SiteFolder) -> None:
    built = site.build({**FILES, "mkdocs.yml": f"{CONFIG}        sample: [samples/*.yaml]\n"})
    assert built.failed
    assert "did you mean `samples`?" in built.log


@pytest.mark.parametrize("case", SETTINGS)
def test_settings_are_checked(site: SiteFolder, case: str) -> None:
    sample, words = SETTINGS[case]
    built = site.build({**FILES, "mkdocs.yml": config(sample)}, strict=True)
    assert built.failed
    assert words in built.log


TITLES: dict[str, tuple[str, str, str]] = {
    "one line": ("# Small\na: 1\n", "Small", ""),
    "of the language": ("#! Small.\n#@data/values\n---\na: 1\n", "Small", ""),
    "behind the mark": ("#@data/values\n---\n#! Small\na: 1\n", "Small", ""),
    "behind a blank line": ("\n# Small\n", "Small", ""),
    "a description": ("# Small\n#\n# The least\n# of all.\na: 1\n", "Small", "The least\nof all."),
    "a description right below": ("# Small\n# The least of all.\n", "Small", "The least of all."),
    "a text that goes on": (
        "# All that a team of\n# ten needs.\na: 1\n",
        "",
        "All that a team of\nten needs.",
    ),
    "a long line": (f"# {'many words ' * 10}\n", "", ("many words " * 10).strip()),
    "a frame": ("####\n# Small\n####\n", "", ""),
    "for editors": ("# yaml-language-server: $schema=x\n# Small\n", "Small", ""),
    "for lawyers": ("# SPDX-License-Identifier: MIT\n# Copyright me\n# Small\n", "Small", ""),
    "for checks": ("# yschema: accept samples: x\na: 1\n", "", ""),
    "of a key": ("a: 1\n# Small\nb: 2\n", "", ""),
    "indented": ("a:\n  # Small\n  b: 2\n", "", ""),
    "none": ("a: 1\n", "", ""),
    "nothing": ("", "", ""),
}


@pytest.mark.parametrize("case", TITLES)
def test_what_a_file_says_first(case: str) -> None:
    text, title, description = TITLES[case]
    assert title_and_description(text.split("\n")) == (title, description)


def shown(html: str) -> list[str]:
    return re.findall(r'<details class="ys-opens ys-sample">\n<summary>(.*?)</summary>', html)


def test_pages_show_them(site: SiteFolder) -> None:
    built = site.build(
        {
            **FILES,
            "samples/one.yaml": "replicas: 4 # <b>four</b>\n",
            "samples/two.yaml": "#! Not this\n#@data/values\n---\nservice:\n  type: '&'\n",
            "samples/no.yaml": "replicas: 3\n",
            "mkdocs.yml": config(
                "samples/small.yaml",
                '{title: "Both <i>", description: "As *we* do.", files: [samples/one.yaml, "samples/t*"]}',
                "{files: [samples/no.yaml], invalid: even number}",
            ),
        },
        strict=True,
    )
    assert not built.failed, built.log
    html = built.page("reference/app")
    assert shown(html) == [
        "Small",
        "Both &lt;i&gt;",
        'no.yaml <span class="ys-badge ys-removed">refused</span>',
    ]
    assert "<p>As <em>we</em> do.</p>" in html
    assert '<a class="ys-line-key" href="#app.replicas">replicas</a>: <i class="n">4</i> <span' in html
    assert "# &lt;b&gt;four&lt;/b&gt;</span>" in html
    assert '<a class="ys-line-key" href="#app.service.type">type</a>: <i>&#39;&amp;&#39;</i>' in html
    assert VALIDATED in html
    assert "Refused: <code>even number</code>" in html
    assert html.index("ys-summary") < html.index("ys-samples") < html.index('id="app.replicas"')
    texts = [entry["text"] for entry in built.search.values()]
    assert not [text for text in texts if "Both" in text or "four" in text]


def test_libraries_of_a_sample_are_shown_with_it(site: SiteFolder) -> None:
    files = {
        "samples/lib/two.star": "# replicas: 3\ndef two():\n  return 2\nend\n",
        "samples/b.yaml": "#@ load('lib/two.star', 'two')\n#@data/values\n---\nreplicas: #@ two()\n",
        "mkdocs.yml": config("{files: [samples/lib/*, samples/b.yaml]}"),
    }
    built = site.build({**FILES, **files}, strict=True)
    assert not built.failed, built.log
    html = built.page("reference/app")
    assert re.findall(r'download="([^"]+\.(?:yaml|star))">', html)[:2] == ["b.yaml", "two.star"]
    assert 'dir="ltr"># replicas: 3\ndef two():\n  return 2\nend\n</pre>' in html
    assert (built.folder / "yschema/app/samples/lib/two.star").read_text() == files["samples/lib/two.star"]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("folders", ["true", "false"])
def test_their_files_are_where_links_lead(site: SiteFolder, theme: str, folders: str) -> None:
    settings = config("samples/**/*.yaml", "../out side/*.yaml").replace("name: mkdocs", f"name: {theme}")
    outside = site.folder.parent / "out side/a b#c.yaml"
    outside.parent.mkdir(exist_ok=True)
    outside.write_text("replicas: 8\n")
    built = site.build(
        {
            **FILES,
            "samples/eu/a.yaml": "replicas: 4\n",
            "samples/us/a.yaml": "replicas: 6\n",
            "mkdocs.yml": f"{settings}use_directory_urls: {folders}\n",
        }
    )
    assert not built.failed, built.log
    page = "reference/app/index.html" if folders == "true" else "reference/app.html"
    html = (built.folder / page).read_text("utf-8")
    links = re.findall(r'<p class="ys-file-head"><a href="([^"]+)" download="([^"]+)"', html)
    assert [name for _, name in links] == ["a.yaml", "small.yaml", "a.yaml", "a b#c.yaml"]
    texts = [(built.folder / unquote(urljoin(page, href))).read_text() for href, _ in links]
    assert texts == ["replicas: 4\n", SMALL, "replicas: 6\n", "replicas: 8\n"]


HIDDEN: dict[str, dict[str, Any]] = {
    "by the plugin": {"mkdocs.yml": config("samples/*.yaml", show_samples="false")},
    "by the directive": {"docs/reference/app.md": "# A\n\n::: yschema app\n    show_samples: false\n"},
    "in a part": {"docs/reference/app.md": "# A\n\n::: yschema app\n    path: service\n"},
    "where there are none": {"mkdocs.yml": config()},
}


@pytest.mark.parametrize("case", HIDDEN)
def test_pages_without_them(site: SiteFolder, case: str) -> None:
    built = site.build({**FILES, "mkdocs.yml": config("samples/*.yaml"), **HIDDEN[case]})
    assert not built.failed, built.log
    assert "ys-sample" not in built.page("reference/app")
    assert not list(built.folder.glob("yschema/app/samples/*"))


def test_a_directive_may_show_what_the_plugin_does_not(site: SiteFolder) -> None:
    page = "# A\n\n::: yschema app\n    show_samples: true\n"
    settings = config("samples/*.yaml", show_samples="false", language="de")
    built = site.build({**FILES, "mkdocs.yml": settings, "docs/reference/app.md": page})
    assert shown(built.page("reference/app")) == ["Small"]
    assert "Beispielwerte" in built.page("reference/app")


def test_a_served_site_shows_wrong_ones_and_watches_them(site: SiteFolder) -> None:
    files = {**FILES, "samples/b.yaml": "replicas: [\n", "mkdocs.yml": config("samples/*.yaml")}
    built = site.build(files, command="serve")
    assert not built.failed
    assert found(built.errors) == ["samples/b.yaml:2 samples"]
    assert shown(built.page("reference/app")) == ["b.yaml", "Small"]
    mended = site.build({"samples/b.yaml": "# Mended\nreplicas: 2\n"}, command="serve")
    assert shown(mended.page("reference/app")) == ["Mended", "Small"]
    assert mended.errors == []
