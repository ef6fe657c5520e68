"""Outputs: facts about a schema or findings in words, a module or folder for each format."""
