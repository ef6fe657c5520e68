"""The options of a site, of its schemas, and of directives: each with its type, default and meaning.

The plugin, `yschema site`, the Markdown extension and the documentation read these classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias, get_args

from yschema_engine.docs.sample_files import SampleEntry
from yschema_engine.evaluate.limits import Limits
from yschema_engine.read.options import InputKind, Portability
from yschema_engine.show.html.view import COLUMNS, LAYOUTS, Column, Layout
from yschema_engine.site import option_types as types
from yschema_engine.site.fleets import Fleet, expand, expand_definitions, is_pattern
from yschema_engine.site.schema_files import FilesRead
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import (
    KINDS,
    REPORT_FORMATS,
    ErrorFormat,
    Kind,
    Level,
    UsageError,
    usage_code,
    usage_error,
)
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source

INVALID_OPTION = usage_code("invalid-directive-option", phrase("option `{option}` does not take this value"))

_INPUT_KINDS = get_args(InputKind)
_ORIGIN = types.one_of(
    _INPUT_KINDS,
    words="a kind of input, or a pattern with wildcards",
    expected=f"one of {', '.join(_INPUT_KINDS)}, or a pattern of folders with `*`",
)
Severity: TypeAlias = Annotated[Level | None, types.one_of(get_args(Level))]
"""The severity of a kind of finding; without one, that of the site, or that of `DEFAULT_LEVELS`."""


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """The display options of references. The options of a directive override those of the plugin."""

    layout: Annotated[Layout, types.one_of(LAYOUTS)] = "sections"
    """The layout of references. `sections` shows all details of each field. `table` shows one line for each
    field, which opens; readers can switch between these two. `yaml` shows the values file with comments, in
    which each key is a link."""

    columns: Annotated[tuple[Column, ...], types.list_of(COLUMNS)] = COLUMNS
    """What the layout `table` shows of each field, in addition to the name. The order makes no difference."""

    yaml_view: types.Flag = True
    """Whether readers see the values file: beside the fields on a wide screen, and as a second view
    elsewhere. On pages with more than 300 fields, a script loads it; such pages do not show it without
    JavaScript."""

    collapse_depth: types.Depth = 3
    """The number of nested levels that are expanded at first. Deeper fields are collapsed until a reader
    expands them, follows a link to one of them, or finds one with the search of the browser. `0` expands
    all fields."""

    filter: types.Flag = True
    """Whether references have a filter, which hides fields that do not match while readers type, and a
    palette, which finds fields in all references of the site. The key `v` opens the palette."""

    my_values: types.Flag = True
    """Whether readers can [check values of their own](../how-to/consumer/my-values.md) in the page. The
    script loads with the first click, and nothing that readers write leaves the page."""

    show_required: types.Flag = True
    """Whether references start with the required fields: the smallest valid set of values, computed and
    checked by the build."""

    downloads: types.Flag = True
    """Whether references offer downloads from the same build: `values.yaml` with comments, the minimal
    values file, a JSON Schema, and an OpenAPI document. With `site_url`, they also show the line that
    connects a values file with the JSON Schema in an editor."""

    show_samples: types.Flag = True
    """Whether references show the [samples](../how-to/author/samples.md) of their schema."""


@dataclass(frozen=True, slots=True)
class DirectiveOptions:
    """The options of a directive, and the name of its schema."""

    name: str

    path: types.Text = ""
    """the field to show, with the fields below it. By default, the whole reference is shown. Keys
    are joined with dots. Array items can have brackets: `gateways.buckets.grants` is the same as
    `gateways[].buckets[].grants`. Keys can be escaped as in anchors: `tls~2Ecrt` is the key
    `tls.crt`."""

    heading_level: types.HeadingLevel = 2
    """the level of the top headings, from 1 to 6. Nested headings are deeper, down to 6."""

    display: Annotated[DisplayOptions, types.Inline(DisplayOptions)] = DisplayOptions()


def display_option(option: str, text: object) -> Any:
    """Return the value of a display option of a directive, whose values have no types.

    Raises:
        UsageError: the option does not take it.
    """
    type_ = types.types_of(DisplayOptions)[option]
    try:
        return type_.convert(type_.parse(text), Path())
    except types.Refused:
        found, expected = Verbatim(f"{option}: {text}"), Verbatim(type_.expected)
        raise usage_error(INVALID_OPTION, option=Verbatim(option), found=found, expected=expected) from None


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """Limits for the code of each schema: the value of `limits`."""

    seconds: types.Bound = Limits().seconds
    """The maximum time, in seconds, for all files and rules of a schema."""

    memory: types.Bound = Limits().memory
    """The maximum memory, in MiB."""


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
    """Comments, schemas and defaults of an input that disagree about a value."""

    gaps: Severity = None
    """Schemas that accept misspelt keys or refuse keys that they need, and values of unknown types."""

    comments: Severity = None
    """Values of a chart that Helm accepts, and that the chart's comments do not allow."""


