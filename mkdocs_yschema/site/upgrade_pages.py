"""Pages about the versions of schemas, in a site of MkDocs."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from mkdocs.structure.files import File, Files, InclusionLevel

from mkdocs_yschema.site.generated_files import GeneratedPages
from mkdocs_yschema.site.site_build import SiteBuild
from yschema_engine.site.upgrade_pages import UpgradePages
from yschema_engine.text.findings import EngineError
from yschema_engine.text.phrases import Verbatim, phrase


def add_upgrade_pages(
    files: Files, generated: GeneratedPages, pages: Mapping[str, str], build: SiteBuild
) -> None:
    """Add the pages about the versions of all schemas that have a page.

    Args:
        files: all files of the site.
        generated: creates pages.
        pages: paths in `docs_dir` by schema.
        build: the build.
    """
    for name in build.versions.names:
        owner = phrase("the versions of schema `{name}`", name=Verbatim(name))
        if name in pages:
            with suppress(EngineError):  # which is reported already
                steps, schema = build.versions.steps(name), build.library.schema(name)
                for page in UpgradePages(schema, steps, pages[name], build.renderer).pages():
                    if files.get_file_from_path(page.uri) is None:
                        file = _unlisted(generated, page.uri, page.with_html)
                        generated.owners.claim(file, owner)
                        files.append(file)
                        build.markdown.add_whole(page.uri, page.markdown)


def _unlisted(generated: GeneratedPages, uri: str, text: str) -> File:
    """Return a page that a `nav` may name, and need not."""
    file = generated.page(uri, text)
    if generated.config.nav is not None:
        file.inclusion = InclusionLevel.NOT_IN_NAV
    return file
