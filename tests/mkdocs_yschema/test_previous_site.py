"""A build that fails leaves the site as an earlier build wrote it, or says why it cannot write."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from .sites import CONFIG, SiteFolder

CUSTOM = CONFIG.replace("name: mkdocs", "name: mkdocs, custom_dir: over")
FAILING = {
    "a page": {"docs/index.md": "::: yschema aap\n"},
    "a sample": {"mkdocs.yml": CONFIG + "        samples: [gone.yaml]\n"},
    "the template of the theme": {
        "mkdocs.yml": CUSTOM,
        "over/main.html": '{% extends "base.html" %}{% block content %}{{ gone.gone.gone }}{% endblock %}',
    },
}


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("files", FAILING.values(), ids=FAILING)
def test_a_build_that_fails_leaves_the_site_as_it_was(site: SiteFolder, files: dict[str, str]) -> None:
    built = site.build({"site/.nojekyll": ""})
    before = contents(built.folder)
    try:
        assert site.build(files).failed
    except Exception as e:
        assert "undefined" in str(e)
    assert contents(built.folder) == before
    assert ".nojekyll" in before


def test_a_build_that_succeeds_replaces_the_site(site: SiteFolder) -> None:
    site.build({"docs/old.md": "# Old\n", "site/.nojekyll": ""})
    built = site.build({"docs/old.md": None})
    assert not built.failed
    assert "old/index.html" not in contents(built.folder)
    assert [path.name for path in built.folder.iterdir() if path.name.startswith(".")] == [".nojekyll"]


def test_warnings_in_strict_mode_leave_the_new_site(site: SiteFolder) -> None:
    site.build()
    built = site.build({"docs/new.md": "# New\n\n[gone](gone.md)\n"}, strict=True)
    assert built.failed
    assert "new/index.html" in contents(built.folder)


KILLED = """\
import os, signal, pathlib

