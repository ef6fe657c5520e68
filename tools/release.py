"""Check that the code and the changelog are ready for a tag, and print the notes of the release.

python tools/release.py v0.1.0
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
_RELEASE = ROOT / "engine/yschema_engine/release.py"
_CHANGELOG = ROOT / "CHANGELOG.md"


def main(arguments: list[str]) -> int:
    """Print the notes, or what is missing; return the exit status."""
    if len(arguments) != 1:
        print("usage: python tools/release.py TAG", file=sys.stderr)
        return 2
    code, changelog = _RELEASE.read_text(encoding="utf-8"), _CHANGELOG.read_text(encoding="utf-8")
    problems = find_problems(arguments[0], code, changelog)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(notes(arguments[0].removeprefix("v"), changelog))
    return int(bool(problems))


def find_problems(tag: str, code: str, changelog: str) -> list[str]:
    """Return what keeps a tag from being a release.

    Args:
        tag: the tag, `v` and a version.
        code: the module with the version.
        changelog: the changelog.
    """
    if not re.fullmatch(r"v\d+\.\d+\.\d+((a|b|rc)\d+)?", tag):
        return [f"{tag} is not a tag of a release: expected v1.2.3, or v1.2.3rc1"]
    version = tag.removeprefix("v")
    problems = []
    if f'VERSION = "{version}"' not in code.splitlines():
        problems.append(f"engine/yschema_engine/release.py has another version than {version}")
    if not notes(version, changelog):
        problems.append(f"CHANGELOG.md has no entries below a heading `## [{version}] - YYYY-MM-DD`")
    return problems


def notes(version: str, changelog: str) -> str:
    """Return the entries of a version in the changelog; empty if it has none, or no date."""
    heading = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d{{2}}-\d{{2}}\n(.*?)(?=^## |\Z)"
    found = re.search(heading, changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
