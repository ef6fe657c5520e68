"""The codes of findings about a site and its options."""

from yschema_engine.text.findings import usage_code, usage_warning
from yschema_engine.text.phrases import phrase

UNKNOWN_FLEET = usage_code("unknown-fleet", phrase("unknown fleet `{name}`"))
PAGE_WITHOUT_REFERENCE = usage_warning(
    "page-without-reference",
    phrase("{page} exists, and does not show the reference that other pages link to there"),
    hint=phrase("add the directive to the page, or delete the page, which is then generated"),
)
PAGE_BELOW_PAGES = usage_warning(
    "page-below-pages",
    phrase("the page of schema `{schema}` would be {file}"),
    hint=phrase("write `page: {page}`: the path of a page starts in the folder `{folder}`"),
)
NO_SITE_SCHEMAS = usage_code(
    "no-site-schemas",
    phrase("{file} declares no schemas"),
    expected=phrase("the option `schemas` of the plugin `yschema`"),
)
PAGE_CLAIMED_TWICE = usage_code(
    "page-claimed-twice",
    phrase("{page} would be the page of {one} and of {other}"),
    expected=phrase("a page for each"),
    hint=phrase("give one of the schemas another page"),
)
NOT_AN_INVENTORY = usage_warning(
    "not-an-inventory",
    phrase("cannot add fields to {file}"),
    found=phrase("a file that {reason}"),
    expected=phrase("a Sphinx inventory, version 2, or no file of this name"),
    hint=phrase("remove the file from docs_dir, or set `inventory: false` in the options of yschema"),
)
INVALID_OPTION = usage_code("invalid-directive-option", phrase("option `{option}` does not take this value"))
INVALID_EXTENSION_OPTION = usage_code("invalid-extension-option", phrase("cannot use the option `{option}`"))
UNKNOWN_SITE_OPTION = usage_code("unknown-site-option", phrase("unknown option `{name}`"))
FOREIGN_FILE = usage_code(
    "site-file-exists",
    phrase("{file} exists, and is not a file that `yschema site` has written"),
    expected=phrase("no file of this name"),
    hint=phrase("move the file, or name another folder with `--out`"),
)
CHANGED_FILE = usage_code(
    "site-file-changed",
    phrase("{file} was changed after `yschema site` had written it"),
    expected=phrase("the content that was written"),
    hint=phrase("move the file if you need the change, or delete it"),
)
UNREADABLE_MANIFEST = usage_code(
    "site-list-unreadable",
    phrase("{file} is not a list of the files that `yschema site` has written"),
    hint=phrase("delete the file, and the files that were written"),
)
UNWRITABLE_SITE_FILE = usage_code(
    "site-file-unwritable",
    phrase("cannot write {file}"),
    hint=phrase("check the path, its permissions, and the space that is left there"),
)
