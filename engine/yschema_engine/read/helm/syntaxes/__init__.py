"""The comment syntaxes, one module for each tool."""
