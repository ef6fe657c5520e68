"""The plugin's configuration in `mkdocs.yml`."""

from __future__ import annotations

import glob
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from mkdocs.config.base import BaseConfigOption, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.config.config_options import Choice, Dir, ListOfItems, Optional, SubConfig, Type

from mkdocs_yschema.config_types import Bound, Jobs, Known, Origin, PagePath, Severity, Words, display_option
from mkdocs_yschema.fleet_option import Schemas
from mkdocs_yschema.site.workers import number_of_cores
from yschema_engine import Limits, LoadOptions
from yschema_engine.arguments.error_output import ErrorOutput
from yschema_engine.doccheck.sample_files import SampleEntry
from yschema_engine.doccheck.schema_files import SchemaEntry
from yschema_engine.frontends.options import InputKind, InputOptions, Portability
from yschema_engine.lint.levels import DEFAULT_LEVELS, Level
from yschema_engine.model.findings import KINDS, REPORT_FORMATS, ErrorFormat, Kind
from yschema_engine.site.display_options import NAMES as DISPLAY_OPTIONS
from yschema_engine.site.display_options import DisplayOptions
from yschema_engine.site.fleets import Fleet
from yschema_engine.site.versions import EarlierVersion, VersionsEntry


class SampleConfig(Known):  # type: ignore[no-untyped-call]
    """A sample. A string is short for a map with one glob in `files`, and each file is then a sample of its
    own."""

    files = ListOfItems(Type(str))
    """Globs of the files of a sample, relative to the folder of `mkdocs.yml`. Files listed later take
    precedence.

    The libraries that the files load have to be listed as well, here, in another sample or in the schema. A
    file in this list is not a sample of its own, unless another entry names it without `*`."""

    title = Optional(Type(str))
    """The title. The default is the first line of the comment at the start of the last file, or the name of
    that file."""

    description = Optional(Type(str))
    """The description, in Markdown. The default is the rest of this comment."""

    invalid = Optional(Words())
    """A part of the expected error message, for a sample that shows what is refused. The build fails if
    the sample is accepted, or is refused for another reason. `true` accepts any reason."""


class Sample(BaseConfigOption[SampleEntry]):
    """A glob, or a map."""

    config_class = SampleConfig

    def run_validation(self, value: object) -> SampleEntry:
        """Return the sample, from a string or a map."""
        if isinstance(value, str):
            return SampleEntry((value,))
        if not isinstance(value, dict):
            raise ValidationError(f"found {value!r}, expected a glob of files, or a map with `files`")
        option = SubConfig(self.config_class)
        option.warnings = self.warnings
        validated = option.run_validation(value)
        if not validated.files:
            raise ValidationError("found no files, expected at least one glob in `files`")
        return SampleEntry(
            tuple(validated.files),
            together=True,
            title=validated.title,
            description=validated.description,
            invalid=validated.invalid,
        )


class SchemaSeverityConfig(Known):  # type: ignore[no-untyped-call]
    """The severity of each kind of finding about a schema: the value of its `severity`."""

    examples = Optional(Severity())
    """Examples that break a rule."""

    defaults = Optional(Severity())
    """Defaults that are not empty and break one of their own rules."""

    samples = Optional(Severity())
    """Samples that are not valid, or do not exist."""

    undocumented = Optional(Severity())
    """Fields without a description."""

    titles = Optional(Severity())
    """Fields without a title."""

    deprecated = Optional(Severity())
    """Deprecated fields that do not say what to use instead."""

    references = Optional(Severity())
    """References of JSON Schemas to documents that are not inputs."""

    portability = Optional(Severity())
    """Parts of the schema that ytt ignores or refuses."""

    disagreements = Optional(Severity())
    """Comments, schemas and defaults that disagree."""

    gaps = Optional(Severity())
    """Schemas that accept misspelt keys or refuse keys that they need, and values of unknown types."""


