"""The gate: which changes fail a run, and which are accepted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from yschema_engine.compare import finding_codes
from yschema_engine.compare.changes import Change, Level
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.findings import Finding, UsageError, finding
from yschema_engine.text.phrases import Phrase, Verbatim, phrase

FailOn = Literal["none", "breaking", "effect", "any"]
Release = Literal["none", "patch", "minor", "major"]
_FAILING: Mapping[FailOn, tuple[Level, ...]] = MappingProxyType(
    {
        "none": (),
        "breaking": ("breaking",),
        "effect": ("breaking", "effect"),
        "any": ("breaking", "effect", "compatible", "words"),
    }
)
_NEEDED: Mapping[Level, Release] = MappingProxyType(
    {"breaking": "major", "effect": "minor", "compatible": "minor", "words": "patch"}
)
_RELEASES: Mapping[Release, Phrase] = MappingProxyType(
    {
        "none": phrase("the same version"),
        "patch": phrase("a patch release"),
        "minor": phrase("a minor release"),
        "major": phrase("a major release"),
    }
)
_ORDER: tuple[Release, ...] = ("none", "patch", "minor", "major")
_VERSION = lazy_pattern(r"v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?\Z")


@dataclass(frozen=True, slots=True)
class Releases:
    """The versions of a schema, by semantic versioning.

    Attributes:
        old: the old version, such as `1.4.2`.
        new: the new version.
    """

    old: str
    new: str

    def __post_init__(self) -> None:
        """Check both versions.

        Raises:
            UsageError: one of them is not a semantic version.
        """
        for version in (self.old, self.new):
            if not _VERSION.match(version):
                raise UsageError([finding(finding_codes.INVALID_VERSION, found=Verbatim(version))])

    @property
    def step(self) -> Release:
        """The kind of release that the new version is; before 1.0.0, a minor release may break."""
        before, after = _numbers(self.old), _numbers(self.new)
        if after <= before:
            return "patch" if self.old != self.new and after == before else "none"
        if after[0] > before[0] or (before[0] == 0 and after[1] > before[1]):
            return "major"
        return "minor" if after[1] > before[1] or before[0] == 0 else "patch"


def failures(changes: Sequence[Change], fail_on: FailOn, releases: Releases | None) -> Sequence[Finding]:
    """Return the reasons why a comparison fails; none if it passes.

    Args:
        changes: those that are not accepted.
        fail_on: the changes that fail the run.
        releases: the versions to compare by the policy of semantic versioning.
    """
    failing = [change for change in changes if change.code.level in _FAILING[fail_on]]
    found = []
    if failing:
        found.append(finding(finding_codes.CHANGES_NOT_ALLOWED, found=_names(failing)))
    if releases is not None:
        found += _of_releases(changes, releases)
    return found


def _of_releases(changes: Sequence[Change], releases: Releases) -> Iterable[Finding]:
    releases_needed = [_NEEDED[change.code.level] for change in changes]
    needed = next((release for release in reversed(_ORDER) if release in releases_needed), _ORDER[0])
    if _ORDER.index(needed) <= _ORDER.index(releases.step):
        return
    reasons = [change for change in changes if _NEEDED[change.code.level] == needed]
    yield finding(
        finding_codes.RELEASE_TOO_SMALL,
        old=Verbatim(releases.old),
        new=Verbatim(releases.new),
        found=_RELEASES[releases.step],
        expected=phrase(
            "{release}, because of {changes}", release=_RELEASES[needed], changes=_names(reasons)
        ),
    )


def _numbers(version: str) -> tuple[int, int, int]:
    match = _VERSION.match(version)
    assert match is not None
    return int(match[1]), int(match[2]), int(match[3])


_SHOWN = 5


def _names(changes: Sequence[Change]) -> Verbatim:
    names = [f"{change.code.name} {change.path_text}" for change in changes]
    more = f", and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return Verbatim(", ".join(names[:_SHOWN]) + more)
