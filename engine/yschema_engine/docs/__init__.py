"""Checks of documentation: blocks, calls, samples and cross-references in pages, and coverage of schemas."""
