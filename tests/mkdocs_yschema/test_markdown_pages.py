"""The Markdown files beside pages."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import pytest

from .sites import CONFIG, Built, SiteFolder

GUIDE = """\
---
title: Guide
---
See [home](../index.md#top), [the type][app.service.type], [app.replicas][], `app:replicas`
and [another site](https://example.org/x.md), but not `[home](../index.md)`.

- first

    ::: yschema app
        path: service
        heading_level: 3

```markdown
::: yschema app
[home](../index.md)
```

    ::: yschema app
        heading_level: 4

```yaml yschema=app{title}
replicas: 3
```

[home]: ../index.md "Home"
"""
RESOLVED = """\
# Guide

See [home]({root}#top), [the type](#app.service.type), [app.replicas]({app}#app.replicas), `app:replicas`
and [another site](https://example.org/x.md), but not `[home](../index.md)`.

- first

    ### <a id="app.service"></a>`service`

"""
AFTER = """
```markdown
::: yschema app
[home](../index.md)
```

    ::: yschema app
        heading_level: 4

```yaml{title}
replicas: 3
```

[home]: {root} "Home"
"""
LINKS = {
    "folders": ("", "../../", "../../reference/app/"),
    "files": ("use_directory_urls: false\n", "../index.html", "../reference/app.html"),
    "an address": ("site_url: https://example.org/docs\n", "https://example.org/docs/", None),
}


def text(built: Built, path: str) -> str:
    return (built.folder / path).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "case", [*LINKS, pytest.param("folders", id="folders, with pymdownx", marks=pytest.mark.other_tools)]
)
def test_a_page_with_a_part_of_a_reference(site: SiteFolder, case: str, has_pymdownx: bool) -> None:
    more, root, app = LINKS[case]
    fences, title = ("pymdownx.superfences", ' title="values.yaml"') if has_pymdownx else ("fenced_code", "")
    extensions = f"markdown_extensions: [{fences}]\n"
    guide, after = GUIDE.replace("{title}", title), AFTER.format(root=root, title=title)
    files = {"mkdocs.yml": CONFIG + extensions + more, "docs/guides/a.md": guide}
    built = site.build(files, strict=True)
    assert not built.failed, built.log
    page = text(built, "guides/a.md" if case == "files" else "guides/a/index.md")
    app = app or "https://example.org/docs/reference/app/"
    assert page.startswith(RESOLVED.format(root=root, app=app))
    assert page.endswith(after)
    table = page[len(RESOLVED.format(root=root, app=app)) : -len(after)]
    assert '    | <a id="app.service.type"></a>`service.type` | string |' in table
    assert all(line.startswith("    ") for line in table.splitlines() if line)


@pytest.mark.parametrize("folders", [True, False])
def test_pages_link_to_files_that_exist(site: SiteFolder, folders: bool) -> None:
    built = site.build({"mkdocs.yml": f"{CONFIG}use_directory_urls: {str(folders).lower()}\n"}, strict=True)
    linked = {}
    for page in built.written:
        for href in re.findall(r'type="text/markdown" href="([^"]+)"', text(built, page)):
            linked[page] = (PurePosixPath(page).parent / href).as_posix()
    if folders:
        assert linked == {"reference/app/index.html": "reference/app/index.md"}
    else:
        assert linked == {"reference/app.html": "reference/app.md"}
    for path in linked.values():
        assert text(built, path).startswith("# Application\n\nValues of the application.\n\n| Field |")


def test_an_index_and_upgrades_are_lists(site: SiteFolder) -> None:
    config = CONFIG.replace("app:\n", "app:\n        versions: [{name: '1.0', files: [old.yaml]}]\n")
    old = site.folder.joinpath("schemas/app.yaml").read_text().replace("replicas: 2", "replicas: 1\npods: 1")
    files = {"mkdocs.yml": config, "old.yaml": old, "docs/all.md": "# All\n\n::: yschema-index\n\nEnd.\n"}
    built = site.build(files, strict=True)
    assert not built.failed, built.log
    listed = "# All\n\n- [Application](../reference/app/): Values of the application.\n\nEnd.\n"
    assert text(built, "all/index.md") == listed
    changes = text(built, "reference/app/changes/index.md")
    assert "- `pods`: the field was removed (**breaking**" in changes and "<div" not in changes
    assert re.search(r"\[Upgrade Application 1\\\.0 → .*\]\(\.\./upgrade-1\.0-[^)]+/\)", changes)


def test_titles_and_descriptions_in_a_list_are_text(site: SiteFolder) -> None:
    config = CONFIG.replace("        title: Application\n        page: reference/app.md\n", "")
    schema = (
        '#@data/values-schema\n#@schema/title "# [a](b) {c}"\n#@schema/desc "<any> of `{d}` *e*."\n--- {}\n'
    )
    files = {"mkdocs.yml": config, "schemas/app.yaml": schema, "docs/all.md": "# All\n\n::: yschema-index\n"}
    built = site.build(files)
    assert not built.failed, built.log
    assert text(built, "all/index.md") == "# All\n\n- \\# \\[a\\](b) \\{c}: &lt;any> of \\{d} e.\n"


def test_the_markdown_is_shown_to_other_plugins(site: SiteFolder) -> None:
    hook = (
        "def on_post_page(output, page, config):\n    assert ':::' not in page.markdown, page.markdown\n"
        "    return output + page.markdown\n"
    )
    built = site.build({"mkdocs.yml": f"{CONFIG}hooks: [hook.py]\n", "hook.py": hook}, strict=True)
    assert not built.failed, built.log
    assert built.page("reference/app").endswith(text(built, "reference/app/index.md"))


def test_the_option(site: SiteFolder) -> None:
    config = CONFIG.replace("- yschema:\n", "- yschema:\n    markdown_pages: false\n")
    built = site.build({"mkdocs.yml": config}, strict=True)
    assert not built.failed and not list(built.folder.rglob("*.md"))
    assert "text/markdown" not in built.page("reference/app")


def test_a_served_site_with_a_schema_that_cannot_be_used(site: SiteFolder) -> None:
    page = "# A\n\n[x][app.replicas] [y][other.a]\n\n::: yschema app\n\n::: yschema other\n"
    config = f"{CONFIG}      other: {{files: [other.yaml]}}\n"
    other = "#@data/values-schema\n---\na: 1\n"
    files = {"mkdocs.yml": config, "docs/a.md": page, "other.yaml": other}
    assert not site.build(files, command="serve").failed
    built = site.build({"schemas/app.yaml": "#@data/values-schema\n---\na: null\n"}, command="serve")
    assert not built.failed
    assert "`a` | integer" in text(built, "a/index.md")
    site.restart()
    built = site.build(command="serve")
    assert not built.failed
    assert "[x][app.replicas] [y](#other.a)\n\n::: yschema app\n" in text(built, "a/index.md")


def test_a_template_that_is_wrong_is_reported(site: SiteFolder) -> None:
    config = CONFIG.replace("- yschema:\n", "- yschema:\n    custom_templates: templates\n")
    built = site.build({"mkdocs.yml": config, "templates/document.md": "\n{{ root.none.none }}\n"})
    assert built.failed and "document.md" in built.log and "Traceback" not in built.log


def test_a_failing_build_writes_none(site: SiteFolder) -> None:
    built = site.build({"docs/a.md": "# A\n\n::: yschema app\n\n[x][app.servic]\n"})
    assert built.failed and not list(built.folder.rglob("*.md"))
