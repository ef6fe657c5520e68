"""The options of schemas: their files, pages, samples and versions, and the severity of findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypeAlias, get_args

from yschema_engine.docs.sample_files import SampleEntry
from yschema_engine.read.options import InputKind, Portability
from yschema_engine.site import option_types as types
from yschema_engine.site.fleets import Fleet, expand, expand_definitions, is_pattern
from yschema_engine.site.schema_files import FilesRead
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import KINDS, Kind, Level, UsageError
from yschema_engine.text.phrases import Verbatim, phrase

_INPUT_KINDS = get_args(InputKind)
_ORIGIN = types.one_of(
    _INPUT_KINDS,
    words="a kind of input, or a pattern with wildcards",
    expected=f"one of {', '.join(_INPUT_KINDS)}, or a pattern of folders with `*`",
)
Severity: TypeAlias = Annotated[Level | None, types.one_of(get_args(Level))]
"""The severity of a kind of finding; without one, that of the site, or that of `DEFAULT_LEVELS`."""


@dataclass(frozen=True, slots=True)
class SchemaSeverityOptions:
    """The severity of each kind of finding about a schema: the value of its `severity`."""

    examples: Severity = None
    """Examples in a schema that break a rule."""

    defaults: Severity = None
    """Defaults that are not empty and break one of their own rules."""

    samples: Severity = None
    """Samples that are not valid, or do not exist."""

    undocumented: Severity = None
    """Fields without a description."""

    titles: Severity = None
    """Fields without a title."""

    deprecated: Severity = None
    """Deprecated fields that do not say what to use instead."""

    references: Severity = None
    """References of JSON Schemas to documents that are not inputs."""

    portability: Severity = None
    """Parts of a schema that ytt ignores or refuses. The default is `warning` for schemas whose documents
    are all marked `@data/values-schema`, and `off` for others, which ytt does not read."""

    disagreements: Severity = None
    """Comments, schemas, defaults and dependencies of an input that disagree about a value."""

    gaps: Severity = None
    """Schemas of charts that accept misspelt keys, and values of unknown types."""

    comments: Severity = None
    """Values of a chart that Helm accepts, and that the chart's comments do not allow."""


@dataclass(frozen=True, slots=True)
class SeverityOptions(SchemaSeverityOptions):
    """The severity of each kind of finding: the value of `severity`.

    `error` fails the build, `warning` fails it only with `--strict`, `note` does not fail it, and `off` turns
    the check off.
    """

    blocks: Severity = None
    """Checked blocks in pages, YAML or shell, that are not valid."""

    cross_references: Severity = None
    """Cross-references to fields that do not exist."""


def levels(severity: SchemaSeverityOptions) -> dict[Kind, Level]:
    """Return the severity of the kinds of findings for which it is set."""
    return {kind: level for kind in KINDS if (level := getattr(severity, kind, None)) is not None}


def portability(severity: SchemaSeverityOptions) -> Portability | None:
    """Return where to look for what is not portable; None if the configuration does not say."""
    if severity.portability is None:
        return None
    return "off" if severity.portability == "off" else "all"


@dataclass(frozen=True, slots=True)
class SampleOptions:
    """A sample. A string is short for a map with one glob in `files`, and each file is then a sample of its
    own."""

    files: types.Globs
    """Globs of the files of a sample, relative to the folder of `mkdocs.yml`. Files listed later take
    precedence.

    The libraries that the files load have to be listed as well, here, in another sample or in the schema. A
    file in this list is not a sample of its own, unless another entry names it without `*`."""

    title: types.OptionalText = None
    """The title. The default is the first line of the comment at the start of the last file, or the name of
    that file."""

    description: types.OptionalText = None
    """The description, in Markdown. The default is the rest of this comment."""

    invalid: types.Reason = None
    """A part of the expected error message, for a sample that shows what is refused. The build fails if
    the sample is accepted, or is refused for another reason. `true` accepts any reason."""


class _Sample(types.MapOf):
    """The type of a sample, which is a glob or a map."""

    def read(self, value: object, place: types.OptionPlace) -> SampleEntry:
        """Return the sample."""
        if isinstance(value, str):
            return SampleEntry((value,))
        if not isinstance(value, Mapping):
            raise place.invalid(types.written_value(value), "a glob of files, or a map with `files`")
        sample = types.read_options(SampleOptions, value, place)
        return SampleEntry(
            sample.files,
            together=True,
            title=sample.title,
            description=sample.description,
            invalid=sample.invalid,
        )


