"""A system call filter: what no cell of a notebook needs, and what walls and limits would not see.

Memory that belongs to no process (memfd, System V) escapes the memory watch, and System V's things and what the kernel
keeps of files outlive the process that would leave a word in them. Where Landlock is the only wall, the host's sockets
and processes are no files, and a file's mode and times are no rights to it. The rest are parts of the kernel with a
history of holes.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Iterator, Sequence

from . import walls

_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
_LOAD, _EQUAL, _AND, _RETURN, _AT_LEAST = 0x20, 0x15, 0x54, 0x06, 0x35
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND, _THIRD = 0, 4, 16, 24, 32  # the last three: arguments
_X32 = 0x40000000
_ALL, _TYPE, _STREAM, _TRUNCATING, _TRUNCATE = 0xFFFFFFFF, 0xF, 1, os.O_ACCMODE | os.O_TRUNC, os.O_TRUNC

_Rule = tuple[int, int, int, int]

# Of each call: its number on x86-64 and on arm64, -1 where it has none there.
_AUDIT = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_REFUSED = {
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "io_uring_setup": (425, 425), "userfaultfd": (323, 282),
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195),
    "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192),
    "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187),
    "mq_open": (240, 180), "mq_unlink": (241, 181),
    "preadv2": (327, 286), "mincore": (27, 232), "cachestat": (451, 451), "fadvise64": (221, 223),
    "readahead": (187, 213), "inotify_add_watch": (254, 27), "fanotify_init": (300, 262),
    "open_by_handle_at": (304, 265),
    "perf_event_open": (298, 241), "bpf": (321, 280),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438), "mount": (165, 40), "unshare": (272, 97), "setns": (308, 268), "kexec_load": (246, 104),
}  # fmt: skip

# What Landlock leaves open, whose owner the host's files and processes have in common with the submission.
_REFUSED_ON_THE_HOST = {
    "chown": (92, -1), "lchown": (94, -1), "fchown": (93, 55), "fchownat": (260, 54), "truncate": (76, 45),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "removexattrat": (466, 466),
    "file_setattr": (469, 469), "openat2": (437, 437),
    "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setscheduler": (144, 119), "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
}  # fmt: skip
# They do nothing and say that it is done: copying a file sets its mode and times.
_PRETENDED = {
    "chmod": (90, -1), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "utime": (132, -1), "utimes": (235, -1), "futimesat": (261, -1), "utimensat": (280, 88),
}  # fmt: skip
_SOCKETS = {"socket": (41, 198), "connect": (42, 203)}
# Allowed where an argument, masked, has one value: of oneself alone; a datagram could be sent to any name.
_ONLY = {
    "prlimit64": (302, 261, _FIRST, _ALL, 0),
    "sched_setaffinity": (203, 122, _FIRST, _ALL, 0),
    "socketpair": (53, 199, _SECOND, _TYPE, _STREAM),
}
# Refused where it has: a file that can be read is emptied (Linux before 6.2).
_NOT = {
    "open": (2, -1, _SECOND, _TRUNCATING, _TRUNCATE),
    "openat": (257, 56, _THIRD, _TRUNCATING, _TRUNCATE),
}
# Before Linux 6.12 Landlock lets signals through: to itself and its group a process may send some.
_SCOPED = 6
_SIGNALS = {
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
}  # fmt: skip
_SIGNALS_TO_ITSELF = {"kill": (62, 129), "tgkill": (234, 131)}


def filter_system_calls(on_the_host: bool) -> None:
    """From here on and for all children. Needs no privilege but `no_new_privs`, which the walls set before.

    `on_the_host`: there are no namespaces, so that the host's sockets, processes and files are within reach; else there
    are only this submission's own. On an architecture that is not named above nothing is filtered.
    """
    machine = os.uname().machine
    if machine in _AUDIT:
        _install(list(_rules(*_AUDIT[machine], on_the_host)))


def _rules(column: int, audit: int, on_the_host: bool) -> Iterator[_Rule]:
    yield from (
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, audit),
        (_RETURN, 0, 0, _KILL),  # another architecture's numbers mean other calls
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _ERROR | errno.ENOSYS),
    )
    answers = [(_REFUSED, errno.EPERM)]
    if on_the_host:
        answers += [(_REFUSED_ON_THE_HOST, errno.EPERM), (_PRETENDED, 0), (_SOCKETS, errno.ENETUNREACH)]
    signals = on_the_host and walls.landlock_abi() < _SCOPED
    if signals:
        answers.append((_SIGNALS, errno.EPERM))
    for calls, number in answers:
        for call in calls.values():
            yield from _if_called(call[column], [(_RETURN, 0, 0, _ERROR | number)])
    if on_the_host:
        for *numbers, argument, mask, value in _ONLY.values():
            yield from _if_called(numbers[column], _by_argument(argument, mask, (value,), _ALLOW, _ERROR | errno.EPERM))
        for *numbers, argument, mask, value in _NOT.values():
            yield from _if_called(numbers[column], _by_argument(argument, mask, (value,), _ERROR | errno.EPERM, _ALLOW))
    if signals:
        own = _by_argument(_FIRST, _ALL, (0, os.getpid()), _ALLOW, _ERROR | errno.EPERM)
        for call in _SIGNALS_TO_ITSELF.values():
            yield from _if_called(call[column], own)
    yield (_RETURN, 0, 0, _ALLOW)


def _if_called(number: int, rules: list[_Rule]) -> Iterator[_Rule]:
    if number >= 0:
        yield (_EQUAL, 0, len(rules), number)
        yield from rules


def _by_argument(argument: int, mask: int, values: Sequence[int], one_of_them: int, another: int) -> list[_Rule]:
    """What is answered, by an argument's lower half."""
    tests = [(_EQUAL, len(values) - place, 0, value) for place, value in enumerate(values)]
    return [
        (_LOAD, 0, 0, argument),
        (_AND, 0, 0, mask),
        *tests,
        (_RETURN, 0, 0, another),
        (_RETURN, 0, 0, one_of_them),
    ]


def _install(rules: list[_Rule]) -> None:
    program = b"".join(struct.pack("=HBBI", *rule) for rule in rules)
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HP", len(rules), ctypes.addressof(code))
    walls.libc.prctl.restype = ctypes.c_int
    done = walls.libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.create_string_buffer(header), 0, 0)
    if done != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"seccomp: {os.strerror(number)}")
