"""The plugin's configuration in `mkdocs.yml`."""

from __future__ import annotations

import glob
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from mkdocs.config.base import ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.config.config_options import Choice, Dir, ListOfItems, Optional, SubConfig, Type

from mkdocs_yschema.config_types import Bound, CacheFolder, Jobs, Known, Severity, display_config_option
from mkdocs_yschema.schema_config import SchemaConfig, Schemas, SchemaSeverityConfig
from yschema_engine.arguments.parser import ErrorOutput
from yschema_engine.evaluate.limits import Limits
from yschema_engine.evaluate.pool import number_of_cores
from yschema_engine.read.options import InputOptions, LoadOptions, Portability
from yschema_engine.site.fleets import Fleet
from yschema_engine.site.library import SchemaEntry
from yschema_engine.site.option_types import NAMES as DISPLAY_OPTIONS
from yschema_engine.site.option_types import USABLE, DisplayOptions, unusable_line, unusable_texts
from yschema_engine.site.versions import EarlierVersion, VersionsEntry
from yschema_engine.text.findings import DEFAULT_LEVELS, KINDS, REPORT_FORMATS, ErrorFormat, Kind, Level
from yschema_engine.text.phrases import ENGLISH


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
    layout = display_config_option("layout")
    columns = display_config_option("columns")
    yaml_view = display_config_option("yaml_view")
    collapse_depth = display_config_option("collapse_depth")
    filter = display_config_option("filter")
    my_values = display_config_option("my_values")
    show_required = display_config_option("show_required")
    downloads = display_config_option("downloads")
    show_samples = display_config_option("show_samples")

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

    cache_dir = Optional(CacheFolder())
    """A folder in which the plugin keeps results for the next build, relative to the folder of `mkdocs.yml`,
    such as `.cache/yschema`. Unchanged schemas are then
    [not evaluated again](../how-to/maintainer/large-sites.md). Without this option, or with `false`, nothing
    is kept."""

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
        if unusable := [*self._unusable_texts()]:
            return unusable, []
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

    def _unusable_texts(self) -> Iterator[tuple[str, Exception]]:
        """Yield errors about the strings, as they are in `mkdocs.yml`, that no file can contain."""
        file = Path(self.config_file_path) if self.config_file_path else None
        for name, text in unusable_texts(self.data):
            option, _, rest = name.partition(".")
            line = unusable_line(file.read_text("utf-8")) if file and file.is_file() else None
            where = f"{rest}: " if rest else ""
            place = f" in line {line} of {file.name}" if file and line else ""
            yield option, ValidationError(f"{where}found {text!r}{place}, expected {ENGLISH.text(USABLE)}")

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
