"""Base64, the digests of `@ytt:md5` and `@ytt:sha256`, URLs and their parts, IP addresses and networks."""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
from functools import partial
from typing import Any
from urllib.parse import quote, quote_plus, unquote_to_bytes

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions, accepted_by, by_name
from yschema_engine.evaluate.starlark.marshal import decode as from_starlark
from yschema_engine.evaluate.starlark.marshal import encode
from yschema_engine.text.node_values import written

_STANDARD = re.compile(r"[A-Za-z0-9+/]*")
_URL = re.compile(r"[A-Za-z0-9_-]*")


def base64_encode(text: str, url: bool, raw: bool) -> str:  # noqa: FBT001  Starlark passes arguments by position
    """Return the text's UTF-8 bytes in base64."""
    data = text.encode()
    encoded = (base64.urlsafe_b64encode if url else base64.b64encode)(data).decode()
    return encoded.rstrip("=") if raw else encoded


def base64_decode(text: str, url: bool, raw: bool, strict: bool) -> str:  # noqa: FBT001  as above
    """Return the text that is encoded in base64; line ends are ignored.

    Raises:
        BridgeError: the text is not base64, or holds bytes that are no text.
    """
    try:
        return _bytes(text, url=url, raw=raw, strict=strict).decode()
    except UnicodeDecodeError as e:
        raise BridgeError(f"base64.decode: the bytes are not UTF-8 text (byte {e.start})") from None


def _bytes(text: str, *, url: bool, raw: bool, strict: bool) -> bytes:
    joined = text.replace("\r", "").replace("\n", "")
    letters = (_URL if url else _STANDARD).match(joined)
    assert letters is not None
    at, tail = letters.end(), len(letters[0]) % 4
    padding = "" if raw or tail == 0 else "=" * (4 - tail)
    if tail == 1 or joined[at:] != padding:
        raise BridgeError(f"base64.decode: the text is not base64 from byte {at} on")
    data = base64.b64decode(letters[0] + "=" * (-at % 4), altchars=b"-_" if url else None)
    if strict and base64.b64encode(data, b"-_" if url else b"+/").decode().rstrip("=") != letters[0]:
        raise BridgeError("base64.decode: bits are left over at the end")
    return data


