"""The plugin's configuration in `mkdocs.yml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import PurePosixPath
from typing import get_args

from mkdocs.config.base import BaseConfigOption, Config, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.config.config_options import Choice, DictOfItems, Dir, ListOfItems, Optional, SubConfig, Type

from mkdocs_yschema.markdown.options import DisplayOptions
from yschema_engine import Limits, LoadOptions
from yschema_engine.doccheck.library import Entry
from yschema_engine.doccheck.sample_files import SampleEntry
from yschema_engine.lint.policy import DEFAULT_LEVELS, Level
from yschema_engine.model.findings import KINDS, Kind
from yschema_engine.outputs.findings.render import ErrorFormat
from yschema_engine.outputs.html.view import COLUMNS, LAYOUTS


class PagePath(Type[str]):
    """The path of a Markdown file below `docs_dir`."""

    def __init__(self) -> None:
        super().__init__(str)

    def run_validation(self, value: object) -> str:
        """The path, if it is one."""
        path = super().run_validation(value)
        if not path.endswith(".md") or path.startswith("/") or ".." in PurePosixPath(path).parts:
            raise ValidationError(
                f"found {path!r}, expected a Markdown file in docs_dir, such as reference/name.md"
            )
        return path


class Known(Config):  # type: ignore[no-untyped-call]  # of MkDocs
    """A map that takes no other keys; of those in maps of maps MkDocs says nothing."""

    def validate(self) -> tuple[ConfigErrors, ConfigWarnings]:
        """Checks the options one by one, then that there is no other."""
        errors, _ = super().validate()
        names = [name for name, _ in self._schema]
        others: ConfigErrors = [
            (key, ValidationError(_unknown(key, names))) for key in self if key not in names
        ]
        return [*errors, *others], []


def _unknown(key: str, names: Sequence[str]) -> str:
    near = get_close_matches(key, names, 1)
    expected = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(names)}"
    return f"unknown option, {expected}"


class Words(BaseConfigOption[str]):
    """Words, or `true` for none in particular; YAML reads some as numbers."""

    def run_validation(self, value: object) -> str | None:
        """The words; None for `false`."""
        if isinstance(value, bool):
            return "" if value else None
        if not isinstance(value, (str, int, float)):
            raise ValidationError(f"found {value!r}, expected words of what is wrong, or true")
        return str(value)


class SampleConfig(Known):  # type: ignore[no-untyped-call]
    """Files of data values; a text stands for a glob of `files`, each of which is a sample of its own."""

    files = ListOfItems(Type(str))
    """Globs of the files of one sample, from the folder of `mkdocs.yml`; the last that sets a value wins.

    Libraries that they load are among them, or among those of another sample or of the schema. A file named
    here is no sample of its own, unless an entry names it without a `*`.
    """

    title = Optional(Type(str))
    """Its title for readers; without it the first line of the comment at the top of the last file, else that
    file's name."""

    description = Optional(Type(str))
    """What it is about, as Markdown; without it the other lines of that comment."""

    invalid = Optional(Words())
    """Words of what is wrong with the sample, where it is to show what is refused. It is then wrong of it not
    to be refused, or for another reason. `true` where any reason will do."""


class Sample(BaseConfigOption[SampleEntry]):
    """A glob, or a map."""

    config_class = SampleConfig

    def run_validation(self, value: object) -> SampleEntry:
        """The sample, whichever way it is written."""
        if isinstance(value, str):
            return SampleEntry((value,))
        if not isinstance(value, dict):
            raise ValidationError(f"found {value!r}, expected a glob of files, or a map with `files`")
        option = SubConfig(self.config_class)
        option.warnings = self.warnings
        said = option.run_validation(value)
        if not said.files:
            raise ValidationError("found no files, expected at least one glob in `files`")
        return SampleEntry(
            tuple(said.files),
            together=True,
            title=said.title,
            description=said.description,
            invalid=said.invalid,
        )