class VersionConfig(Known):  # type: ignore[no-untyped-call]
    """An earlier version of a schema: an item of `versions`."""

    name = Type(str)
    """The name of the version, such as `"1.4.2"`. Quote it, so that it is a string."""

    files = ListOfItems(Type(str), default=[])
    """Globs of the files of that version, relative to the folder of `mkdocs.yml`. In a git revision, paths of
    files and folders; without them, those of the schema, which then must not have wildcards."""

    revision = Optional(Type(str))
    """The git revision that has the files, such as the tag `v1.4.2`. Without it, they are in the site."""


class SchemaConfig(Known):  # type: ignore[no-untyped-call]
    """A schema, or a fleet of schemas: a value of `schemas`."""

    files = ListOfItems(Type(str))
    """Globs of the files of the schema, relative to the folder of `mkdocs.yml`, in the order in which they
    are merged.

    `**` matches any number of folders. A folder means all files in it. A glob that matches no file is an
    error. List the files that a schema loads as well: `schemas/contour/*` also matches `.star` files."""

    from_ = Origin()
    """For one schema, its [`kind`](#schemas.NAME.kind). For a [fleet](../how-to/maintainer/fleets.md), a
    pattern with at least one wildcard, such as `packages/*/schema`, relative to the folder of `mkdocs.yml`:
    each folder or file that it matches is a schema. The other options apply to each of them. In `title`,
    `page`, `version` and globs, `{name}` stands for the name of the schema, `{match}` for the path of the
    match, and `{1}`, `{2}` and so on for the text that each wildcard matches."""

    kind = Optional(Choice(get_args(InputKind)))
    """What the files are: `ytt`, `helm` (a folder or an archive with a chart), `json-schema`, `crd` (a
    Kubernetes `CustomResourceDefinition`) or `package` (a Carvel `Package`). With `auto`, the default, the
    content of the files decides. For one schema, `from: helm` is the same as `kind: helm`."""

    name = Optional(Type(str))
    """For a fleet, a pattern for the names of its schemas. By default, a name consists of the strings that
    the wildcards match, joined with `-`."""

    index = Optional(PagePath())
    """For a fleet, the path of a page with a table of its schemas, such as `reference/index.md`. If the file
    does not exist, the plugin generates the page. If it exists, insert the table with
    [`::: yschema-index NAME`](directive.md#the-index-of-schemas)."""

    schema_version = Type(str, default="")
    """The version to show, if the files hold several: `v1` of a custom resource, or `alert-v1` if there are
    several kinds. By default, this is the version in which resources are stored."""

    title = Optional(Type(str))
    """The title. The default is the `@schema/title` of the document, or a title derived from the name."""

    page = Optional(PagePath())
    """The path of a page for the reference, relative to `docs_dir`, such as `reference/contour.md`.

    If the file does not exist, the plugin generates the page with the title and the whole reference. If it
    exists, the plugin does not change it: insert the reference with `::: yschema NAME`. Without this
    option, no page is generated. Each schema needs a page of its own."""

    samples = ListOfItems(Sample(), default=[])
    """[Sample files](../how-to/author/samples.md), as globs or maps. The build checks them as complete values
    files, and the reference shows them."""

    hide = ListOfItems(Type(str), default=[])
    """Fields that readers do not see, as patterns of their paths: `internal`, or `*.debug`, in which `*`
    stands for any characters. [Hidden fields](../how-to/author/hide.md) are not in pages, search and
    downloads, but are still checked."""

    severity = SubConfig(SchemaSeverityConfig)
    """The severity of findings about this schema and its samples, which takes precedence over
    [`severity`](#severity) of the plugin."""

    versions = ListOfItems(SubConfig(VersionConfig), default=[])
    """Earlier versions of the schema, oldest first, for
    [pages about upgrades](../how-to/maintainer/changes.md#publish-the-changes). Without `page`, there are no
    such pages."""

    version = Type(str, default="")
    """The name of the current version, for these pages. The default is `current`."""

    history = Type(bool, default=True)
    """Whether fields say in which version they were added, or when their default changed. This option has an
    effect only with `versions`."""

    split = Optional(Choice(["map"]))
    """`map` creates [a page for each map](pages.md#a-schema-on-many-pages) at the top level, such as
    `reference/contour/envoy.md`. The page of the schema then links to them. This option requires `page`.
    Without it, the whole reference is on one page."""


