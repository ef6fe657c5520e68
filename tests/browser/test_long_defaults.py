"""Long defaults: their beginning shows that there is more, and a click shows all lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .sites import build, served
from .tabs import Tabs, visitor

LINES = "".join(f"- cipher-{number}\n" for number in range(32))
IS_WHOLE = """() => {
    const [box, lines] = [".ys-long", ".ys-long > pre"].map(part => document.querySelector(part));
    return lines.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom + 1;
}"""


@pytest.fixture(scope="module")
def go(theme: str, tabs: Tabs, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a page of a site with a long default."""
    files = {
        "mkdocs.yml": f"site_name: Site\ntheme: {{name: {theme}}}\n"
        "plugins: [{yschema: {schemas: {tls: {files: [tls.yaml], page: tls.md}}}}]\n",
        "docs/index.md": "# Home\n",
        "tls.yaml": f"#@data/values-schema\n---\n#@schema/type any=True\nciphers:\n{LINES}",
    }
    site = build(tmp_path_factory.mktemp(f"long-{theme}"), files)
    with served(site) as address, visitor(tabs, address) as visit:
        yield visit


def test_a_long_default_fades_out_until_it_is_opened(go: Callable[..., Any]) -> None:
    page = go("tls/", width=1280)
    button = page.get_by_text("Show all 32 lines")
    assert button.is_visible()
    assert not page.evaluate(IS_WHOLE)
    assert page.locator(".ys-long").evaluate(
        "box => getComputedStyle(box, '::details-content').maskImage.includes('gradient')"
    )
    button.click()
    page.wait_for_function(IS_WHOLE)
    assert not button.is_visible()