class SchemaConfig(Known):  # type: ignore[no-untyped-call]
    """A schema: a value of `schemas`."""

    files = ListOfItems(Type(str))
    """Globs of its files, from the folder of `mkdocs.yml`, in the order in which the files count.

    `**` stands for any folders, and a folder for all files in it. A glob that matches no file is an error.
    Files that a schema loads are named as well: `schemas/contour/*` also matches its `.star` files.
    """

    title = Optional(Type(str))
    """Its title for readers; without it, the `@schema/title` of the document, else its name in words."""

    page = Optional(PagePath())
    """The path of a page for its reference, from `docs_dir`, as `reference/contour.md`.

    Where `docs_dir` has no such file, the plugin makes the page: the title, then the whole reference. Where
    there is one, the plugin leaves it alone: it shows the reference where it says `::: yschema NAME`. Without
    this option no page is made. No two schemas have the same.
    """

    samples = ListOfItems(Sample(), default=[])
    """[Sample files](../how-to/author/samples.md): globs, or maps where there is more to say. They are
    checked as data values that are whole, and shown in the reference."""

    split = Optional(Choice(["map"]))
    """`map` gives each map at the top [a page of its own](pages.md#a-schema-on-many-pages), such as
    `reference/contour/envoy.md`, to which the schema's page leads. It goes with `page`. Without this option
    all is on one page.
    """


class Bound(Type[float]):
    """A number greater than 0."""

    def __init__(self, default: float) -> None:
        super().__init__((int, float))
        self.default = default

    def run_validation(self, value: object) -> float:
        """The number, if it is one."""
        number = float(super().run_validation(value))
        if isinstance(value, bool) or not 0 < number < float("inf"):
            raise ValidationError(f"found {value!r}, expected a number greater than 0")
        return number


class Levels(Type[int]):
    """A number of levels."""

    def __init__(self, default: int) -> None:
        super().__init__(int)
        self.default = default

    def run_validation(self, value: object) -> int:
        """The number, if it is one."""
        number = super().run_validation(value)
        if isinstance(value, bool) or number < 0:
            raise ValidationError(f"found {value!r}, expected a number of levels; 0 folds nothing")
        return number


class LimitsConfig(Config):  # type: ignore[no-untyped-call]  # of MkDocs
    """What the code in the files of one schema may use: the value of `limits`."""

    seconds = Bound(Limits().seconds)
    """Time, over all files and rules of the schema."""

    memory = Bound(Limits().memory)
    """Memory, in MiB."""


class Severity(Choice[Level]):
    """How severe a kind of finding is."""

    def __init__(self, default: Level | None = None) -> None:
        super().__init__(get_args(Level), default=default)

    def run_validation(self, value: object) -> Level:
        """The severity, if it is one; YAML reads `off` as false."""
        return super().run_validation("off" if value is False else value)


class SeverityConfig(Config):  # type: ignore[no-untyped-call]  # of MkDocs
    """How severe each kind of finding is: the value of `severity`.

    `error` fails the build, `warning` fails it with `--strict` only, `off` does not look.
    """

    examples = Severity(DEFAULT_LEVELS["examples"])
    """Examples of a schema that break its rules."""

    defaults = Severity(DEFAULT_LEVELS["defaults"])
    """Defaults that are not empty and break a rule of their own."""

    blocks = Severity(DEFAULT_LEVELS["blocks"])
    """Blocks of values and of shell lines in pages."""

    samples = Severity(DEFAULT_LEVELS["samples"])
    """Sample files of a schema."""

    cross_references = Severity(DEFAULT_LEVELS["cross_references"])
    """References from pages to data values."""

    undocumented = Severity(DEFAULT_LEVELS["undocumented"])
    """Data values without a description."""

    titles = Severity(DEFAULT_LEVELS["titles"])
    """Data values without a title."""

    deprecated = Severity(DEFAULT_LEVELS["deprecated"])
    """Deprecated data values that do not say what to use instead."""

    portability = Severity(DEFAULT_LEVELS["portability"])
    """The parts of a schema that ytt ignores or refuses."""


