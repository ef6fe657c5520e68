"""The readers, and the choice of one for the inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yschema_engine.read.file_reader import INPUT_OF_NO_KIND, SEVERAL_READERS, SEVERAL_SCHEMAS
from yschema_engine.read.inputs import File, digest
from yschema_engine.read.options import InputKind, LoadOptions
from yschema_engine.read.recognition import (
    CRD,
    HELM,
    JSON_SCHEMA,
    PACKAGE,
    YTT,
    FrontEnd,
    check_definitions,
    first_annotation,
    has_schema_document,
    names_of,
    not_of_kind,
)
from yschema_engine.schema.functions import Evaluation, current_functions
from yschema_engine.schema.schema import Schema, resource_group
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import Finding, UsageError, finding
from yschema_engine.text.phrases import Listing, Param, Verbatim, phrase

# A folder for ytt may contain resources of all kinds, and a chart contains resources and a JSON Schema.
_FRONT_ENDS: Mapping[InputKind, FrontEnd] = {
    "ytt": YTT,
    "helm": HELM,
    "json-schema": JSON_SCHEMA,
    "crd": CRD,
    "package": PACKAGE,
}


def load_schema(files: Sequence[File], options: LoadOptions = LoadOptions()) -> Schema:
    """Return the one schema in the files; see `load_schemas`.

    Raises:
        EngineError: the schema is not valid; with every independent problem of every file.
        UsageError: a file cannot be read, or the files hold several schemas.
    """
    return only_schema(load_schemas(files, options))


def load_resources(files: Sequence[File], options: LoadOptions = LoadOptions()) -> Schema:
    """Return the one schema in files, as `load_schema`; several kinds of resources are one as well.

    Raises:
        EngineError: as `load_schema`.
        UsageError: as `load_schema`.
    """
    schemas = load_schemas(files, options)
    kinds = {(each.resource.group, each.resource.kind) for each in schemas if each.resource is not None}
    return resource_group(schemas) if len(kinds) > 1 else only_schema(schemas)


def are_same(old: Sequence[File], new: Sequence[File], kind: InputKind = "auto") -> bool:
    """Return whether two inputs are the same; a single file may have another name.

    Raises:
        UsageError: no front end reads the files.
    """
    old_content, new_content = (
        [(file.path if len(files) > 1 else "", file.is_evaluated, file.data) for file in files]
        for files in (old, new)
    )
    return old_content == new_content and front_end_for(old, kind) is front_end_for(new, kind)


def declared(schema: Schema) -> Schema:
    """Return a schema, unless it was made from inputs without one.

    Raises:
        UsageError: with the warnings about it, as errors.
    """
    if not schema.has_documents:
        raise UsageError([replace(warning, severity="error") for warning in schema.findings])
    return schema


def only_schema(schemas: Sequence[Schema]) -> Schema:
    """Return the only one of several schemas, or the version that is preferred.

    Raises:
        UsageError: there is no such one.
    """
    preferred = [schema for schema in schemas if schema.is_preferred]
    if len(preferred) == 1:
        return replace(preferred[0], others=tuple(each for each in schemas if each is not preferred[0]))
    if len(schemas) > 1:
        names = Listing(tuple(Verbatim(schema.name) for schema in schemas))
        raise UsageError.of(SEVERAL_SCHEMAS, found=names)
    return schemas[0]


def load_schemas(files: Sequence[File], options: LoadOptions = LoadOptions()) -> Sequence[Schema]:
    """Return the schemas in the files, read by the front end that accepts them.

    Args:
        files: schema files, files that they load, and others, which are ignored; in order.
        options: how to read and evaluate.

    Raises:
        EngineError: a schema is not valid; with every independent problem of every file.
        UsageError: a file cannot be read, or no front end reads the files.
    """
    with current_functions().evaluation(
        lambda: Evaluation(f"{digest(files)} {options}", tuple(files), options)
    ):
        schemas = front_end_for(files, options.kind).load(files, options)
    choice = _several_readers(files) if options.kind == "auto" else None
    if choice is None:
        return schemas
    return [replace(schemas[0], findings=(choice, *schemas[0].findings)), *schemas[1:]]


def front_end_for(files: Sequence[File], kind: InputKind = "auto") -> FrontEnd:
    """Return the front end that reads the files.

    Args:
        files: the inputs.
        kind: the language, if a user names it.

    Raises:
        UsageError: the files are in no language that is known, or in another one.
    """
    if kind != "auto":
        front_end = _FRONT_ENDS[kind]
        if not front_end.can_read(files):
            check_definitions(files)
            raise not_of_kind(kind, files, front_end.looks_for)
        return front_end
    for front_end in _FRONT_ENDS.values():
        if front_end.accepts(files):
            return front_end
    check_definitions(files)
    # Without a schema, ytt accepts all values: its own inputs need none.
    if YTT.can_read(files):
        return YTT
    looked_for: tuple[Param, ...] = tuple(each.looks_for for each in _FRONT_ENDS.values())
    raise UsageError.of(INPUT_OF_NO_KIND, found=names_of(files), expected=Listing(looked_for, "or"))


def _several_readers(files: Sequence[File]) -> Finding | None:
    """Return the warning about inputs that other readers fit as well; None if the choice needs no reason.

    A document that is marked as a schema, and a chart, are what people mean.
    """
    fitting = (kind for kind, front_end in _FRONT_ENDS.items() if front_end.accepts(files))
    kind = next(fitting, "ytt")
    if (
        kind == "helm"
        or has_schema_document(files)
        or not (others := tuple(Verbatim(f"`{each}`") for each in fitting))
    ):
        return None
    reason = phrase("because of this annotation") if kind == "ytt" else phrase("which comes first")
    span = first_annotation(files) if kind == "ytt" else None
    return finding(SEVERAL_READERS, span, kind=Verbatim(kind), reason=reason, kinds=Listing(others, ","))