@dataclass(frozen=True, slots=True)
class SeverityOptions(SchemaSeverityOptions):
    """The severity of each kind of finding: the value of `severity`.

    `error` fails the build, `warning` fails it only with `--strict`, and `off` turns the check off.
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


class _Schemas(types.OptionType):
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
        for option, type_ in (("index", types.PAGE), ("name", types.TEXT)):
            if raw.get(option) is not None:
                type_.read(raw[option], place.below(option))
        fleets[label], members = expand(raw, place)
        yield from members.items()
        return
    kinds = expand_definitions(label, raw, place, read_files)
    if kinds is not None:
        fleets[label], members = kinds
        yield from members.items()
        return
    for option in ("name", "index"):
        if option in raw:
            raise place.below(option).invalid(
                "an option of fleets", "a pattern in `from`, such as `packages/*`"
            )
    if raw.get("kind") is not None and raw.get("from") is not None:
        raise place.invalid(f"from: {raw['from']} and kind: {raw['kind']}", "one of them")
    yield label, raw


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """The options of the plugin."""

    schemas: Annotated[DeclaredSchemas, _Schemas()] = field(default_factory=DeclaredSchemas)
    """The schemas and the fleets of the site, by name. Directives and links to fields use the names of
    schemas.

    A name can contain any characters. Letters, digits, `-` and `_` result in the most readable links."""

    display: Annotated[DisplayOptions, types.Inline(DisplayOptions)] = DisplayOptions()

    inventory: types.Flag = True
    """Whether to create an inventory, `objects.inv`, for
    [links from other sites](../how-to/author/cross-references.md#link-from-other-sites)."""

    markdown_pages: types.Flag = True
    """Whether to write the Markdown of each page with a reference [beside its
    HTML](../how-to/maintainer/downloads.md#pages-as-markdown), for programs that prefer Markdown."""

    external_images: types.Flag = False
    """Whether descriptions show images from other hosts. By default, links replace these images, so that a
    schema cannot make the browsers of readers contact other hosts."""

    language: types.OptionalText = None
    """The language of labels such as "Default": `de`, `es`, `fr`, `ja`, `zh` or English. The default is the
    `language` or `locale` of the theme. `custom_templates` can contain other languages."""

    custom_templates: types.ExistingFolder = None
    """A folder of templates that take precedence over those of the theme. Its subfolder `locale` can contain
    [message catalogues](../how-to/author/translate.md#add-a-language-or-change-labels)."""

    severity: Annotated[SeverityOptions, types.MapOf(SeverityOptions)] = SeverityOptions()
    """The severity of each kind of finding."""

    error_format: Annotated[ErrorFormat | None, types.one_of(get_args(ErrorFormat))] = None
    """The format in which `mkdocs build` also writes findings to standard output: `github` for annotations of
    a pull request, `json` for one object per line, or `concise` for one line per finding. `text` writes
    nothing besides the log. `sarif`, `gitlab` and `junit` are reports, which need `error_file`. The default
    is `github` if the variable `GITHUB_ACTIONS` is `true`, otherwise `text`. The option can be
    [set by an environment variable](../how-to/maintainer/ci.md#annotations-for-a-build)."""

    error_file: types.OptionalPath = None
    """A file to which `mkdocs build` writes findings in the format that `error_format` names, instead of
    standard output. The path is relative to `mkdocs.yml`. The file is also written if there are no findings,
    or if findings fail the build."""

    limits: Annotated[LimitOptions, types.MapOf(LimitOptions)] = LimitOptions()
    """Limits for the code in schema files. A schema that exceeds a limit fails the build."""

    strict: types.Flag = False
    """Whether to refuse ambiguous plain scalars, such as `yes`, in schemas and values, like
    [`--strict`](command-line.md#input) on the command line. The `strict` of MkDocs is another option."""

    ignore_unknown_comments: types.Flag = False
    """Whether schema files can have ordinary comments (`# …`)."""

    cache_dir: types.CacheFolder = None
    """A folder in which the plugin keeps results for the next build, relative to the folder of `mkdocs.yml`,
    such as `.cache/yschema`. Unchanged schemas are then
    [not evaluated again](../how-to/maintainer/large-sites.md). Without this option, or with `false`, nothing
    is kept."""

    jobs: types.Jobs = None
    """The number of processes that evaluate schemas and render pages, when this is faster than one process.
    The default is the number of cores. The number does not change the site."""

    allow_symlink_destinations: types.Paths = ()
    """Files and folders to which symbolic links among the files of schemas can lead, relative to
    `mkdocs.yml`. Other links out of the folder that `files` names fail the build."""


def read_site_options(values: object, folder: Path, config: Source | None = None) -> SiteOptions:
    """Return the options of a site.

    Args:
        values: the options, as YAML has them.
        folder: the folder of the configuration, where patterns and paths start.
        config: the file, for reports.

    Raises:
        UsageError: options are not valid.
    """
    place = types.OptionPlace("", folder, config)
    types.check_texts(values, place)
    options = types.read_options(SiteOptions, values, place)
    if wrong := [each for error in _contradictions(options, place) for each in error.findings]:
        raise UsageError(wrong)
    return options


def _contradictions(options: SiteOptions, place: types.OptionPlace) -> Iterator[UsageError]:
    """Yield what is wrong with options together, each of which is valid."""
    if options.error_file and not options.error_format:
        expected = "the format of the file, such as `error_format: sarif`"
        yield place.below("error_file").invalid("no error_format", expected)
    if options.error_format in REPORT_FORMATS and not options.error_file:
        found = f"error_format: {options.error_format} without a file"
        yield place.below("error_format").invalid(found, "`error_file: PATH` as well")
    schemas = options.schemas.schemas
    for name, schema in schemas.items():
        if schema.split and not schema.page:
            expected = "`page: PATH.md` as well: the pages of maps are below it"
            yield place.below(f"schemas.{name}").invalid(f"split: {schema.split} without a page", expected)
    for page, number in Counter(schema.page for schema in schemas.values() if schema.page).items():
        if number > 1:
            twice = f"{page} as the page of several schemas"
            yield place.below("schemas").invalid(twice, "a page for each")


@dataclass(frozen=True, slots=True)
class OutsideSchemaOptions:
    """A schema in the options of the Markdown extension itself, which knows no site."""

    files: types.Globs
    title: types.OptionalText = None
    url: types.OptionalText = None


def read_outside_schemas(values: object, folder: Path) -> Mapping[str, OutsideSchemaOptions]:
    """Return the schemas in the options of the Markdown extension, by their names.

    Raises:
        UsageError: options are not valid.
    """
    place = types.OptionPlace("schemas", folder)
    if not isinstance(values, Mapping):
        raise place.invalid(types.written_value(values), "a map of names to schemas")
    return {
        str(name): types.read_options(OutsideSchemaOptions, schema, place.below(str(name)))
        for name, schema in values.items()
    }
