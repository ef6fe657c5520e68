"""Schemas for packages and custom resource definitions, with the rules that the API server has for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support import CASES, CRD, Command, load_yaml
from yschema_engine import File, load_schema
from yschema_engine.text.nodes import from_plain
from yschema_engine.yaml.printing import to_yaml

SCHEMAS = sorted((CASES.parent.parent / "sample_site/schemas").iterdir())
DESIGNS: dict[str, Any] = load_yaml((CASES / "openapi.yaml").read_text("utf-8"))
VALUES = ("allOf", "anyOf", "oneOf", "not")
REFUSED = frozenset(
    (
        *("$ref", "definitions", "dependencies", "deprecated", "discriminator", "id", "patternProperties"),
        *("readOnly", "writeOnly", "xml", "uniqueItems", "example", "examples"),
    )
)
KEYWORDS = frozenset(
    (
        *(
            "$schema",
            "$ref",
            "type",
            "enum",
            "const",
            "title",
            "description",
            "default",
            "examples",
            "format",
        ),
        *("deprecated", "readOnly", "writeOnly", "pattern", "minimum", "maximum", "exclusiveMinimum"),
        *("exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems"),
        *("minProperties", "maxProperties", "required", "dependentRequired", "minContains", "maxContains"),
    )
)
OF_SCHEMAS = frozenset(
    (
        *("items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"),
        *("unevaluatedProperties", "unevaluatedItems"),
    )
)
OF_MAPS = frozenset(("properties", "patternProperties", "$defs", "dependentSchemas"))
OF_LISTS = frozenset(("allOf", "anyOf", "oneOf", "prefixItems"))
PACKAGE = """\
apiVersion: data.packaging.carvel.dev/v1alpha1
kind: Package
metadata: {name: boat.example.com.1.0.0}
spec:
  refName: boat.example.com
  version: 1.0.0
"""


@pytest.fixture(params=[*SCHEMAS, *DESIGNS], ids=lambda each: getattr(each, "name", each))
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if isinstance(request.param, Path):
        return request.param
    path = tmp_path / "schema.yaml"
    path.write_text(DESIGNS[request.param]["schema"], "utf-8")
    return path


def output(yschema: Command, source: Path, *arguments: str) -> str:
    result = yschema("-f", str(source), "--schema-inspect", *arguments)
    assert result.status == 0, result.err
    return str(result.out)


def test_a_definition_has_a_structural_schema(yschema: Command, source: Path) -> None:
    text = output(yschema, source, "-o", "crd")
    [root] = load_yaml(text)["schema"].values()
    assert list(problems(root, "")) == []
    assert findings(CRD + indented(text, 4)) == []


def test_a_package_has_valid_defaults(yschema: Command, source: Path) -> None:
    text = output(yschema, source, "-o", "package", "--without", "invalid-defaults")
    assert findings(PACKAGE + indented(text, 2)) == []


@pytest.mark.other_tools
def test_openapi_without_invalid_defaults_is_valid(yschema: Command, source: Path) -> None:
    from openapi_spec_validator import validate  # noqa: PLC0415

    validate(load_yaml(output(yschema, source, "-o", "openapi-v3", "--without", "invalid-defaults")))


def findings(text: str) -> list[str]:
    schema = load_schema([File("resource.yaml", "resource.yaml", text.encode())])
    return [f"{each.code.name} {each.path_text}" for each in schema.findings]


def indented(text: str, number: int) -> str:
    return "".join(f"{' ' * number}{line}" for line in text.splitlines(keepends=True))


def problems(schema: dict[str, Any], path: str) -> Iterator[str]:
    """Yield what the API server would refuse in a structural schema."""
    is_open = schema.get("x-kubernetes-preserve-unknown-fields") is True
    if "type" not in schema and not is_open and "x-kubernetes-int-or-string" not in schema:
        yield f"{path}: no type"
    yield from (f"{path}: {keyword}" for keyword in REFUSED & schema.keys())
    yield from (f"{path}: {each}" for each in schema if each.startswith("x-") and "x-kubernetes-" not in each)
    if schema.get("additionalProperties") is False or {"properties", "additionalProperties"} <= schema.keys():
        yield f"{path}: additionalProperties"
    for keyword in VALUES:
        for part in schema.get(keyword, ()):
            yield from (f"{path}: {each} in {keyword}" for each in part if each != "pattern")
    yield from default_problems(schema, path)
    for key, inner in schema.get("properties", {}).items():
        yield from problems(inner, f"{path}.{key}")
    for keyword in ("items", "additionalProperties"):
        if keyword in schema:
            yield from problems(schema[keyword], f"{path}.{keyword}")


def default_problems(schema: dict[str, Any], path: str) -> Iterator[str]:
    """Yield what is wrong with a default as it is written, without those of keys in it."""
    if "default" not in schema:
        return
    crd = f"type: object\nproperties:\n  v:\n{indented(dumped(schema), 4)}"
    yield from (
        f"{path}: {each}"
        for each in findings(f"{CRD}    schema:\n      openAPIV3Schema:\n{indented(crd, 8)}")
    )


def dumped(schema: dict[str, Any]) -> str:
    span = load_schema([File("s.yaml", "s.yaml", b"#@data/values-schema\n---\na: 1\n")]).root.span
    return to_yaml(from_plain(schema, span))


def test_json_schema_without_editor_keywords_has_those_of_its_dialect(yschema: Command, source: Path) -> None:
    text = output(yschema, source, "-o", "json-schema", "--without", "editor-keywords")
    assert unknown_keywords(load_yaml(text)) == set()


def unknown_keywords(schema: Any) -> set[str]:
    """Return the keywords that a program refuses which only knows those of JSON Schema 2020-12."""
    if not isinstance(schema, dict):
        return set()
    unknown = schema.keys() - KEYWORDS - OF_SCHEMAS - OF_MAPS - OF_LISTS
    inner = [schema[keyword] for keyword in OF_SCHEMAS & schema.keys()]
    inner += [each for keyword in OF_MAPS & schema.keys() for each in schema[keyword].values()]
    inner += [each for keyword in OF_LISTS & schema.keys() for each in schema[keyword]]
    return unknown.union(*map(unknown_keywords, inner))
