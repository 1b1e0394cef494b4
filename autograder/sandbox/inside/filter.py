"""A system call filter: what no cell of a notebook needs, and what walls and limits would not see.

Memory that belongs to no process (memfd, System V) escapes the memory watch; sockets of the host's, where Landlock is
the only wall, are not files; the rest are parts of the kernel with a history of holes.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from . import walls

_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
_LOAD, _EQUAL, _AND, _RETURN, _AT_LEAST = 0x20, 0x15, 0x54, 0x06, 0x35
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCHITECTURE, _SECOND_ARGUMENT = 0, 4, 24
_STREAM, _X32 = 1, 0x40000000

# Of each architecture: its audit number, socket, socketpair, connect, and the calls that are refused as not permitted:
# memfd_create, shmget, memfd_secret, io_uring_setup, userfaultfd, perf_event_open, bpf, add_key, request_key, keyctl,
# ptrace, process_vm_readv, process_vm_writev, kcmp, pidfd_getfd, msgget, mount, unshare, setns, kexec_load
_ARCHITECTURES = {
    "x86_64": (
        0xC000003E, 41, 53, 42,
        (319, 29, 447, 425, 323, 298, 321, 248, 249, 250, 101, 310, 311, 312, 438, 68, 165, 272, 308, 246),
    ),
    "aarch64": (
        0xC00000B7, 198, 199, 203,
        (279, 194, 447, 425, 282, 241, 280, 217, 218, 219, 117, 270, 271, 272, 438, 186, 40, 97, 268, 104),
    ),
}  # fmt: skip


def filter_system_calls(sockets: bool) -> None:
    """From here on and for all children. Needs no privilege but `no_new_privs`, which the walls set before.

    `sockets`: whether some may be opened, which is safe in a network namespace of one's own; else there are only pairs
    of connected ones. On an architecture that is not named above nothing is filtered.
    """
    known = _ARCHITECTURES.get(os.uname().machine)
    if known is None:
        return
    audit, socket, socketpair, connect, refused = known
    rules = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, audit),
        (_RETURN, 0, 0, _KILL),  # another architecture's numbers mean other calls
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _ERROR | errno.ENOSYS),
    ]
    for number in refused:
        rules += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERROR | errno.EPERM)]
    if not sockets:
        for number in (socket, connect):
            rules += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERROR | errno.ENETUNREACH)]
        rules += [
            (_EQUAL, 0, 4, socketpair),  # a datagram could be sent to any name
            (_LOAD, 0, 0, _SECOND_ARGUMENT),
            (_AND, 0, 0, 0xF),
            (_EQUAL, 1, 0, _STREAM),
            (_RETURN, 0, 0, _ERROR | errno.EPERM),
        ]
    rules.append((_RETURN, 0, 0, _ALLOW))
    program = b"".join(struct.pack("=HBBI", *rule) for rule in rules)
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HP", len(rules), ctypes.addressof(code))
    walls.libc.prctl.restype = ctypes.c_int
    done = walls.libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.create_string_buffer(header), 0, 0)
    if done != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"seccomp: {os.strerror(number)}")
