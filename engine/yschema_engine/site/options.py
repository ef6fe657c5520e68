"""The options of a site, of its schemas, and of directives: each with its type, default and meaning.

The plugin, `yschema site`, the Markdown extension and the documentation read these classes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, get_args

from yschema_engine.evaluate.limits import Limits
from yschema_engine.show.html.view import COLUMNS, LAYOUTS, Column, Layout
from yschema_engine.site import option_types as types
from yschema_engine.site.schema_options import DeclaredSchemas, Schemas, SeverityOptions
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import REPORT_FORMATS, ErrorFormat, UsageError, usage_code
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source

INVALID_OPTION = usage_code("invalid-directive-option", "option `{option}` does not take this value")


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """The display options of references. The options of a directive override those of the plugin."""

    layout: Annotated[Layout, types.one_of(LAYOUTS)] = "sections"
    """The layout of references. `sections` shows all details of each field. `table` shows one line for each
    field, which opens; readers can switch between these two. `yaml` shows the values file with comments, in
    which each key is a link."""

    columns: Annotated[tuple[Column, ...], types.list_of(COLUMNS)] = COLUMNS
    """The parts of each field that the layout `table` shows in addition to the name, in any order."""

    yaml_view: types.Flag = True
    """Whether readers see the values file: next to the fields on a wide screen, and as a second view
    elsewhere. On pages with more than 300 fields, a script loads the file; without JavaScript, such pages do
    not show it."""

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


def display_option(option: str, text: Any) -> Any:
    """Return the value of a display option of a directive, whose values have no types.

    Raises:
        UsageError: the option does not take it.
    """
    type_ = types.types_of(DisplayOptions)[option]
    values = [text, [text]]  # a list may be its only item
    with suppress(TypeError, ValueError):
        values.append(json.loads(text))  # a number, true or false
    for value in values:
        with suppress(types.Refused):
            return type_.convert(value, Path())
    found, expected = Verbatim(f"{option}: {text}"), Verbatim(type_.expected)
    raise UsageError.of(INVALID_OPTION, option=Verbatim(option), found=found, expected=expected)


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """Limits for the code of each schema: the value of `limits`."""

    seconds: types.Bound = Limits().seconds
    """The maximum time, in seconds, for all files and rules of a schema."""

    memory: types.Bound = Limits().memory
    """The maximum memory, in MiB."""


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """The options of the plugin."""

    schemas: Annotated[DeclaredSchemas, Schemas()] = field(default_factory=DeclaredSchemas)
    """The schemas and the fleets of the site, by name. Directives and links to fields use the names of
    schemas.

    A name can contain any characters. Letters, digits, `-` and `_` result in the most readable links."""

    display: Annotated[DisplayOptions, types.Inline(DisplayOptions)] = DisplayOptions()

    inventory: types.Flag = True
    """Whether to create an inventory, `objects.inv`, for
    [links from other sites](../how-to/author/cross-references.md#link-from-other-sites)."""

    markdown_pages: types.Flag = True
    """Whether to write the Markdown of each page with a reference [next to its
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
    owners: dict[str, str] = {}
    for name, page in ((name, schema.page) for name, schema in schemas.items() if schema.page):
        if (owner := owners.setdefault(page, name)) != name:
            twice = f"{page}, which is the page of `{owner}`"
            yield place.below(f"schemas.{name}.page").invalid(twice, "a page for each")


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