@dataclass(frozen=True, slots=True)
class VersionOptions:
    """An earlier version of a schema: an item of `versions`."""

    name: types.VersionName
    """The name of the version, such as `"1.4.2"`. Quote it, so that it is a string."""

    files: types.Texts = ()
    """Globs of the files of that version, relative to the folder of `mkdocs.yml`. In a git revision, paths of
    files and folders; without them, those of the schema, which then must not have wildcards."""

    revision: types.OptionalText = None
    """The git revision that has the files, such as the tag `v1.4.2`. Without it, they are in the site."""


@dataclass(frozen=True, slots=True)
class SchemaOptions:
    """A schema, or a fleet of schemas: a value of `schemas`."""

    files: types.Globs
    """Globs of the files of the schema, relative to the folder of `mkdocs.yml`, in the order in which they
    are merged.

    `**` matches any number of folders. A folder means all files in it. A glob that matches no file is an
    error. List the files that a schema loads as well: `schemas/contour/*` also matches `.star` files."""

    from_: Annotated[InputKind, _ORIGIN] = "auto"
    """For one schema, its [`kind`](#schemas.NAME.kind). For a [fleet](../how-to/maintainer/fleets.md), a
    pattern with at least one wildcard, such as `packages/*/schema`, relative to the folder of `mkdocs.yml`:
    each folder or file that it matches is a schema. The other options apply to each of them. In `title`,
    `page`, `version` and globs, `{name}` stands for the name of the schema, `{match}` for the path of the
    match, and `{1}`, `{2}` and so on for the text that each wildcard matches."""

    kind: Annotated[InputKind | None, types.one_of(_INPUT_KINDS)] = None
    """What the files are: `ytt`, `helm` (a folder or an archive with a chart), `json-schema`, `crd` (a
    Kubernetes `CustomResourceDefinition`) or `package` (a Carvel `Package`). With `auto`, the default, the
    content of the files decides. For one schema, `from: helm` is the same as `kind: helm`."""

    name: types.OptionalText = None
    """For a fleet, a pattern for the names of its schemas. By default, a name consists of the strings that
    the wildcards match, joined with `-`."""

    index: types.Page = None
    """For a fleet, the path of a page with a table of its schemas, such as `reference/index.md`. If the file
    does not exist, the plugin generates the page. If it exists, insert the table with
    [`::: yschema-index NAME`](directive.md#the-index-of-schemas)."""

    schema_version: types.Text = ""
    """The version to show, if the files hold several: `v1` of a custom resource, or `alert-v1` if there are
    several kinds. By default, this is the version in which resources are stored."""

    title: types.OptionalText = None
    """The title. The default is the `@schema/title` of the document, or a title derived from the name."""

    page: types.Page = None
    """The path of a page for the reference, relative to `docs_dir`, such as `reference/contour.md`.

    If the file does not exist, the plugin generates the page with the title and the whole reference. If it
    exists, the plugin does not change it: insert the reference with `::: yschema NAME`. Without this
    option, no page is generated. Each schema needs a page of its own."""

    values_file: types.OptionalText = None
    """The name of the file that readers write, such as `dependabot.yml`. The file with all settings is
    offered under this name. By default, its name contains `values.yaml`."""

    samples: Annotated[
        tuple[SampleEntry, ...], types.ListOf("a list of globs or maps", _Sample(SampleOptions))
    ] = ()
    """[Sample files](../how-to/author/samples.md), as globs or maps. The build checks them as complete values
    files, and the reference shows them."""

    hide: types.Texts = ()
    """Fields that readers do not see, as patterns of their paths: `internal`, or `*.debug`, in which `*`
    stands for any characters. [Hidden fields](../how-to/author/hide.md) are not in pages, search and
    downloads, but are still checked."""

    severity: Annotated[SchemaSeverityOptions, types.MapOf(SchemaSeverityOptions)] = SchemaSeverityOptions()
    """The severity of findings about this schema and its samples, which takes precedence over
    [`severity`](#severity) of the plugin."""

    versions: Annotated[
        tuple[VersionOptions, ...], types.ListOf("a list of maps", types.MapOf(VersionOptions))
    ] = ()
    """Earlier versions of the schema, oldest first, for
    [pages about upgrades](../how-to/maintainer/changes.md#publish-the-changes). Without `page`, there are no
    such pages."""

    version: types.Text = ""
    """The name of the current version, for these pages. The default is `current`."""

    history: types.Flag = True
    """Whether fields say in which version they were added, or when their default changed. This option has an
    effect only with `versions`."""

    split: Annotated[str | None, types.one_of(("map",))] = None
    """`map` creates [a page for each map](pages.md#a-schema-on-many-pages) at the top level, such as
    `reference/contour/envoy.md`. The page of the schema then links to them. This option requires `page`.
    Without it, the whole reference is on one page."""

    @property
    def input_kind(self) -> InputKind:
        """The language of the files, in either spelling."""
        return self.kind or self.from_

    @property
    def globs(self) -> Iterator[str]:
        """The globs of the schema and of its samples."""
        yield from self.files
        for sample in self.samples:
            yield from sample.files


