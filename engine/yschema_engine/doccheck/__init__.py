"""Checks of documentation: blocks and shell lines in Markdown, sample files, cross-references."""
