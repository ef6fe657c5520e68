"""Run yschema for the action of GitHub: the arguments come from variables, and no shell sees them."""

import os
import shlex
import subprocess
import sys

report = os.environ.get("SARIF_FILE", "")
form = ["--error-format", "sarif", "--error-file", report] if report else ["--error-format", "github"]
program = [sys.executable, "-I", "-m", "yschema_engine"]
sys.exit(subprocess.call([*program, *shlex.split(os.environ["ARGUMENTS"]), *form]))  # noqa: S603
