"""The codes of findings about a site and its options."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

UNKNOWN_FLEET = Code("unknown-fleet", "usage", phrase("unknown fleet `{name}`"))
PAGE_WITHOUT_REFERENCE = Code(
    "page-without-reference",
    "usage",
    phrase("{page} exists, and does not show the reference that other pages link to there"),
    hint=phrase("add the directive to the page, or delete the page, which is then generated"),
    severity="warning",
)
PAGE_BELOW_PAGES = Code(
    "page-below-pages",
    "usage",
    phrase("the page of schema `{schema}` would be {file}"),
    hint=phrase("write `page: {page}`: the path of a page starts in the folder `{folder}`"),
    severity="warning",
)
NO_SITE_SCHEMAS = Code(
    "no-site-schemas",
    "usage",
    phrase("{file} declares no schemas"),
    expected=phrase("the option `schemas` of the plugin `yschema`"),
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
INVALID_OPTION = Code(
    "invalid-directive-option", "usage", phrase("option `{option}` does not take this value")
)
INVALID_EXTENSION_OPTION = Code(
    "invalid-extension-option",
    "usage",
    phrase("cannot use the option `{option}`"),
)
UNKNOWN_SITE_OPTION = Code("unknown-site-option", "usage", phrase("unknown option `{name}`"))
FOREIGN_FILE = Code(
    "site-file-exists",
    "usage",
    phrase("{file} exists, and is not a file that `yschema site` has written"),
    expected=phrase("no file of this name"),
    hint=phrase("move the file, or name another folder with `--out`"),
)
CHANGED_FILE = Code(
    "site-file-changed",
    "usage",
    phrase("{file} was changed after `yschema site` had written it"),
    expected=phrase("the content that was written"),
    hint=phrase("move the file if you need the change, or delete it"),
)
UNREADABLE_MANIFEST = Code(
    "site-list-unreadable",
    "usage",
    phrase("{file} is not a list of the files that `yschema site` has written"),
    hint=phrase("delete the file, and the files that were written"),
)
UNWRITABLE_SITE_FILE = Code(
    "site-file-unwritable",
    "usage",
    phrase("cannot write {file}"),
    hint=phrase("check the path, its permissions, and the space that is left there"),
)
