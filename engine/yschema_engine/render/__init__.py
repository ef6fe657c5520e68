"""References as HTML: theme look-up, templates, descriptions. The only user of jinja2, markdown and nh3."""

from yschema_engine.render.renderer import Heading, Rendered, Renderer
from yschema_engine.render.theme import Theme, ThemeError, find_theme

__all__ = ["Heading", "Rendered", "Renderer", "Theme", "ThemeError", "find_theme"]
