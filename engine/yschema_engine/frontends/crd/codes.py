"""The codes of findings about custom resource definitions."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

INCOMPLETE = Code(
    "crd-incomplete",
    "schema",
    phrase("this definition of a custom resource is not complete"),
    found=phrase("no {missing}"),
    expected=phrase("`spec.group`, `spec.names.kind` and a version with a name"),
)
