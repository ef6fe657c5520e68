"""Titles made from keys, for fields whose author gives none."""

from __future__ import annotations

import re
from functools import lru_cache

from yschema_engine.schema.fields import Field

_HUMP = r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z]{2})(?=[A-Z][a-z]{2})"
_SEPARATORS = r"[_\-.\s]+"
# Words that are always in capitals in the names of settings.
_ACRONYMS = frozenset(
    (
        *("acl", "acme", "api", "arp", "asn", "aws", "bgp", "ca", "cidr", "cli", "cni", "cors"),
        *("cpu", "crd", "crl", "csi", "csr", "css", "csv", "db", "dhcp", "dns", "dsn", "ecr"),
        *("eks", "fips", "fqdn", "gc", "gid", "gke", "gpu", "grpc", "gui", "guid", "hmac", "hpa"),
        *("hsts", "html", "http", "https", "iam", "icmp", "id", "io", "iops", "ip", "ipam", "jks"),
        *("json", "jvm", "jwks", "jwt", "ldap", "ldaps", "lru", "mac", "mtls", "mtu", "nat", "nfs"),
        *("ntp", "oci", "oidc", "os", "otlp", "pdb", "pem", "pid", "pki", "psp", "pvc", "qps"),
        *("ram", "rbac", "rpc", "rsa", "saml", "scsi", "sdk", "sha", "sla", "smtp", "sni", "sql"),
        *("ssd", "ssh", "ssl", "sso", "tcp", "tls", "toml", "ttl", "udp", "ui", "uid", "uri"),
        *("url", "utc", "uuid", "vip", "vm", "vpc", "vpn", "waf", "xml", "yaml"),
    )
)


def title_of(field: Field) -> str:
    """Return the title of a field: the author's own, else its key as a title; empty for open keys."""
    return field.title or ("" if field.is_open else humanise(field.name))


def is_echo(field: Field) -> bool:
    """Return whether the title says no more than the key, as `Log level` for `logLevel`, or the text."""
    title = title_of(field)
    return repeats(title, field.name) or _begins(field.description, title)


def _begins(description: str, title: str) -> bool:
    """Return whether a title is the first line or sentence of a description."""
    end = len(title)
    begins = bool(title) and description[:end].casefold() == title.casefold()
    return begins and description[end : end + 1] in ("", "\n", ".", ":")


def repeats(title: str, name: str) -> bool:
    """Return whether a title has the letters and digits of a name, and no others."""
    return _letters(title) == _letters(name)


@lru_cache(maxsize=4096)  # charts repeat most of their keys
def humanise(key: str) -> str:
    """Return a key as a title: `static_ip` reads `Static IP`, `skipTLSVerify` reads `Skip TLS verify`."""
    words = [word for part in re.split(_SEPARATORS, key) for word in re.split(_HUMP, part) if word]
    text = " ".join(map(_word, words))
    return text[:1].upper() + text[1:]


def _word(word: str) -> str:
    if word.lower() in _ACRONYMS:
        return word.upper()
    return word if word[:2].isupper() and len(word) > 1 else word.lower()


@lru_cache(maxsize=4096)
def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()
