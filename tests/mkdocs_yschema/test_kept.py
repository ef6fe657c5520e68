"""A served site processes only what depends on a change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import yschema_engine.docs.sample_files as sampling
import yschema_engine.site.downloads as building
import yschema_engine.site.library as reading
from yschema_engine.show.html.renderer import Renderer

from .sites import CONFIG, SCHEMA, Built, SiteFolder

HEAD = "#@data/values-schema\n---\n"
THREE = "".join(f"      s{i}: {{files: [schemas/s{i}/*], page: s{i}.md}}\n" for i in range(3))
THREE = THREE.replace("page: s0.md", "page: s0.md, samples: [samples/s0.yaml]")
FILES = {
    "mkdocs.yml": CONFIG.split("      app:")[0] + THREE,
    "schemas/s0/schema.yaml": f'{HEAD}#@schema/desc "One."\na: 1\nb: ""\n',
    "schemas/s1/schema.yaml": f'#@ load("x.star", "n")\n{HEAD}b: #@ n\n',
    "schemas/s1/x.star": "n = 2\n",
    "schemas/s2/schema.yaml": f"{HEAD}c: 3\n",
    "samples/s0.yaml": "a: 4\n",
}


SAMPLE = ["sample samples/s0.yaml"]


class Counts:
    """Counts of operations."""

    def __init__(self) -> None:
        self.did: list[str] = []

    def take(self) -> list[str]:
        """Return the operations since the last call."""
        did, self.did = sorted(self.did), []
        return did


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counts]:
    """Count expensive operations by schema."""
    counting = Counts()
    load, files_of, render = reading.evaluated, building.texts, Renderer.render
    required = reading.required_summary
    check = sampling.check_sample

    def count_load(evaluator, files, options):  # type: ignore[no-untyped-def]
        counting.did.append(f"evaluate {files[0].name.split('/')[1]}")
        return load(evaluator, files, options)

    def count_files(facts, *more):  # type: ignore[no-untyped-def]
        counting.did.append(f"files {facts.schema.name}")
        return files_of(facts, *more)

    def count_required(schema):  # type: ignore[no-untyped-def]
        counting.did.append(f"prove {schema.name}")
        return required(schema)

    def count_render(self, name, **context):  # type: ignore[no-untyped-def]
        if name == "reference.html":
            counting.did.append(f"render {context['anchor'](context['root'])}")
        return render(self, name, **context)

    def count_samples(schema, files, *more):  # type: ignore[no-untyped-def]
        counting.did.append(f"sample {files[0].name}")
        return check(schema, files, *more)

    monkeypatch.setattr(sampling, "check_sample", count_samples)
    monkeypatch.setattr(reading, "evaluated", count_load)
    monkeypatch.setattr(building, "texts", count_files)
    monkeypatch.setattr(reading, "required_summary", count_required)
    monkeypatch.setattr(Renderer, "render", count_render)
    yield counting


def whole(*names: str) -> list[str]:
    """Return all operations for these schemas."""
    did = [f"{what} {name}" for name in names for what in ("evaluate", "files", "prove", "render")]
    return sorted(did + SAMPLE if "s0" in names else did)


CHANGES = {
    "nothing": ({}, []),
    "a page": ({"docs/index.md": "# Other\n"}, []),
    "a page that mentions a value": ({"docs/index.md": "# Home\n\nSet [a value][s0.a].\n"}, []),
    "a schema": ({"schemas/s0/schema.yaml": f"{HEAD}a: 2\n"}, whole("s0")),
    "what a schema loads": ({"schemas/s1/x.star": "n = 3\n"}, whole("s1")),
    "one more file": (
        {"schemas/s2/yet-more.yaml": f"{HEAD}#@overlay/match missing_ok=True\nd: 4\n"},
        whole("s2"),
    ),
    "the same bytes under another name": (
        {"schemas/s0/schema.yaml": None, "schemas/s0/other.yaml": FILES["schemas/s0/schema.yaml"]},
        whole("s0"),
    ),
    "a title": (
        {"mkdocs.yml": FILES["mkdocs.yml"].replace("page: s0.md", "page: s0.md, title: Zero")},
        ["files s0", "prove s0", "render s0", *SAMPLE],
    ),
    "a limit": (
        {"mkdocs.yml": FILES["mkdocs.yml"].replace("yschema:\n", "yschema:\n    limits: {seconds: 5}\n")},
        whole("s0", "s1", "s2"),
    ),
    "how references look": (
        {"mkdocs.yml": FILES["mkdocs.yml"].replace("yschema:\n", "yschema:\n    collapse_depth: 1\n")},
        ["render s0", "render s1", "render s2"],
    ),
    "the language": (
        {"mkdocs.yml": FILES["mkdocs.yml"].replace("yschema:\n", "yschema:\n    language: de\n")},
        sorted(f"{what} s{i}" for what in ("files", "render") for i in range(3)),
    ),
    "where files are edited": (
        {"mkdocs.yml": FILES["mkdocs.yml"] + "repo_url: https://example.com/r\nedit_uri: edit/docs\n"},
        ["render s0", "render s1", "render s2"],
    ),
    "a sample": ({"samples/s0.yaml": "a: 5\n"}, ["render s0", *SAMPLE]),
    "one schema less": ({"mkdocs.yml": FILES["mkdocs.yml"].replace(THREE.splitlines()[2], "")}, []),
    "one schema more": (
        {
            "mkdocs.yml": FILES["mkdocs.yml"] + "      s3: {files: [schemas/s3/*], page: s3.md}\n",
            "schemas/s3/schema.yaml": f"{HEAD}e: 5\n",
        },
        whole("s3"),
    ),
}


@pytest.mark.parametrize(("change", "does"), CHANGES.values(), ids=CHANGES)
def test_only_what_a_change_concerns_is_worked_out_again(
    site: SiteFolder, counts: Counts, change: dict[str, str | None], does: list[str]
) -> None:
    site.build(FILES, command="serve")
    assert counts.take() == whole("s0", "s1", "s2")
    changed = site.build(change, command="serve")
    assert not changed.failed
    assert counts.take() == does
    pages = pages_of(changed)
    site.restart()
    assert pages_of(site.build(command="serve")) == pages


def pages_of(built: Built) -> dict[str, str]:
    """Return the pages without the build time on the first one."""
    return {name: (built.folder / name).read_text(encoding="utf-8") for name in built.written if "/" in name}


def test_a_template_of_the_site_counts(site: SiteFolder, counts: Counts) -> None:
    config = FILES["mkdocs.yml"].replace("yschema:\n", "yschema:\n    custom_templates: over\n")
    site.build({**FILES, "mkdocs.yml": config, "over/rules.html": "one"}, command="serve")
    counts.take()
    site.build(command="serve")
    assert counts.take() == []
    site.build({"over/rules.html": "two"}, command="serve")
    assert counts.take() == ["render s0", "render s1", "render s2"]


def test_a_plain_build_keeps_nothing(site: SiteFolder, counts: Counts) -> None:
    site.build(FILES)
    counts.take()
    site.build()
    assert counts.take() == whole("s0", "s1", "s2")


def test_only_what_the_last_build_used_is_kept(site: SiteFolder, counts: Counts) -> None:
    first = FILES["schemas/s0/schema.yaml"]
    site.build(FILES, command="serve")
    for i in range(3):
        site.build({"schemas/s0/schema.yaml": f"{HEAD}a: {i + 7}\n"}, command="serve")
    counts.take()
    site.build({"schemas/s0/schema.yaml": first}, command="serve")
    assert counts.take() == whole("s0")


def test_a_broken_schema_is_not_evaluated_again_either(site: SiteFolder, counts: Counts) -> None:
    site.build({"schemas/app.yaml": "#@ for i in range(3\n" + SCHEMA}, command="serve")
    assert counts.take() == ["evaluate app.yaml"]
    broken = site.build({"docs/index.md": "# Other\n"}, command="serve")
    assert counts.take() == []
    assert len([error for error in broken.errors if "app.yaml" in error]) == 1
