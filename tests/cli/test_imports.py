"""The modules that calls of the command line import, which take most of the time of a short call."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

# Standard modules and libraries that few calls need, and parts of the engine that need them.
_RARE = """
    dataclasses decimal email hashlib html http importlib.metadata importlib.resources inspect pickle random
    subprocess tarfile tempfile threading tomllib xml zipfile
    babel fqdn jinja2 jsonschema markdown markupsafe mkdocs nh3 polib re2 referencing regex
    rfc3986_validator starlark watchdog
    yschema_engine.arguments.compare yschema_engine.arguments.documentation yschema_engine.arguments.site
    yschema_engine.compare yschema_engine.compiled
    yschema_engine.docs.block_check yschema_engine.docs.page_blocks yschema_engine.docs.calls
    yschema_engine.docs.cross_references yschema_engine.docs.excerpts yschema_engine.docs.fences
    yschema_engine.docs.manifests yschema_engine.docs.places
    yschema_engine.docs.called_programs yschema_engine.docs.sample_files
    yschema_engine.docs.shell yschema_engine.docs.source_map
    yschema_engine.evaluate.evaluator yschema_engine.evaluate.peers yschema_engine.evaluate.wire
    yschema_engine.evaluate.starlark.session yschema_engine.evaluate.starlark.prelude
    yschema_engine.evaluate.starlark.programs yschema_engine.evaluate.starlark.session
    yschema_engine.evaluate.stdlib yschema_engine.merge
    yschema_engine.read.helm yschema_engine.read.json_schema yschema_engine.read.kubernetes
    yschema_engine.read.ytt.libraries
    yschema_engine.read.ytt.modules yschema_engine.read.ytt.overlay_module
    yschema_engine.read.ytt.template_program
    yschema_engine.schema.ecma_search yschema_engine.schema.format_checks
    yschema_engine.show yschema_engine.site yschema_engine.values.check
"""
# What a check needs, but not `--help`.
_CHECKING = """
    ast base64 ruamel
    yschema_engine.docs.accepted_findings yschema_engine.read.readers yschema_engine.read.recognition
    yschema_engine.schema.rule_record yschema_engine.schema.rule_registry
"""

_RUN = """
import contextlib, io, sys
import yschema_engine.cli.entry
from yschema_engine.cli.main import start
from yschema_engine.evaluate.limits import ChildGuard, guarded_by
from yschema_engine.evaluate.processes import Record
from yschema_engine.schema.functions import Functions, having
try:
    with contextlib.redirect_stdout(sys.stderr), guarded_by(ChildGuard(Record())), having(Functions()):
        status = start(sys.argv[1:], io.BytesIO(), sys.stderr, sys.stderr)
except SystemExit as e:
    status = e.code
print(status, *sys.modules)
"""
_SCHEMA = """\
#@data/values-schema
---
#@schema/desc "How many pods to run."
#@schema/validation min=1, max=9
replicas: 3
#@schema/desc "How clients reach the shop."
service:
  #@schema/desc "The kind of the service."
  #@schema/validation one_of=["ClusterIP", "NodePort"]
  #@schema/examples ("Within the cluster", "ClusterIP")
  type: ClusterIP
  #@schema/nullable
  address: ""
ports:
- 8080
"""


def _imported(*arguments: str) -> set[str]:
    run = subprocess.run([sys.executable, "-c", _RUN, *arguments], capture_output=True, text=True, check=True)
    status, *modules = run.stdout.split()
    assert status == "0", run.stderr
    return set(modules)


@pytest.fixture
def schema(tmp_path: Path) -> str:
    path = tmp_path / "schema.yaml"
    path.write_text(_SCHEMA, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", [each for each in (*_RARE.split(), *_CHECKING.split()) if "yschema" in each])
def test_every_module_of_the_lists_exists(name: str) -> None:
    assert importlib.util.find_spec(name)


def test_a_check_imports_nothing_that_few_calls_need(schema: str) -> None:
    assert not _imported("-f", schema) & set(_RARE.split())


def test_help_reads_and_checks_nothing() -> None:
    assert not _imported("--help") & {*_RARE.split(), *_CHECKING.split()}


@pytest.mark.parametrize(
    ("text", "module"),
    [
        ("#@data/values-schema\n---\nname: #@ 'a' + 'b'\n", "starlark"),
        ('#@data/values-schema\n---\n#@schema/validate regexp="^a"\nname: abc\n', "re2"),
    ],
)
def test_what_a_schema_needs_is_imported(tmp_path: Path, text: str, module: str) -> None:
    path = tmp_path / "schema.yaml"
    path.write_text(text, encoding="utf-8")
    assert module in _imported("-f", str(path))


def test_findings_need_their_output(schema: str) -> None:
    modules = _imported("-f", schema, "--severity", "titles=warning")
    assert "yschema_engine.show.findings" in modules