def digest_md5(text: str) -> str:
    """Return the MD5 sum of the text's UTF-8 bytes, in hexadecimal digits."""
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def digest_sha256(text: str) -> str:
    """Return the SHA-256 sum of the text's UTF-8 bytes, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


_BAD_ESCAPE = r"(?s)%(?![0-9A-Fa-f]{2}).{0,2}"
_SEGMENT = "$&+=:@"  # what a path segment may hold as it is
_PATH = "$&+,/:;=@"
_PATH_WRITTEN = _PATH + "!'()*[]%"
_FRAGMENT = "$&+,/:;=?@!'()*%"
_USER = "$&+,;="
_HOST = "!$&'()*+,;=:[]<>\"%"
_SCHEME = r"(?a)([A-Za-z][A-Za-z0-9+.-]*):"
_PORT = r"(?a)(?::[0-9]*)?"
_USER_INFO = r"[A-Za-z0-9\-._:~!$&'()*+,;=%@]*"
_ASCII_ESCAPE = r"%[0-7][0-9A-Fa-f]"
_HOST_CHARACTERS = r"[^\x00-\x20^`{|}\\/?#\x7f]*"


def url_path_decode(text: str, function: str = "url.path_segment_decode") -> str:
    """Return the text without escapes.

    Raises:
        BridgeError: an escape is not right, or the bytes are no text.
    """
    bad = re.search(_BAD_ESCAPE, text)
    if bad is not None:
        raise BridgeError(f"{function}: invalid escape {written(bad[0])}")
    try:
        return unquote_to_bytes(text).decode()
    except UnicodeDecodeError:
        raise BridgeError(f"{function}: the bytes of {written(text)} are not UTF-8 text") from None


def url_query_decode(text: str, function: str = "url.query_param_value_decode") -> str:
    """Return the text without escapes; a plus sign is a space."""
    return url_path_decode(text.replace("+", " "), function)


def url_params_encode(encoded: Any) -> str:
    """Return `a=1&b=2` for lists of strings by name.

    Raises:
        BridgeError: the value is something else.
    """
    params = from_starlark(encoded)
    if not isinstance(params, dict):
        raise BridgeError("url.query_params_encode: expected a dict of lists of strings")
    for name, values in params.items():
        if not isinstance(name, str) or not isinstance(values, list):
            raise BridgeError(f"url.query_params_encode: expected a list of strings for {written(name)}")
        if odd := [v for v in values if not isinstance(v, str)]:
            raise BridgeError(
                f"url.query_params_encode: expected strings for {written(name)}, found {written(odd[0])}"
            )
    return "&".join(f"{quote_plus(k)}={quote_plus(v)}" for k in sorted(params) for v in params[k])


def url_params_decode(text: str) -> Any:
    """Return lists of strings by name."""
    params: dict[str, list[str]] = {}
    for pair in filter(None, re.split("[&;]", text)):
        name, _, value = pair.partition("=")
        decoded = url_query_decode(value, "url.query_params_decode")
        params.setdefault(url_query_decode(name, "url.query_params_decode"), []).append(decoded)
    return encode(dict(sorted(params.items())))


def url_parse(text: str) -> dict[str, Any]:
    """Return the URL in its usual form, with and without its user, its host's name, and the user's parts.

    Raises:
        BridgeError: the text is no URL.
    """
    if any(c < " " or c == "\x7f" for c in text):
        raise _wrong(text, "a control character")
    rest, _, fragment = text.partition("#")
    fragment = f"#{_normal(fragment, _FRAGMENT)}" if fragment else ""
    scheme = re.match(_SCHEME, rest)
    if rest.startswith(":"):
        raise _wrong(text, "no scheme before the colon")
    prefix, rest = (f"{scheme[1].lower()}:", rest[scheme.end() :]) if scheme else ("", rest)
    rest, mark, query = rest.partition("?")
    tail = mark + query + fragment
    if scheme and rest and not rest.startswith("/"):
        bare = prefix + rest + tail
        return {"text": bare, "without_user": bare, "hostname": "", "user": None}
    if not scheme and ":" in rest.partition("/")[0]:
        raise _wrong(text, "a colon in the first segment of the path")
    user, host, slashes = None, "", ""
    if rest.startswith("//") and (scheme or not rest.startswith("///")):
        slashes, (authority, slash, path) = "//", rest[2:].partition("/")
        rest = slash + path
        info, at, host = authority.rpartition("@")
        user = _user(text, info) if at else None
        host = _host(text, host)
    path = _normal(rest, _PATH, _PATH_WRITTEN)
    bare = f"{prefix}{slashes}{host}{path}{tail}"
    whole = f"{prefix}{slashes}{user[0]}@{host}{path}{tail}" if user else bare
    return {"text": whole, "without_user": bare, "hostname": _hostname(host), "user": user}


def _user(text: str, info: str) -> list[str | None]:
    """Return the user as written, the name, and the password or None."""
    if re.fullmatch(_USER_INFO, info) is None:
        raise _wrong(text, "a character that needs an escape in the user")
    name, colon, password = info.partition(":")
    name, password = url_path_decode(name, "url.parse"), url_path_decode(password, "url.parse")
    written = quote(name, safe=_USER) + (":" + quote(password, safe=_USER) if colon else "")
    return [written, name, password if colon else None]


def _host(text: str, host: str) -> str:
    if host.startswith("["):
        name, bracket, port = host.rpartition("]")
        if not bracket:
            raise _wrong(text, 'a "[" without "]" in the host')
        name += bracket
    else:
        name, colon, port = host.rpartition(":")
        name, port = (name, colon + port) if colon else (host, "")
    if re.fullmatch(_PORT, port) is None:
        raise _wrong(text, f"the port {written(port)}")
    if re.fullmatch(_HOST_CHARACTERS, name) is None:
        raise _wrong(text, "a character in the host that cannot stand there")
    if (escape := re.search(_ASCII_ESCAPE, name)) is not None:
        raise _wrong(text, f"the escape {written(escape[0])} in the host")
    return quote(url_path_decode(name, "url.parse"), safe=_HOST) + port


def _hostname(host: str) -> str:
    if host.startswith("["):
        return host[1 : host.rindex("]")]
    return url_path_decode(host.partition(":")[0], "url.parse")


def _normal(written: str, safe: str, as_written: str = "") -> str:
    """Return the part, escaped unless it is escaped already."""
    plain = url_path_decode(written, "url.parse")
    if quote(written, safe=as_written or safe + "%") == written:
        return written
    return quote(plain, safe=safe)


def _wrong(text: str, problem: str) -> BridgeError:
    return BridgeError(f"url.parse: {written(text)} is no URL: {problem}")


_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def ip_parse_addr(text: str) -> str:
    """Return the address in its shortest form; an IPv4 address within IPv6 is an IPv4 address.

    Raises:
        BridgeError: the text is no address.
    """
    return str(_address(text, "ip.parse_addr", "an IP address"))


def ip_version(text: str) -> int:
    """Return the version of an address: 4 or 6."""
    return ipaddress.ip_address(text).version


def ip_parse_cidr(text: str) -> list[str]:
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


FUNCTIONS: Functions = {
    **by_name(base64_encode, base64_decode, digest_md5, digest_sha256),
    **by_name(url_path_decode, url_query_decode, url_params_encode, url_params_decode, url_parse),
    **by_name(ip_parse_addr, ip_version, ip_parse_cidr),
    "base64_decodable": accepted_by(partial(_bytes, url=False, raw=False, strict=False)),
    "url_path_encode": lambda text: quote(text, safe=_SEGMENT),
    "url_query_encode": quote_plus,
}