class LimitsConfig(Known):  # type: ignore[no-untyped-call]
    """Limits for the code of each schema: the value of `limits`."""

    seconds = Bound(Limits().seconds)
    """The maximum time, in seconds, for all files and rules of a schema."""

    memory = Bound(Limits().memory)
    """The maximum memory, in MiB."""


class SeverityConfig(Known):  # type: ignore[no-untyped-call]
    """The severity of each kind of finding: the value of `severity`.

    `error` fails the build, `warning` fails it only with `--strict`, and `off` turns the check off.
    """

    examples = Severity(DEFAULT_LEVELS["examples"])
    """Examples in a schema that break a rule."""

    defaults = Severity(DEFAULT_LEVELS["defaults"])
    """Defaults that are not empty and break one of their own rules."""

    blocks = Severity(DEFAULT_LEVELS["blocks"])
    """Checked blocks in pages, YAML or shell, that are not valid."""

    samples = Severity(DEFAULT_LEVELS["samples"])
    """Samples that are not valid, or do not exist."""

    cross_references = Severity(DEFAULT_LEVELS["cross_references"])
    """Cross-references to fields that do not exist."""

    undocumented = Severity(DEFAULT_LEVELS["undocumented"])
    """Fields without a description."""

    titles = Severity(DEFAULT_LEVELS["titles"])
    """Fields without a title."""

    deprecated = Severity(DEFAULT_LEVELS["deprecated"])
    """Deprecated fields that do not say what to use instead."""

    references = Severity(DEFAULT_LEVELS["references"])
    """References of JSON Schemas to documents that are not inputs."""

    disagreements = Severity(DEFAULT_LEVELS["disagreements"])
    """Comments, schemas and defaults of an input that disagree about a value."""

    gaps = Severity(DEFAULT_LEVELS["gaps"])
    """Schemas that accept misspelt keys or refuse keys that they need, and values of unknown types."""

    portability = Optional(Severity())
    """Parts of a schema that ytt ignores or refuses. The default is `warning` for schemas whose documents
    are all marked `@data/values-schema`, and `off` for others, which ytt does not read."""


