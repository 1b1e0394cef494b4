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
_REFUSE = _ERROR | errno.EPERM
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND, _THIRD, _FOURTH = 0, 4, 16, 24, 32, 40  # the last four: arguments
_X32 = 0x40000000
_ALL = 0xFFFFFFFF

_Rule = tuple[int, int, int, int]
_Condition = tuple[int, int, int, int, tuple[int, ...]]  # two numbers of a call, an argument, its mask, its values

# Of each call: its number on x86-64 and on arm64, -1 where it has none there.
_AUDIT = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_REFUSED = {
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "io_uring_setup": (425, 425), "userfaultfd": (323, 282),
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195),
    "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192),
    "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187),
    "mq_open": (240, 180), "mq_unlink": (241, 181),
    "preadv2": (327, 286), "mincore": (27, 232), "cachestat": (451, 451),
    "inotify_add_watch": (254, 27), "fanotify_init": (300, 262), "open_by_handle_at": (304, 265), "openat2": (437, 437),
    "perf_event_open": (298, 241), "bpf": (321, 280),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438), "mount": (165, 40), "unshare": (272, 97), "setns": (308, 268), "kexec_load": (246, 104),
}  # fmt: skip
# They do nothing and say that it is done: programs give advice, and mind if it is refused.
_ADVICE = {"fadvise64": (221, 223), "readahead": (187, 213)}

# What Landlock leaves open, whose owner the host's files and processes have in common with the submission.
_REFUSED_ON_THE_HOST = {
    "file_setattr": (469, 469), "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118), "sched_setattr": (314, 274),
}  # fmt: skip
# As on a file system that has none.
_ATTRIBUTES = {
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "removexattrat": (466, 466),
}  # fmt: skip
# Nothing is done here either: copying a file sets its mode, times and owner.
_PRETENDED_ON_THE_HOST = {
    "chmod": (90, -1), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "utime": (132, -1), "utimes": (235, -1), "futimesat": (261, -1), "utimensat": (280, 88),
    "chown": (92, -1), "lchown": (94, -1), "fchown": (93, 55), "fchownat": (260, 54),
}  # fmt: skip
_SOCKETS = {"socket": (41, 198), "connect": (42, 203)}
_CLONE3 = {"clone3": (435, 435)}  # its flags lie in memory: the C library takes `clone` where there is none
_TRUNCATE = {"truncate": (76, 45)}  # Landlock knows it since Linux 6.2
# Since 6.12 it keeps signals in; before, a process may send some to itself and its group.
_SIGNALS = {
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
}  # fmt: skip
_SIGNALS_TO_ITSELF = {"kill": (62, 129), "tgkill": (234, 131)}
_LIMITS = {"prlimit64": (302, 261), "sched_setaffinity": (203, 122)}

# Refused where an argument, masked, is one of these. To open with access mode 3 asks for no right, and gives a
# descriptor for leases and device controls; to read and truncate empties a file (Linux before 6.2). Leases, directory
# notes and write hints reach other processes. Shared memory without a name can be dropped from sight and kept.
_MODE = os.O_ACCMODE | os.O_TRUNC
_ODD_MODES = os.O_TRUNC, os.O_ACCMODE, os.O_ACCMODE | os.O_TRUNC
_SETLEASE, _NOTIFY, _SET_RW_HINT, _SET_FILE_RW_HINT = 1024, 1026, 1036, 1038
_NOT: dict[str, _Condition] = {
    "open": (2, -1, _SECOND, _MODE, _ODD_MODES),
    "openat": (257, 56, _THIRD, _MODE, _ODD_MODES),
    "fcntl": (72, 25, _SECOND, _ALL, (_SETLEASE, _NOTIFY, _SET_RW_HINT, _SET_FILE_RW_HINT)),
    "mmap": (9, 222, _FOURTH, 0x2F, (0x21,)),  # of its type and MAP_ANONYMOUS: MAP_SHARED and that
}
# The flags of a file and its version: FS_IOC_SETFLAGS, of 64 and of 32 bits, FSSETXATTR, SETVERSION.
_NOT_ON_THE_HOST: dict[str, _Condition] = {
    "ioctl": (16, 29, _SECOND, _ALL, (0x40086602, 0x40046602, 0x401C5820, 0x40087602)),
}
# Allowed only where it is: a datagram could be sent to any name; no new name space.
_ONLY_ON_THE_HOST: dict[str, _Condition] = {
    "socketpair": (53, 199, _SECOND, 0xF, (1,)),
    "clone": (56, 220, _FIRST, 0x7E020000, (0,)),
}


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
    abi = walls.landlock_abi() if on_the_host else 0
    answers = [(_REFUSED, errno.EPERM), (_ADVICE, 0)]
    refused = list(_NOT.values())
    allowed: list[_Condition] = []
    if on_the_host:
        answers += [(_REFUSED_ON_THE_HOST, errno.EPERM), (_ATTRIBUTES, errno.EOPNOTSUPP), (_PRETENDED_ON_THE_HOST, 0)]
        answers += [(_SOCKETS, errno.ENETUNREACH), (_CLONE3, errno.ENOSYS)]
        answers += [(_TRUNCATE, errno.EPERM)] if abi < 3 else []
        answers += [(_SIGNALS, errno.EPERM)] if abi < 6 else []
        refused += _NOT_ON_THE_HOST.values()
        allowed += _ONLY_ON_THE_HOST.values()
        to_itself = [*_LIMITS.values(), *(_SIGNALS_TO_ITSELF.values() if abi < 6 else ())]
        allowed += [(*numbers, _FIRST, _ALL, (0, os.getpid())) for numbers in to_itself]
    for calls, number in answers:
        for numbers in calls.values():
            yield from _if_called(numbers[column], [(_RETURN, 0, 0, _ERROR | number)])
    for conditions, where_it_is, else_ in ((refused, _REFUSE, _ALLOW), (allowed, _ALLOW, _REFUSE)):
        for x86_64, arm64, argument, mask, values in conditions:
            rules = _by_argument(argument, mask, values, where_it_is, else_)
            yield from _if_called((x86_64, arm64)[column], rules)
    yield (_RETURN, 0, 0, _ALLOW)


def _if_called(number: int, rules: list[_Rule]) -> Iterator[_Rule]:
    if number >= 0:
        yield (_EQUAL, 0, len(rules), number)
        yield from rules


def _by_argument(argument: int, mask: int, values: Sequence[int], where_it_is: int, else_: int) -> list[_Rule]:
    """What is answered, by an argument's lower half."""
    tests = [(_EQUAL, len(values) - place, 0, value) for place, value in enumerate(values)]
    return [
        (_LOAD, 0, 0, argument),
        (_AND, 0, 0, mask),
        *tests,
        (_RETURN, 0, 0, else_),
        (_RETURN, 0, 0, where_it_is),
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
