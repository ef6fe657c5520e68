"""Functions for all tests."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from ruamel.yaml import YAML, YAMLError
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.cyaml import CParser
from ruamel.yaml.resolver import VersionedResolver

CASES = Path(__file__).parent / "cases"
CACHE = Path(__file__).parent / "__pycache__"
SOURCE = Path(__file__).read_bytes()
WORTH_KEEPING = 2000  # characters
CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Boat, plural: boats}
  versions:
  - name: v1
    served: true
    storage: true
"""
"""A custom resource definition without the schema of its last version."""


@dataclass(frozen=True)
class Result:
    """The result of a run of the command line."""

    status: int
    out: str
    err: str


Command = Callable[..., Result]


class _Loader(CParser, SafeConstructor, VersionedResolver):
    """A YAML 1.2 loader with the parser of libyaml, which takes a sixth of the time of that in Python."""

    def __init__(self, text: str) -> None:
        CParser.__init__(self, text)
        SafeConstructor.__init__(self, loader=self)
        VersionedResolver.__init__(self, loader=self)
        self._parser = self._composer = self


def load_yaml(text: str) -> Any:
    """Return the value of a document, which is cached next to the byte code for all workers."""
    kept = CACHE / f"{sha256(SOURCE + text.encode()).hexdigest()}.pickle"
    if kept.exists():
        return pickle.loads(kept.read_bytes())  # noqa: S301  written below
    value = _parsed(text)
    if len(text) > WORTH_KEEPING and CACHE.exists():
        written = kept.with_suffix(f".{os.getpid()}")
        written.write_bytes(pickle.dumps(value))
        written.replace(kept)
    return value


def _parsed(text: str) -> Any:
    loader = _Loader(text)
    try:
        return loader.get_single_data()
    except YAMLError:  # libyaml refuses a colon in a plain scalar in brackets
        return YAML(typ="safe", pure=True).load(text)
    finally:
        loader.dispose()


def cases(folder: str) -> list[Any]:
    """Return the case files of a folder as pytest parameters, named after the files."""
    root = CASES / folder
    return [
        pytest.param(path, id=path.relative_to(root).with_suffix("").as_posix())
        for path in sorted(root.rglob("*.yaml"))
    ]


def marks(case: Mapping[str, Any]) -> tuple[pytest.MarkDecorator, ...]:
    """Return the marks of a case: it may need something that the distributions do not require."""
    return (pytest.mark.other_tools,) if "needs" in case else ()


def count_calls(action: Callable[[], object]) -> int:
    """Return how many functions an action calls: its work, measured without a clock."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(before)
    return calls
