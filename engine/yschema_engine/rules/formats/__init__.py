"""Formats of strings, which the rule `format` names; one record each."""

from collections.abc import Mapping
from types import MappingProxyType

from yschema_engine.rules.formats.duration import DURATION
from yschema_engine.rules.formats.email import EMAIL
from yschema_engine.rules.formats.hosts import HOSTNAME, IP, IPV4, IPV6
from yschema_engine.rules.formats.percent import PERCENT
from yschema_engine.rules.formats.port import PORT
from yschema_engine.rules.formats.record import Citation, Format
from yschema_engine.rules.formats.times import DATE, DATE_TIME, TIME
from yschema_engine.rules.formats.uri import URI

_ALL = (DATE_TIME, TIME, DATE, EMAIL, HOSTNAME, IP, IPV4, IPV6, URI, PORT, PERCENT, DURATION)
FORMATS: Mapping[str, Format] = MappingProxyType({defined.name: defined for defined in _ALL})
"""The formats by their names, in the order of the documentation."""

__all__ = ["FORMATS", "Citation", "Format"]