@dataclass(frozen=True, slots=True)
class DeclaredSchemas:
    """The schemas and the fleets of a site, by their names; the schemas of fleets are among the schemas."""

    schemas: Mapping[str, SchemaOptions] = field(default_factory=dict)
    fleets: Mapping[str, Fleet] = field(default_factory=dict)
    read_files: Mapping[tuple[str, ...], FilesRead] = field(default_factory=dict)
    """The files that had to be read to know the schemas, by their globs."""


class Schemas(types.OptionType):
    """The type of `schemas`: a map of names to schemas and fleets, or the options of one fleet."""

    def __init__(self) -> None:
        expected = "a map of names to schemas"
        super().__init__("a map of names to maps", expected, types.unchanged, options=SchemaOptions)

    def read(self, value: object, place: types.OptionPlace) -> DeclaredSchemas:
        """Return the schemas, with those of fleets."""
        if not isinstance(value, Mapping):
            hint = phrase("write `{line}`, and its options in lines below", line=Verbatim("NAME:"))
            raise place.invalid(types.written_value(value), self.expected, hint)
        is_fleet = isinstance(value.get("from"), str)
        schemas: dict[str, SchemaOptions] = {}
        fleets: dict[str, Fleet] = {}
        read_files: dict[tuple[str, ...], FilesRead] = {}
        wrong: list[Any] = []
        for label, raw in [("schemas", value)] if is_fleet else value.items():
            at = place if is_fleet else place.below(str(label))
            try:
                for name, options in _members(str(label), raw, at, fleets, read_files):
                    if name in schemas:
                        raise at.invalid(f"a second schema {types.written_value(name)}", "another name")
                    schemas[name] = types.read_options(SchemaOptions, options, at)
            except UsageError as error:
                wrong += error.findings
        if wrong:
            raise UsageError(wrong)
        return DeclaredSchemas(schemas, fleets, read_files)


def _members(
    label: str,
    raw: Any,
    place: types.OptionPlace,
    fleets: dict[str, Fleet],
    read_files: dict[tuple[str, ...], FilesRead],
) -> Iterator[tuple[str, Any]]:
    """Yield the schemas of an entry: one, or those of a fleet, which is added to the fleets."""
    if not isinstance(raw, Mapping):
        yield label, raw
        return
    if is_pattern(raw.get("from")):
        _check_own(raw, place, index=types.PAGE, name=types.TEXT)
        fleets[label], members = expand(raw, place)
        yield from members.items()
        return
    kinds = expand_definitions(label, raw, place, read_files)
    if kinds is not None:
        _check_own(raw, place, index=types.PAGE, page=types.PAGE)
        fleets[label], members = kinds
        yield from members.items()
        return
    for option in (each for each in ("name", "index") if each in raw):
        expected = "a pattern in `from`, such as `packages/*`"
        raise place.below(option).invalid("an option of fleets", expected)
    if raw.get("kind") is not None and raw.get("from") is not None:
        raise place.invalid(f"from: {raw['from']} and kind: {raw['kind']}", "one of them")
    yield label, raw


def _check_own(raw: Mapping[str, Any], place: types.OptionPlace, **of_fleet: types.OptionType) -> None:
    """Check the options of a fleet itself, which none of its schemas has."""
    for option, type_ in of_fleet.items():
        if raw.get(option) is not None:
            type_.read(raw[option], place.below(option))
