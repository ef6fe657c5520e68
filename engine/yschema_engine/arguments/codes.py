"""The code of findings about wrong arguments."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

WRONG_USAGE = Code(
    "wrong-usage", "usage", phrase("{problem}"), hint=phrase("{program} --help lists the flags")
)
