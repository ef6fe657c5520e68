"""References to libraries, such as `@app~first@db`, in which each library has a path, an alias, or both."""

from __future__ import annotations

from yschema_engine.text.deferred_classes import dataclass

_START, _ALIAS = "@", "~"


@dataclass(frozen=True, slots=True)
class LibraryStep:
    """A library, as a reference names it.

    Attributes:
        path: in the folder `_ytt_lib`; `""` for any.
        alias: that an instance of the library has; `""` for any.
    """

    path: str = ""
    alias: str = ""

    def matches(self, instance: LibraryStep) -> bool:
        """Return whether it names an instance of a library."""
        if self.alias and self.alias != instance.alias:
            return False
        return self.path == instance.path or (bool(self.alias) and not self.path)


def parse_reference(text: str) -> tuple[LibraryStep, ...] | None:
    """Return the libraries that a reference names, from the outermost one; None if it is not a reference."""
    if not text.startswith(_START):
        return None
    steps = []
    for part in text.split(_START)[1:]:
        path, sign, alias = part.partition(_ALIAS)
        if (sign and not alias) or _ALIAS in alias:
            return None
        steps.append(LibraryStep(path, alias))
    return tuple(steps)
