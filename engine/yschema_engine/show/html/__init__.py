"""References as HTML and Markdown; the only user of jinja2, markdown and nh3."""
