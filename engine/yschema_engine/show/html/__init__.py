"""References as HTML and Markdown; the only code that uses jinja2, markdown and nh3."""
