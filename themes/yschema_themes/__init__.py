"""Themes for reference pages: templates, CSS, JavaScript."""
