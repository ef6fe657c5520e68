"""The jail of evaluators: what the system keeps from a process whose code needs nothing but memory and time.

Starlark has no function that writes a file or opens a connection. The jail is for the case that a fault in
the interpreter, which is native code, lets an input run other code. The kernel is called directly, for that
is three calls, and the packages that wrap it have no release or need a system library.

Source: https://docs.kernel.org/userspace-api/landlock.html
"""

from __future__ import annotations

import os
import struct
import sys

_CREATE_RULESET, _RESTRICT_SELF = 444, 446  # on all architectures
_ASK_VERSION = 1
_NO_NEW_PRIVILEGES = 38
# The rights to run programs, to write, delete and create files; then those of versions 2 and 3: to move and
# to truncate them.
_FILES = (0b1_1111_1111_0011, 1 << 13, 1 << 14)
_CONNECTIONS = 0b11  # to bind and to connect, since version 4
_SCOPES = 0b11  # sockets without a file and signals, since version 6


def enter() -> bool:
    """Take from this process, forever, what code does not need, and return whether that is possible.

    From Linux 5.13 on, it cannot run programs or change files; from 6.7 on, it has no TCP connections; from
    6.12 on, it sends no signals to other processes. It reads files, such as modules of this program.
    """
    if sys.platform != "linux":
        return False
    import ctypes  # noqa: PLC0415  takes time, and only evaluators need it

    library = ctypes.CDLL(None, use_errno=True)
    version = library.syscall(_CREATE_RULESET, None, 0, _ASK_VERSION)
    if version < 1:
        return False  # the kernel is older, or has Landlock turned off
    rights = (sum(_FILES[:version]), _CONNECTIONS * (version >= 4), _SCOPES * (version >= 6))
    data = struct.pack("3Q", *rights)[: 8 * (1 + (version >= 4) + (version >= 6))]
    ruleset = library.syscall(_CREATE_RULESET, data, len(data), 0)
    if ruleset < 0:
        return False
    try:
        is_final: bool = library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
        return is_final and not library.syscall(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)
