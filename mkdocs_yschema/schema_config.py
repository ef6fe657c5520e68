"""The configuration of a schema or a fleet, and of `schemas`, which has fleets expanded to schemas."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args

from mkdocs.config.base import BaseConfigOption, Config, ValidationError
from mkdocs.config.config_options import Choice, DictOfItems, ListOfItems, Optional, SubConfig, Type

from mkdocs_yschema.config_types import Known, Origin, PagePath, Severity, Words
from yschema_engine.docs.sample_files import SampleEntry
from yschema_engine.read.options import InputKind
from yschema_engine.site.fleets import Fleet, FleetError, expand, is_pattern


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


T = TypeVar("T")


class Schemas(DictOfItems[T]):
    """A map of names to schemas and fleets."""

    def pre_validation(self, config: Config, key_name: str) -> None:
        """Note the configuration, which knows the folder that patterns start from."""
        super().pre_validation(config, key_name)
        self._config = config

    def run_validation(self, value: object) -> dict[str, T]:
        """Return the schemas, with those of fleets; the configuration keeps the fleets."""
        fleets: dict[str, Fleet] = {}
        self._config.fleets = fleets  # type: ignore[attr-defined]
        if not isinstance(value, dict):
            raise ValidationError(f"found {value!r}, expected a map of names to schemas")
        return super().run_validation(self._expanded(value, fleets))

    def _expanded(self, entries: Mapping[str, Any], fleets: dict[str, Fleet]) -> dict[str, Any]:
        if isinstance(entries.get("from"), str):  # `schemas` itself is a fleet
            entries = {"schemas": entries}
        schemas: dict[str, Any] = {}
        for label, raw in entries.items():
            if not isinstance(raw, Mapping):
                raise ValidationError(f"{label}: found {raw!r}, expected a map of options, such as files")
            if is_pattern(raw.get("from")):
                fleets[label], members = _fleet(label, raw, _folder(self._config))
            else:
                members = {label: _single(label, raw)}
            for name, options in members.items():
                if name in schemas:
                    raise ValidationError(f"{label}: found a second schema {name!r}, expected another name")
                schemas[name] = options
        return schemas


def _fleet(label: str, raw: Mapping[str, Any], folder: Path) -> tuple[Fleet, dict[str, Any]]:
    try:
        if raw.get("index") is not None:
            PagePath().run_validation(raw["index"])
        return expand(label, raw, folder)
    except FleetError as e:
        raise ValidationError(str(e)) from e
    except ValidationError as e:
        raise ValidationError(f"{label}: index: {e}") from e


def _single(label: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of one schema, with its kind in `from`."""
    source = raw.get("from")
    for option in ("name", "index"):
        if option in raw:
            raise ValidationError(
                f"{label}: {option} is an option of fleets, expected a pattern in from, such as packages/*"
            )
    if "kind" in raw and source is not None:
        raise ValidationError(f"{label}: found from: {source} and kind: {raw['kind']}, expected one of them")
    if source is not None:
        try:
            Origin().run_validation(source)
        except ValidationError as e:
            raise ValidationError(f"{label}: from: {e}") from e
    if not raw.get("files"):
        raise ValidationError(f"{label}: found no files, expected at least one glob in files")
    options = {key: value for key, value in raw.items() if key != "kind"}
    return {**options, "from": raw["kind"]} if "kind" in raw else options


def _folder(config: Any) -> Path:
    path = getattr(config, "config_file_path", None)
    return Path(path).absolute().parent if path else Path.cwd()
