"""The data values on a command line."""

from __future__ import annotations

from yschema_engine.text.deferred_classes import dataclass


@dataclass(frozen=True, slots=True)
class Sources:
    """The data values on a command line; the order of the kinds is fixed, as in ytt.

    Attributes:
        files: plain YAML files and folders of them (`--data-values-file`).
        env: prefixes of environment variables that hold strings (`--data-values-env`).
        env_yaml: the same with YAML in them.
        strings: `key=text` (`--data-value`).
        yaml: `key=YAML` (`--data-value-yaml`).
        text_files: `key=path` of a file whose text is the value (`--data-value-file`).
    """

    files: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    env_yaml: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    yaml: tuple[str, ...] = ()
    text_files: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return any((self.files, self.env, self.env_yaml, self.strings, self.yaml, self.text_files))
