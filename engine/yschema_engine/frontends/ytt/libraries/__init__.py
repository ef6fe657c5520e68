"""Libraries of a package: their schemas, data values and functions, for `@ytt:library`."""

from yschema_engine.frontends.ytt.libraries.functions import Libraries

__all__ = ["Libraries"]
