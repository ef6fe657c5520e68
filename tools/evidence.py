"""Count what the README says about agreement with ytt and Helm, and about published charts.

`python tools/evidence.py [FOLDER]` prints the numbers (`make evidence`). FOLDER holds clones of the
repositories in `CHARTS`; those that are missing are fetched at their commits, which needs git and network.
If `helm` is on the path, it decides which of the maintainers' own values files are valid; else, all are.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

from yschema_engine import EngineError, File, Schema, load_schema, read_files
from yschema_engine.cli.main import start
from yschema_engine.evaluate.evaluator import evaluating
from yschema_engine.evaluate.limits import NoCode
from yschema_engine.values.check import check_values
from yschema_engine.values.sources import plain_documents

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tests"))
from conformance_cases import run_case  # noqa: E402
from support import CASES, Result, load_yaml  # noqa: E402

CHARTS = MappingProxyType(
    {
        "argoproj/argo-helm": "af0a9310bacbaa4636018dfe22c801a6d33a5c43",
        "grafana/helm-charts": "7a0ab968961a165318ab95ff678908c3b9bc3240",
        "prometheus-community/helm-charts": "cf408a290aec489277a94450bb3511432477a53a",
    }
)
"""Repositories on GitHub whose folder `charts` holds charts, each with a commit."""
_REFUSED = "values don't meet the specifications of the schema"
"""What Helm prints about values that break `values.schema.json`."""


class _Unguarded(NoCode):
    """Lets the code of cases run in this process."""

    def enter(self, name: str, seconds: float) -> None:
        """Let code run."""


def main() -> int:
    """Print the numbers."""
    folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build/published"
    with evaluating(_Unguarded()):
        print("Recorded answers of ytt:   ", _agreeing(_answers_of_ytt()))
        print("Recorded answers of Helm:  ", _agreeing(_answers_of_helm()))
    charts = [chart for name, commit in CHARTS.items() for chart in _charts(folder, name, commit)]
    found = Counter[str]()
    for chart in charts:
        _count(chart, found)
    print("Published charts read:     ", f"{found['read']} of {len(charts)}, {found['fields']:,} fields")
    print("Values files in their `ci`:", f"{found['files']}, of which {found['same']} get Helm's verdict")
    print("False alarms about these:  ", found["false alarms"])
    return 0


def _agreeing(answers: Iterator[bool]) -> str:
    right = list(answers)
    return f"{sum(right)} of {len(right)} are ours"


def _answers_of_ytt() -> Iterator[bool]:
    for path in sorted((CASES / "conformance").rglob("*.yaml")):
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            yield not run_case(load_yaml(path.read_text(encoding="utf-8")), _run)


def _run(*arguments: str, files: dict[str, str]) -> Result:
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(text.encode())
    out, err = io.StringIO(), io.StringIO()
    return Result(start(arguments, io.BytesIO(), out, err), out.getvalue(), err.getvalue())


def _answers_of_helm() -> Iterator[bool]:
    for case in load_yaml((CASES / "charts-in-effect.yaml").read_text(encoding="utf-8")).values():
        files = [File(f"web/{name}", f"web/{name}", text.encode()) for name, text in case["files"].items()]
        schema = load_schema(files)
        for values in case["values"]:
            checked = check_values(schema, plain_documents(File("v.yaml", "v.yaml", values["text"].encode())))
            yield checked.valid == ("in_effect" in values) and (
                not checked.valid or checked.plain == values["in_effect"]
            )


def _charts(folder: Path, name: str, commit: str) -> Iterator[Path]:
    clone = folder / name.replace("/", "+")
    if not clone.exists():
        for arguments in (
            ("init", "-q", str(clone)),
            ("-C", str(clone), "fetch", "-q", "--depth", "1", f"https://github.com/{name}", commit),
            ("-C", str(clone), "checkout", "-q", "FETCH_HEAD"),
        ):
            subprocess.run(["git", *arguments], check=True)  # noqa: S603, S607
    yield from sorted(path.parent for path in clone.glob("charts/*/Chart.yaml"))


def _count(chart: Path, found: Counter[str]) -> None:
    try:
        schema = load_schema(read_files([chart]))
    except EngineError:
        return
    found["read"] += 1
    found["fields"] += sum(1 for _ in schema.root.walk()) - 1
    for path in sorted(chart.glob("ci/*values.yaml")):
        accepted, valid = _is_accepted(schema, path), _is_valid_for_helm(chart, path)
        found["files"] += 1
        found["same"] += accepted == valid
        found["false alarms"] += valid and not accepted


def _is_accepted(schema: Schema, path: Path) -> bool:
    return check_values(schema, plain_documents(File(str(path), str(path), path.read_bytes()))).valid


def _is_valid_for_helm(chart: Path, values: Path) -> bool:
    helm = shutil.which("helm")
    if helm is None:
        return True
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, chart.name)
        shutil.copytree(chart, copy)
        (copy / "Chart.yaml").write_text(_without_dependencies(chart), encoding="utf-8")
        shutil.rmtree(copy / "templates", ignore_errors=True)
        command = [helm, "template", str(copy), "--values", str(values)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return _REFUSED not in ran.stderr


def _without_dependencies(chart: Path) -> str:
    """Return the metadata of a chart without its dependencies, which would have to be fetched."""
    metadata = load_yaml((chart / "Chart.yaml").read_text(encoding="utf-8"))
    return f"apiVersion: v2\nname: {metadata['name']}\nversion: {metadata['version']}\n"


if __name__ == "__main__":
    sys.exit(main())
