"""Pages of a browser context that tests use one after another: opening one takes long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

FRAME = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
# Fonts have come, and scripts have done what they put off: elements stay where they are.
SETTLED = """async () => {
    await document.fonts.ready;
    await new Promise(done => requestIdleCallback(done, { timeout: 2000 }));
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
# Otherwise, each page of a site theme builds the index of its search, which takes longer than all else.
NO_SEARCH = "window.Worker = class extends EventTarget { postMessage() {} terminate() {} }"
# Without this, a page would keep the media of the test before.
_NO_MEDIA = dict.fromkeys(("media", "color_scheme", "reduced_motion", "forced_colors"), "null")


class Tabs:
    """Pages of a context. `opened` lends them to a test, and checks that no script of ours has failed."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._idle: list[Any] = []
        self._failures: list[str] = []

    @contextmanager
    def opened(self) -> Iterator[Callable[[], Any]]:
        """Yield a function that returns an empty page, and take all pages back at the end."""
        lent: list[Any] = []

        def lend() -> Any:
            page = self._idle.pop() if self._idle else self._new()
            lent.append(page)
            page.bring_to_front()  # background tabs are painted slowly
            return page

        yield lend
        for page in lent:
            self._take_back(page)
        failures = [failure for failure in self._failures if "yschema" in failure]
        self._failures.clear()
        assert failures == []

    def _new(self) -> Any:
        page = self._context.new_page()
        page.on("pageerror", lambda error: self._failures.append(f"{error}\n{error.stack}"))
        return page

    def _take_back(self, page: Any) -> None:
        page.unroute_all()
        if page.url != "about:blank":
            page.evaluate("sessionStorage.clear(), localStorage.clear()")
        page.goto("about:blank")
        page.emulate_media(**_NO_MEDIA)
        self._idle.append(page)


@contextmanager
def visitor(tabs: Tabs, address: str) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens a page of a site, without the files whose addresses fit a pattern."""
    with tabs.opened() as lend:

        def go(path: str, *, width: int = 1300, without: str = "", **media: Any) -> Any:
            page = lend()
            if without:
                page.route(without, lambda route: route.abort())
            page.emulate_media(**media)
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(address + path)
            page.evaluate(SETTLED)
            return page

        yield go
