"""Shell lines as documentation shows them: which commands they run, with which words.

The package knows as much of the language as it takes to tell commands and words apart, and to see what in
them is unknown: quotes, variables, substitutions, comments, redirections and here-documents. It runs nothing.
"""

from yschema_engine.doccheck.shell.commands import UNKNOWN, Command, Word
from yschema_engine.doccheck.shell.programs import find_program
from yschema_engine.doccheck.shell.prompts import typed_lines
from yschema_engine.doccheck.shell.reader import read_commands

__all__ = ["UNKNOWN", "Command", "Word", "find_program", "read_commands", "typed_lines"]
