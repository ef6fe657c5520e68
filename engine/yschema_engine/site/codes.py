"""The codes of findings about sites, whatever builds them."""

from yschema_engine.model.findings import Code
from yschema_engine.model.phrases import phrase

UNKNOWN_FLEET = Code("unknown-fleet", "usage", phrase("unknown fleet `{name}`"))
PAGE_WITHOUT_REFERENCE = Code(
    "page-without-reference",
    "usage",
    phrase("{page} does not show what links of other pages lead to there"),
    hint=phrase("add the directive to the page, delete the page, or remove `split: map`"),
    severity="warning",
)
PAGE_CLAIMED_TWICE = Code(
    "page-claimed-twice",
    "usage",
    phrase("{page} would be the page of {one} and of {other}"),
    expected=phrase("a page for each"),
    hint=phrase("give one of the schemas another page"),
)
NOT_AN_INVENTORY = Code(
    "not-an-inventory",
    "usage",
    phrase("cannot add fields to {file}"),
    found=phrase("a file that {reason}"),
    expected=phrase("a Sphinx inventory, version 2, or no file of this name"),
    hint=phrase("remove the file from docs_dir, or set `inventory: false` in the options of yschema"),
    severity="warning",
)
