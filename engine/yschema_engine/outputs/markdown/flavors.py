"""The flavors of Markdown: what hosts write differently, as data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.deferred_patterns import lazy_pattern

_DEEPEST = 6
_IN_MYST, _IN_MDX = r"%|\((?=.*\)=$)", r"(?:im|ex)port\b"


@dataclass(frozen=True, slots=True)
class Flavor:
    """How a host writes what CommonMark leaves open. The defaults are those of GitHub and Python-Markdown.

    Attributes:
        heading: a heading that links lead to, with `{marks}`, `{text}` and `{anchor}`.
        tilde: how that anchor writes a tilde.
        row_anchor: the anchor of a field without a heading, with `{anchor}`; empty if each field has a
            heading. Headings are then nested as the fields are.
        has_front_matter: whether the title is in front matter, because the host makes the heading from it.
        line_break: a line break within a line of the source.
        has_html: whether the host shows HTML elements.
        has_autolinks: whether `<https://…>` is a link.
        has_nested_fences: whether items of lists can contain fences, and not only indented code.
        has_languages: whether code of authors names its language; some hosts warn of code that is not valid.
        has_shortcodes: whether `{{<` and `{{%` are markup, even in code.
        opens: what else makes a block of a line that begins with it; None for nothing.
    """

    heading: str = '{marks} <a id="{anchor}"></a>{text}'
    tilde: str = "~"
    row_anchor: str = '<a id="{anchor}"></a>'
    has_front_matter: bool = False
    line_break: str = "<br>"
    has_html: bool = True
    has_autolinks: bool = True
    has_nested_fences: bool = False
    has_languages: bool = True
    has_shortcodes: bool = False
    opens: re.Pattern[str] | None = None

    def headline(self, text: str, anchor: str, depth: int) -> str:
        """Return the heading of a field.

        Args:
            text: its Markdown.
            anchor: the id that links lead to.
            depth: the number of keys in the path of the field.
        """
        # Where only some fields have headings, their levels would have gaps.
        level = 2 if self.row_anchor else min(depth + 1, _DEEPEST)
        return self.heading.format(marks="#" * level, text=text, anchor=anchor.replace("~", self.tilde))

    def in_row(self, text: str, anchor: str) -> str:
        """Return the name of a field that has no heading, for its row in the table; as `headline`."""
        return self.row_anchor.format(anchor=anchor) + text


GFM = Flavor()
"""GitHub, GitLab, and Python-Markdown with its extensions `tables` and `fenced_code`."""
FLAVORS: Mapping[str, Flavor] = MappingProxyType(
    {
        "gfm": GFM,
        # Sphinx makes ids of its own from targets; the element has the id that other sites link to.
        "myst": Flavor(
            heading='<a id="{anchor}"></a>\n\n({anchor})=\n{marks} {text}',
            row_anchor="",
            has_nested_fences=True,
            has_languages=False,
            opens=lazy_pattern(_IN_MYST),
        ),
        "mdx": Flavor(
            heading="{marks} {text} {{#{anchor}}}",
            tilde="\\~",  # text between two tildes is struck through
            row_anchor="",
            line_break="<br />",
            has_autolinks=False,
            has_nested_fences=True,
            opens=lazy_pattern(_IN_MDX),
        ),
        "hugo": Flavor(
            heading='{marks} {text} {{id="{anchor}"}}',
            row_anchor="",
            has_front_matter=True,
            line_break=" ",
            has_html=False,
            has_nested_fences=True,
            has_shortcodes=True,
        ),
    }
)
"""The flavors by the names that follow `--flavor`."""
ANY_HOST = Flavor(
    line_break="<br />",
    has_autolinks=False,
    opens=lazy_pattern(f"{_IN_MYST}|{_IN_MDX}"),
)
"""What all of these hosts show, for Markdown that becomes a part of a page of somebody else."""