def on_{event}(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
"""
RENAME = """\
import os, signal, pathlib
rename, left = pathlib.Path.rename, {number}

def renamed(*paths):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    return rename(*paths)

pathlib.Path.rename = renamed
"""
KILLS = {
    **{event: KILLED.replace("{event}", event) for event in ("page_markdown", "post_build")},
    **{f"rename {number}": RENAME.format(number=number) for number in (1, 2, 9, 20)},
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to end a program")
@pytest.mark.parametrize("hook", KILLS.values(), ids=KILLS)
def test_the_next_run_repairs_a_site_whose_build_was_killed(site: SiteFolder, hook: str) -> None:
    before = contents(site.build({"docs/index.md": "# Home\n", "docs/gone.md": "# Gone\n"}).folder)
    site.write({"docs/gone.md": None, "docs/new.md": "# New\n", "hook.py": hook})
    site.write({"mkdocs.yml": CONFIG.replace("plugins:", "hooks: [hook.py]\nplugins:")})
    killed = site.run("mkdocs", "build")
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    if "rename" not in hook:
        assert contents(site.folder / "site") == before
    site.write({"mkdocs.yml": CONFIG})
    assert site.build(FAILING["a page"]).failed
    left = contents(site.folder / "site")
    assert left == before or ("new/index.html" in left and "gone/index.html" not in left)
    assert [path.name for path in site.folder.rglob("*yschema") if path.name.startswith(".")] == []


@pytest.mark.parametrize("link", [".site.yschema", ".site.yschema/old", ".site.yschema/site"])
def test_links_in_the_place_of_the_folder_of_a_killed_run_are_not_followed(
    site: SiteFolder, link: str
) -> None:
    site.build({"docs/index.md": "# Home\n", "home/file": "mine"})
    (site.folder / link).parent.mkdir(exist_ok=True)
    (site.folder / link).symlink_to(site.folder / "home")
    if link.endswith("/site"):
        (site.folder / ".site.yschema/replaced").mkdir()
    assert not site.build({"docs/index.md": "# Home\n"}).failed
    assert (site.folder / "home/file").read_text() == "mine"
    assert "file" not in contents(site.folder / "site")


def test_what_others_write_meanwhile_stays(site: SiteFolder) -> None:
    hook = """\
import os
SITE = None

def on_config(config):
    global SITE
    SITE = config.site_dir

def on_post_build(config):
    os.makedirs(f"{SITE}/other", exist_ok=True)
    open(f"{SITE}/other/file{len(os.listdir(f'{SITE}/other'))}", "w").close()
    open(f"{config.site_dir}/.hidden", "w").close()
"""
    site.build({"docs/index.md": "# Home\n"})
    site.write({"hook.py": hook, "mkdocs.yml": CONFIG.replace("plugins:", "hooks: [hook.py]\nplugins:")})
    for number in range(2):
        assert site.run("mkdocs", "build").returncode == 0
        assert {f"other/file{number}", ".hidden"} <= contents(site.folder / "site").keys()


def test_a_site_in_a_folder_that_cannot_have_others(
    site: SiteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.build({"docs/old.md": "# Old\n"})
    (site.folder / ".site.yschema").mkdir()
    rename = Path.rename

    def refused(path: Path, target: Path) -> Path:
        if Path(target).name == ".site.yschema":
            raise OSError(18, "Invalid cross-device link")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refused)
    built = site.build({"docs/old.md": None})
    assert not built.failed
    assert "old/index.html" not in contents(built.folder)
    assert not [path for path in built.folder.iterdir() if path.name.startswith(".")]


HOOK = """\
def on_page_context(context, page, config, nav):
    raise KeyboardInterrupt
"""
LIMIT = """\
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
"""
UNWRITABLE = {
    "ctrl-c": ({"mkdocs.yml": f"{CONFIG}hooks: [h.py]\n", "h.py": HOOK}, "Aborted!"),
    "a full disk": ({"mkdocs.yml": f"{CONFIG}hooks: [h.py]\n", "h.py": LIMIT}, "cannot write the site to"),
    "a file": ({"mkdocs.yml": f"site_dir: used/site\n{CONFIG}", "used": ""}, "used/site: Not a directory"),
}


@pytest.mark.parametrize(("files", "message"), UNWRITABLE.values(), ids=UNWRITABLE)
def test_a_site_that_cannot_be_written(site: SiteFolder, files: dict[str, str], message: str) -> None:
    before = contents(site.build().folder)
    site.write(files)
    done = site.run("mkdocs", "build")
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert contents(site.folder / "site") == before


def test_an_error_before_the_site_is_written_is_not_one_of_the_site(site: SiteFolder) -> None:
    hooks = "def on_config(config):\n    raise PermissionError(13, 'Permission denied', 'docs/index.md')\n"
    with pytest.raises(PermissionError):
        site.build({"hooks.py": hooks, "mkdocs.yml": f"hooks: [hooks.py]\n{CONFIG}"})


TERMINATED = """\
import os, signal
def on_{event}(*_, **__):
    os.kill(os.getpid(), signal.SIGTERM)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to end a program")
@pytest.mark.parametrize("event", ["nav", "page_markdown", "page_context", "post_build"])
def test_a_run_that_is_terminated_leaves_nothing_behind(site: SiteFolder, event: str) -> None:
    before = contents(site.build({"docs/index.md": "# Home\n"}).folder)
    config = CONFIG.replace("plugins:", "hooks: [hook.py]\nplugins:")
    site.write({"mkdocs.yml": config, "hook.py": TERMINATED.replace("{event}", event)})
    temporary = site.folder / "tmp"
    temporary.mkdir()
    run = site.run("mkdocs", "build", "-q", TMPDIR=str(temporary))
    assert run.returncode == 128 + signal.SIGTERM, run.stderr
    assert "Traceback" not in run.stderr
    assert contents(site.folder / "site") == before
    assert not list(temporary.iterdir())
