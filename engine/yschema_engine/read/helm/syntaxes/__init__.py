"""The syntaxes of comments, one module a tool."""
