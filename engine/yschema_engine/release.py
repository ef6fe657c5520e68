"""The release of this program: its version, and where its documentation is."""

VERSION = "0.1.0"
"""The version of both distributions, which the build reads here."""
REPOSITORY = "https://github.com/mkdocs-yschema/mkdocs-yschema"
DOCUMENTATION = "https://mkdocs-yschema.github.io/mkdocs-yschema"
"""The address of the documentation. `findings/CODE/` explains the finding with a code."""