class YschemaConfig(Known):  # type: ignore[no-untyped-call]
    """The options of the plugin."""

    fleets: dict[str, Fleet]

    schemas = Schemas(SubConfig(SchemaConfig), default={})
    """The schemas and the fleets of the site, by name. Directives and links to fields use the names of
    schemas.

    A name can contain any characters. Letters, digits, `-` and `_` result in the most readable links."""

    # The documentation of these is that of `DisplayOptions`.
    layout = display_option("layout")
    columns = display_option("columns")
    yaml_view = display_option("yaml_view")
    collapse_depth = display_option("collapse_depth")
    filter = display_option("filter")
    my_values = display_option("my_values")
    show_required = display_option("show_required")
    downloads = display_option("downloads")
    show_samples = display_option("show_samples")

    inventory = Type(bool, default=True)
    """Whether to create an inventory, `objects.inv`, for
    [links from other sites](../how-to/author/cross-references.md#link-from-other-sites)."""

    markdown_pages = Type(bool, default=True)
    """Whether to write the Markdown of each page with a reference [beside its
    HTML](../how-to/maintainer/downloads.md#pages-as-markdown), for programs that prefer Markdown."""

    external_images = Type(bool, default=False)
    """Whether descriptions show images from other hosts. By default, links replace these images, so that a
    schema cannot make the browsers of readers contact other hosts."""

    language = Optional(Type(str))
    """The language of labels such as "Default": `de`, `es`, `fr`, `ja`, `zh` or English. The default is the
    `language` or `locale` of the theme. `custom_templates` can contain other languages."""

    custom_templates = Optional(Dir(exists=True))
    """A folder of templates that take precedence over those of the theme. Its subfolder `locale` can contain
    [message catalogues](../how-to/author/translate.md#add-a-language-or-change-labels)."""

    severity = SubConfig(SeverityConfig)
    """The severity of each kind of finding."""

    error_format = Optional(Choice(get_args(ErrorFormat)))
    """The format in which `mkdocs build` also writes findings to standard output: `github` for annotations of
    a pull request, `json` for one object per line, or `concise` for one line per finding. `text` writes
    nothing besides the log. `sarif`, `gitlab` and `junit` are reports, which need `error_file`. The default
    is `github` if the variable `GITHUB_ACTIONS` is `true`, otherwise `text`. The option can be
    [set by an environment variable](../how-to/maintainer/ci.md#annotations-for-a-build)."""

    error_file = Optional(Type(str))
    """A file to which `mkdocs build` writes findings in the format that `error_format` names, instead of
    standard output. The path is relative to `mkdocs.yml`. The file is also written if there are no findings,
    or if findings fail the build."""

    limits = SubConfig(LimitsConfig)
    """Limits for the code in schema files. A schema that exceeds a limit fails the build."""

    strict = Type(bool, default=False)
    """Whether to refuse ambiguous plain scalars, such as `yes`, in schemas and values, like
    [`--strict`](command-line.md#input) on the command line. The `strict` of MkDocs is another option."""

    ignore_unknown_comments = Type(bool, default=False)
    """Whether schema files can have ordinary comments (`# …`)."""

    cache_dir = Optional(Type(str))
    """A folder in which the plugin keeps results for the next build, relative to the folder of `mkdocs.yml`,
    such as `.cache/yschema`. Unchanged schemas are then
    [not evaluated again](../how-to/maintainer/large-sites.md). Without this option, nothing is kept."""

    jobs = Optional(Jobs())
    """The number of processes that evaluate schemas and render pages, when this is faster than one process.
    The default is the number of cores. The number does not change the site."""

    allow_symlink_destinations = ListOfItems(Type(str), default=[])
    """Files and folders to which symbolic links among the files of schemas can lead, relative to
    `mkdocs.yml`. Other links out of the folder that `files` names fail the build."""

    def error_output(self, folder: Path, environment: Mapping[str, str]) -> ErrorOutput:
        """Return where to write findings in addition to the log, and in which form.

        Args:
            folder: the folder of the configuration, to which paths are relative.
            environment: the environment variables.
        """
        by_default: ErrorFormat = "github" if environment.get("GITHUB_ACTIONS") == "true" else "text"
        file = folder / self.error_file if self.error_file else None
        return ErrorOutput(self.error_format or by_default, file)

    def display(self) -> DisplayOptions:
        """Return the display options that directives override."""
        return DisplayOptions(**{name: _frozen(self[name]) for name in DISPLAY_OPTIONS})

    def processes(self) -> int:
        """Return the number of processes."""
        return self.jobs or number_of_cores()

    def load_options(self, folder: Path) -> LoadOptions:
        """Return the options for loading schemas.

        Args:
            folder: the folder of the configuration, to which paths are relative.
        """
        options = ("limits: seconds: in mkdocs.yml", "limits: memory: in mkdocs.yml")
        limits = Limits(self.limits.seconds, self.limits.memory, *options)
        return LoadOptions(
            self.strict,
            self.ignore_unknown_comments,
            limits,
            _portability(self.severity) or "shipped",
            InputOptions(tuple(map(folder.joinpath, self.allow_symlink_destinations))),
        )

    def levels(self) -> dict[Kind, Level]:
        """Return the severity of each kind of finding."""
        return {kind: self.severity[kind] or DEFAULT_LEVELS[kind] for kind in KINDS}

    def levels_by_schema(self) -> dict[str, dict[Kind, Level]]:
        """Return the severity of the kinds for which schemas have one, by their names."""
        return {
            name: {kind: schema.severity[kind] for kind in KINDS if schema.severity.get(kind)}
            for name, schema in self.schemas.items()
        }

    def validate(self) -> tuple[ConfigErrors, ConfigWarnings]:
        """Check each option, and that the pages of schemas are different."""
        errors, warnings = super().validate()
        if not errors:
            errors += [("error_file", ValidationError(message)) for message in self._report_problems()]
            errors += [("schemas", ValidationError(message)) for message in self._split_without_page()]
            counts = Counter(self.pages().values())
            messages = [
                f"{page} is the page of {n} schemas, expected one" for page, n in counts.items() if n > 1
            ]
            errors += [("schemas", ValidationError(message)) for message in messages]
        return errors, warnings

    def _report_problems(self) -> Iterator[str]:
        if self.error_file and not self.error_format:
            yield "found no error_format, expected the format of the file, such as error_format: sarif"
        if self.error_format in REPORT_FORMATS and not self.error_file:
            yield f"found error_format: {self.error_format} without a file, expected error_file: PATH as well"

    def _split_without_page(self) -> Iterator[str]:
        for name, schema in self.schemas.items():
            if schema.split and not schema.page:
                yield (
                    f"{name}: found split: {schema.split} without a page, expected page: PATH.md as well: "
                    "the pages of maps are below it"
                )

    def split_schemas(self) -> list[str]:
        """Return the schemas that have a page for each map."""
        return [name for name, schema in self.schemas.items() if schema.split]

    def entries(self) -> list[SchemaEntry]:
        """Return the schemas as the library wants them."""
        return [
            SchemaEntry(
                name,
                tuple(schema.files),
                schema.title,
                samples=tuple(schema.samples),
                portability=_portability(schema.severity),
                kind=schema["from"],
                version=schema.schema_version,
                hide=tuple(schema.hide),
            )
            for name, schema in self.schemas.items()
        ]

    def versions(self) -> dict[str, VersionsEntry]:
        """Return the versions of the schemas that have several, by their names."""
        return {
            name: VersionsEntry(
                schema.version or "current",
                tuple(
                    EarlierVersion(version.name, tuple(version.files or schema.files), version.revision or "")
                    for version in schema.versions
                ),
                has_notes=schema.history,
                kind=schema["from"],
                shown=schema.schema_version,
            )
            for name, schema in self.schemas.items()
            if schema.versions
        }

    def version_names(self) -> dict[str, str]:
        """Return the names of current versions, by the names of schemas."""
        return {name: schema.version for name, schema in self.schemas.items() if schema.version}

    def fleet_globs(self, folder: Path) -> list[str]:
        """Return absolute globs of the folders and files that are schemas of fleets."""
        return [str(Path(glob.escape(str(folder)), fleet.pattern)) for fleet in self.fleets.values()]

    def indexes(self) -> dict[str, str]:
        """Return the fleets that have an index page, each with that page's path in `docs_dir`."""
        return {name: fleet.index for name, fleet in self.fleets.items() if fleet.index is not None}

    def members(self) -> frozenset[str]:
        """Return the names of the schemas of all fleets."""
        return frozenset(name for fleet in self.fleets.values() for name in fleet.members)

    def pages(self) -> dict[str, str]:
        """Return the schemas that have a page, each with that page's path in `docs_dir`."""
        return {name: schema.page for name, schema in self.schemas.items() if schema.page is not None}


def _portability(severity: SeverityConfig | SchemaSeverityConfig) -> Portability | None:
    """Return where to look for what is not portable; None if the configuration does not say."""
    if severity.portability is None:
        return None
    return "off" if severity.portability == "off" else "all"


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
