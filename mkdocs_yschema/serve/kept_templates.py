"""The compiled templates of a theme, which a served site keeps from build to build."""

from __future__ import annotations

from jinja2.bccache import Bucket, BytecodeCache


class KeptTemplates(BytecodeCache):
    """Compiled templates in memory: MkDocs makes a new environment for each build."""

    def __init__(self) -> None:
        """Start without templates."""
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take a template that a build before has compiled; Jinja sees whether it has changed since."""
        if bucket.key in self._compiled:
            bucket.bytecode_from_string(self._compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        self._compiled[bucket.key] = bucket.bytecode_to_string()
