"""Charts, JSON Schemas and CRDs need none of the packages in native code that the language of ytt needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHART = ROOT / "sample_site/charts/tollhouse"
CRD = ROOT / "sample_site/schemas/ferry/crd.yaml"
JSON_SCHEMA = """{
  "type": "object",
  "properties": {
    "name": {"type": "string", "pattern": "^[a-z]+$"},
    "other": {"type": "string", "pattern": "^a(?!X)", "description": "Has a pattern that RE2 does not know."}
  },
  "patternProperties": {"^x-": {"type": "integer"}}
}"""
_MAIN = "import sys; from yschema_engine.cli.entry import main; sys.exit(main())"
_BLOCKED = f"import sys; sys.modules.update(starlark=None, re2=None); {_MAIN}"

RUNS = [
    f"-f {CHART}",
    f"-f {CHART} --data-value-yaml service.port=x",
    f"-f {CHART} --schema-inspect -o reference-json",
    f"site -f {CHART} --out public",
    f"schema {CHART}",
    f"explain -f {CHART} service",
    f"coverage -f {CHART}",
    f"draft {CHART}",
    f"compare {CHART} {CHART.parent / 'beacon'}",
    f"-f {CRD} --data-values-file {ROOT / 'sample_site/samples/ferry/market.yaml'}",
    f"-f {CRD} --schema-inspect -o reference-json",
    f"site -f {CRD} --out public",
    "-f app.schema.json --data-values-file wrong.yaml",
    "-f app.schema.json --schema-inspect -o reference-json",
    "site -f app.schema.json --out public",
]


def run(program: str, arguments: str, folder: Path) -> tuple[int, str, str, dict[str, bytes]]:
    folder.mkdir()
    (folder / "app.schema.json").write_text(JSON_SCHEMA, encoding="utf-8")
    (folder / "wrong.yaml").write_text("name: Upper\nother: aXb\n", encoding="utf-8")
    command = [sys.executable, "-c", program, *arguments.split()]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return done.returncode, done.stdout, done.stderr, files


@pytest.mark.parametrize("arguments", RUNS, ids=[each.replace(f"{ROOT}/", "") for each in RUNS])
def test_results_are_the_same(arguments: str, tmp_path: Path) -> None:
    without = run(_BLOCKED, arguments, tmp_path / "without")
    assert without[0] in (0, 1) and "Traceback" not in without[2]
    assert without == run(_MAIN, arguments, tmp_path / "with")


@pytest.mark.parametrize(
    "schema",
    [
        "#@ x = 1\n\n#@data/values-schema\n---\na: #@ x\n",
        '#@data/values-schema\n---\n#@schema/validation ("odd", lambda v: v % 2)\na: 1\n',
        '#@schema/definition data_values=True\n---\n#@schema/validate regexp="^a"\na: a\n',
    ],
)
def test_ytt_names_the_package(schema: str, tmp_path: Path) -> None:
    (tmp_path / "schema.yaml").write_text(schema, encoding="utf-8")
    status, _, message, _ = run(_BLOCKED, "-f ../schema.yaml", tmp_path / "run")
    assert status == 2
    assert "is not installed, which the language of ytt needs" in message and "yschema[ytt]" in message
    assert "Traceback" not in message


def test_ytt_without_code_needs_no_package(tmp_path: Path) -> None:
    (tmp_path / "schema.yaml").write_text(
        "#@data/values-schema\n---\n#@schema/validation min=1\na: 1\n", "utf-8"
    )
    assert run(_BLOCKED, "-f ../schema.yaml", tmp_path / "run")[:3] == (0, "", "")
