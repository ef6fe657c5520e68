"""The formats `hostname`, `ip`, `ipv4` and `ipv6`."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

from yschema_engine.rules.formats.record import Format, one_line, rfc
from yschema_engine.text.phrases import phrase

_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"


@one_line
def _is_hostname(text: str) -> bool:
    from fqdn import FQDN  # noqa: PLC0415  few schemas need it

    return FQDN(text, min_labels=1).is_valid


@one_line
def _is_ip(text: str) -> bool:
    return bool(ip_address(text)) and "%" not in text  # the zone in fe80::1%eth0 is not part of an address


@one_line
def _is_ipv6(text: str) -> bool:
    return bool(IPv6Address(text)) and "%" not in text


HOSTNAME = Format(
    name="hostname",
    phrase=phrase("a host name"),
    samples=("example.com", "localhost"),
    citation=rfc(1034, "3.1"),
    accepts=_is_hostname,
    json_schema_format="hostname",
    openapi_format="hostname",
)
IP = Format(
    name="ip",
    phrase=phrase("an IP address"),
    samples=("192.0.2.1", "2001:db8::1"),
    citation=rfc(3986, "3.2.2"),
    accepts=_is_ip,
    either=("ipv4", "ipv6"),
)
IPV4 = Format(
    name="ipv4",
    phrase=phrase("an IPv4 address"),
    samples=("192.0.2.1", "127.0.0.1"),
    citation=rfc(2673, "3.2"),
    accepts=one_line(IPv4Address),
    pattern=rf"^(?:{_OCTET}\.){{3}}{_OCTET}$",
    json_schema_format="ipv4",
    openapi_format="ipv4",
)
IPV6 = Format(
    name="ipv6",
    phrase=phrase("an IPv6 address"),
    samples=("2001:db8::1", "::1"),
    citation=rfc(4291, "2.2"),
    accepts=_is_ipv6,
    json_schema_format="ipv6",
    openapi_format="ipv6",
)
