"""Links to the lines of schemas where readers can edit them."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urljoin

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.source import Span


@dataclass(frozen=True, slots=True)
class EditLinks:
    """Returns the address at which a line of a schema can be edited; empty without `repo_url` and `edit_uri`.

    An object with a value, which tells whether a page has to be rendered again.

    Attributes:
        repo_url: the address of the repository; may be empty.
        edit_uri: the address of the folder of pages in it, which can be relative to `repo_url`; may be empty.
        docs_dir: the folder of pages.
    """

    repo_url: str
    edit_uri: str
    docs_dir: str

    def __call__(self, span: Span) -> str:
        """Return the address of a line."""
        if not self.repo_url or not self.edit_uri:
            return ""
        folder = self.edit_uri if self.edit_uri.endswith("/") else f"{self.edit_uri}/"
        base = folder if "://" in folder else urljoin(f"{self.repo_url.rstrip('/')}/", folder)
        path = os.path.relpath(Path(span.file).absolute(), self.docs_dir)
        return f"{urljoin(base, Path(path).as_posix())}#L{span.line}"
