"""The bounds of what inputs can cost, each with its reason; the reference page about limits lists them.

Time and memory of code have limits of their own, which users choose: `evaluate.limits`.
"""

MIB = 1024 * 1024
FILE_SIZE = 64 * MIB
"""Bytes of a file: the largest charts and schemas in public repositories have 5 MiB."""
INPUT_FILES = 10_000
"""Files that an argument or a glob stands for: the largest public charts and packages have 1,000."""
CODE_SIZE = 2 * MIB
"""Characters of the code in a file: reading it takes 230 bytes of memory for each."""
ARCHIVE_SIZE = 64 * MIB
"""Bytes of an archive unpacked, with the headers and the archives in it: as for a file."""
ARCHIVE_FILES = 5_000
"""Files in an archive and the archives in it: the largest charts have 1,000."""
CHART_DEPTH = 8
"""Charts in charts: public charts have three."""
ALIASED_NODES = 500_000
"""Nodes that aliases of YAML repeat: a few lines can repeat any number."""
DEPTH = 60
"""Maps and arrays in each other, in YAML and TOML: each takes calls of a stack that the system bounds."""
VALUE_SIZE = 10_000_000
"""Characters or items of a value that a single operation of code makes; the same as in `size_limits.star`."""
PRINTED = 1_000_000
"""Characters that code prints for each budget of time: logs of CI systems end at some megabytes."""
MESSAGE = 2_000
"""Characters of each fact in a finding: nobody reads more, and code can make any number."""
FINDINGS = 1_000
"""Findings of a run that are shown, unless users choose another number: forges refuse larger reports."""


def shortened(text: str, length: int = MESSAGE) -> str:
    """Return the beginning of a text, with an ellipsis if it is longer."""
    return text if len(text) <= length else f"{text[:length]}…"
