"""The base of all themes, used by itself when a site theme has no theme of its own."""