class YschemaConfig(Config):  # type: ignore[no-untyped-call]
    """The options of the plugin."""

    schemas = DictOfItems(SubConfig(SchemaConfig), default={})
    """The schemas of the site, each with a name that directives and links to data values use.

    A name may have any characters; letters, digits, `-` and `_` make the best links.
    """

    layout = Choice(LAYOUTS, default="sections")
    """How references are laid out: `sections`, a section for each map, with its data values as a list;
    `table`, a table for each map, in which the maps below it have a row that leads to their own; `yaml`, the
    values file with its comments, each key a link."""

    columns = ListOfItems(Choice(COLUMNS), default=list(DisplayOptions().columns))
    """What tables show, beside the name. `examples` right behind `description` stand folded below it;
    anywhere else they have a column, as all others have. But for the last, a table leaves out those that are
    empty.
    """

    yaml_view = Type(bool, default=True)
    """Whether readers may switch to the values file and back. A page of more than 300 data values does not
    hold them twice: a script fetches the lines of that file when a reader chooses it. Without scripts there
    is no switch then."""

    fold = Levels(default=DisplayOptions().fold)
    """Data values nested deeper than so many levels are folded until a reader opens them, follows a link to
    one, or finds one with the browser's search. 0 folds none."""

    filter = Type(bool, default=True)
    """Whether there is a box that narrows what is shown as one types. The key `v` leads to it."""

    summary = Type(bool, default=True)
    """Whether a reference begins with what has to be set: the least data values, found and checked by the
    build."""

    downloads = Type(bool, default=True)
    """Whether a reference offers files of the same build: `values.yaml` with comments, the least values, JSON
    Schema, OpenAPI. With `site_url`, also the line that makes editors check a values file."""

    samples = Type(bool, default=True)
    """Whether a reference shows the [sample files](../how-to/author/samples.md) of its schema."""

    inventory = Type(bool, default=True)
    """Whether the site has an inventory, `objects.inv`, by which
    [other sites link to its data values](../how-to/author/cross-references.md#link-from-other-sites)."""

    language = Optional(Type(str))
    """The language of the words around descriptions: `de`, `ja`, `zh` or English. Without it, that of the
    theme, its `language` or `locale`, is taken. `custom_templates` may contain others."""

    custom_templates = Optional(Dir(exists=True))
    """A folder of templates that go before those of the theme; in its folder `locale`, of
    [message catalogues](../how-to/author/translate.md#add-a-language-or-change-labels) as well."""

    severity = SubConfig(SeverityConfig)
    """How severe each kind of finding is."""

    error_format = Optional(Choice(get_args(ErrorFormat)))
    """A form for programs in which `mkdocs build` also writes what it finds, to standard output: `github` for
    annotations of a pull request, `json` for one object a line. `text` writes nothing beside the log. Without
    this option, `github` is taken where `GITHUB_ACTIONS` is `true`. It may be
    [set by the environment](../how-to/maintainer/ci.md#annotations-for-a-build).
    """

    limits = SubConfig(LimitsConfig)
    """Bounds for the code in schema files; a schema that goes beyond stops the build."""

    def form(self, environment: Mapping[str, str]) -> ErrorFormat:
        """The form for programs in which to write findings."""
        by_default: ErrorFormat = "github" if environment.get("GITHUB_ACTIONS") == "true" else "text"
        return self.error_format or by_default

    def looks(self) -> DisplayOptions:
        """What directives leave open."""
        return DisplayOptions(
            self.layout,
            tuple(self.columns),
            self.yaml_view,
            self.fold,
            self.filter,
            self.summary,
            self.downloads,
            self.samples,
        )

    def load_options(self) -> LoadOptions:
        """How the engine reads schemas."""
        limits = Limits(self.limits.seconds, self.limits.memory)
        return LoadOptions(limits=limits, portability=self.levels()["portability"] != "off")

    def levels(self) -> dict[Kind, Level]:
        """How severe each kind of finding is."""
        return {kind: self.severity[kind] for kind in KINDS}

    def validate(self) -> tuple[ConfigErrors, ConfigWarnings]:
        """Checks the options one by one, then that no two schemas have one page."""
        errors, warnings = super().validate()
        if not errors:
            errors += [("schemas", ValidationError(message)) for message in self._split_without_page()]
            counts = Counter(self.pages().values())
            messages = [
                f"{page} is the page of {n} schemas, expected one" for page, n in counts.items() if n > 1
            ]
            errors += [("schemas", ValidationError(message)) for message in messages]
        return errors, warnings

    def _split_without_page(self) -> Iterator[str]:
        for name, schema in self.schemas.items():
            if schema.split and not schema.page:
                yield (
                    f"{name}: found split: {schema.split} without a page, expected page: PATH.md as well: "
                    "the pages of maps are below it"
                )

    def split_schemas(self) -> list[str]:
        """The schemas that have a page for each map."""
        return [name for name, schema in self.schemas.items() if schema.split]

    def entries(self) -> list[Entry]:
        """The schemas as the library wants them."""
        return [
            Entry(name, tuple(schema.files), schema.title, samples=tuple(schema.samples))
            for name, schema in self.schemas.items()
        ]

    def pages(self) -> dict[str, str]:
        """The schemas that have a page, each with that page's path in `docs_dir`."""
        return {name: schema.page for name, schema in self.schemas.items() if schema.page is not None}
