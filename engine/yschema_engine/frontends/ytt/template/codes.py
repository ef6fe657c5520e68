"""The codes of findings about templates: comments, code between nodes, and files to load."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

PLAIN_COMMENT = Code(
    "plain-comment",
    "template",
    phrase("ordinary comments are not allowed in a templated file"),
    found=phrase("{comment}"),
    expected=phrase("#! for a comment, #@ for code and annotations"),
    hint=phrase("write {correct}"),
)
ATTACHED_ARGUMENTS = Code(
    "attached-arguments",
    "template",
    phrase("the name of an annotation ends at the first space"),
    found=phrase("{comment}"),
    expected=phrase("the arguments after a space, without parentheses"),
    hint=phrase("write {correct}"),
)
TEXT_NOT_QUOTED = Code(
    "text-not-quoted",
    "template",
    phrase("{annotation} needs a string in quotes"),
    hint=phrase("write `{correct}`"),
)
UNFINISHED_TEXT = Code(
    "unfinished-text",
    "template",
    phrase("the string of {annotation} does not end on this line"),
    expected=phrase("a string in quotes on one line"),
    hint=phrase("write `\\n` in the string for a line break"),
)
ANNOTATION_AFTER_SPACE = Code(
    "annotation-after-space",
    "template",
    phrase("this annotation is read as code because of the space after `#@`"),
    hint=phrase("write `{correct}`"),
)
CODE_AFTER_NODE_BLOCK = Code(
    "code-after-node-block",
    "template",
    phrase("code follows a block for one node (`…/end`)"),
    expected=phrase("the node"),
)
VALUE_AND_CODE = Code(
    "value-and-code",
    "template",
    phrase("this node has both a value and code that computes one"),
    expected=phrase("one of the two"),
)
UNOPENED_CODE = Code(
    "unopened-code",
    "template",
    phrase("unmatched `@)`"),
    expected=phrase("code between `(@` and `@)`"),
)
UNCLOSED_CODE = Code(
    "unclosed-code",
    "template",
    phrase("unclosed `(@`"),
    expected=phrase("code between `(@` and `@)`"),
)

REPEATED_KEY = Code(
    "repeated-key",
    "template",
    phrase("the map has this key twice"),
    found=phrase("{key}"),
    hint=phrase("remove one, or annotate the later one @yaml/map-key-override"),
)
REPEATED_OPEN_KEY = Code(
    "repeated-open-key",
    "template",
    phrase("the map has this key twice"),
    found=phrase("{key}"),
    hint=phrase("give items that stand for other keys different names"),
)
DOCUMENTS_AS_VALUE = Code(
    "documents-as-value",
    "template",
    phrase("the value of a node cannot be YAML documents"),
    expected=phrase("a map, an array or a scalar"),
)
VALUE_WITHOUT_YAML = Code(
    "value-without-yaml",
    "template",
    phrase("YAML cannot represent this value"),
    found=phrase("{type}"),
    expected=phrase("a map, an array or a scalar"),
)
WRONG_REPLACEMENT = Code(
    "wrong-replacement",
    "template",
    phrase("template.replace needs a value of the same kind as the collection around the node"),
)
MIXED_ITEMS = Code(
    "mixed-items",
    "template",
    phrase("map items and array items are mixed"),
    expected=phrase("items of one kind"),
)

LOAD_WITHOUT_COLON = Code(
    "load-without-colon",
    "template",
    phrase("the path {file} names a library but no file"),
    expected=phrase("@LIBRARY:FILE"),
)
LOAD_MISSING_LIBRARY = Code(
    "load-missing-library",
    "template",
    phrase("cannot find the library {library}"),
    expected=phrase("files in the folder _ytt_lib/{library} beside the file that loads it"),
)
LOAD_CYCLE = Code("load-cycle", "template", phrase("the file {file} loads itself"), found=phrase("{files}"))
LOAD_NOT_TEXT = Code("load-not-text", "template", phrase("the file {file} is not UTF-8 text"))
LOAD_MISSING_FILE = Code(
    "load-missing-file",
    "template",
    phrase("the input files do not contain {file}"),
    hint=phrase("pass the file with -f"),
)
LOAD_WRONG_FILE = Code(
    "load-wrong-file",
    "template",
    phrase("the file {file} cannot be loaded"),
    expected=phrase("a .star, .lib.yml or .lib.txt file"),
)
LOAD_WITHOUT_CODE = Code(
    "load-without-code", "template", phrase("the file {file} defines nothing that can be loaded")
)
