"""IP addresses and networks."""

from __future__ import annotations

import ipaddress
from types import MappingProxyType

from yschema_engine.frontends.ytt.starlark.host import BridgeError, Functions
from yschema_engine.text.node_values import written

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def parse_addr(text: str) -> str:
    """Return the address in its shortest form; an IPv4 address within IPv6 is an IPv4 address.

    Raises:
        BridgeError: the text is no address.
    """
    return str(_address(text, "ip.parse_addr", "an IP address"))


def version(text: str) -> int:
    """Return the version of an address: 4 or 6."""
    return ipaddress.ip_address(text).version


def parse_cidr(text: str) -> list[str]:
    """Return the address, its network, and the network's address.

    Raises:
        BridgeError: the text is no address with the length of a prefix.
    """
    given, slash, length = text.partition("/")
    address = _address(given, "ip.parse_cidr", "an address and a prefix such as 10.0.0.0/8", whole=text)
    written = ipaddress.ip_address(given)
    if not slash or not (length.isascii() and length.isdigit()) or int(length) > written.max_prefixlen:
        raise _invalid(text, "ip.parse_cidr", "an address and a prefix such as 10.0.0.0/8")
    bits = int(length) - (written.max_prefixlen - address.max_prefixlen)
    if bits < 0:
        address, bits = written, int(length)
    network = ipaddress.ip_network((address, bits), strict=False)
    return [str(address), str(network), str(network.network_address)]


def _address(text: str, function: str, expected: str, whole: str = "") -> _Address:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        raise _invalid(whole or text, function, expected) from None
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.scope_id is not None:
        raise _invalid(whole or text, function, expected)
    return address.ipv4_mapped or address


def _invalid(text: str, function: str, expected: str) -> BridgeError:
    return BridgeError(f"{function}: {written(text)} is not {expected}")


FUNCTIONS: Functions = MappingProxyType(
    {"ip_parse_addr": parse_addr, "ip_version": version, "ip_parse_cidr": parse_cidr}
)
