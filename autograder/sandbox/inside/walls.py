"""What a submission's process does to itself before any student's code runs: namespaces, mounts, limits."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import struct
from typing import Any

_NEWNS, _NEWUTS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = (
    0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000,
)  # fmt: skip
_RDONLY, _NOSUID, _NODEV = 1, 2, 4
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS, _PR_CAPBSET_DROP = 1, 38, 24
_PR_SET_CHILD_SUBREAPER = 36
_LAST_CAPABILITY = 63
_CLONE3, _PR_GET_TID_ADDRESS, _CHILD_CLEARTID, _CHILD_SETTID = 435, 40, 0x200000, 0x1000000
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _IOCTL_DEVICE = 1, 2, 4, 8, 1 << 15
_READ = _EXECUTE | _READ_FILE | _READ_DIR

_FILES = 20_000  # an empty file costs memory too, which no size counts

libc = ctypes.CDLL(None, use_errno=True)
# Its calls keep Python's global lock, as a fork must.
holding_the_lock = ctypes.PyDLL(None, use_errno=True)


class _CloneArguments(ctypes.Structure):
    """The kernel's struct clone_args, version 0."""

    _fields_ = tuple(
        (name, ctypes.c_uint64)
        for name in ("flags", "pidfd", "child_tid", "parent_tid", "exit_signal", "stack", "stack_size", "tls")
    )


def fork_into_namespaces() -> int:
    """Fork; the child is the first process in a user, pid, mount, network, IPC and host name space of its own.

    One system call in place of fork, unshare and a second fork, each of which copies and drops the page tables of a
    process with torch in it. What `os.fork` does for Python and for the C library is done here too. Raises OSError.
    """
    thread_id = ctypes.c_void_p()
    libc.prctl(_PR_GET_TID_ADDRESS, ctypes.byref(thread_id), 0, 0, 0)
    flags = _NEWNS | _NEWUTS | _NEWIPC | _NEWUSER | _NEWPID | _NEWNET
    arguments = _CloneArguments(flags=flags, exit_signal=signal.SIGCHLD)
    if thread_id.value:
        arguments.flags |= _CHILD_SETTID | _CHILD_CLEARTID
        arguments.child_tid = thread_id.value
    python = ctypes.pythonapi
    uid, gid = os.getuid(), os.getgid()
    python.PyOS_BeforeFork()
    child = int(holding_the_lock.syscall(_CLONE3, ctypes.byref(arguments), ctypes.sizeof(arguments)))
    if child == 0:
        python.PyOS_AfterFork_Child()
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{uid} {uid} 1")
        _write("/proc/self/gid_map", f"{gid} {gid} 1")
        return 0
    number = ctypes.get_errno()
    python.PyOS_AfterFork_Parent()
    if child < 0:
        raise OSError(number, f"clone3: {os.strerror(number)}")
    return child


def new_mounts(home: str, home_mb: int) -> None:
    """An empty home in memory, for temporary files too; no /proc, so that no process can be looked at."""
    _write("/proc/sys/user/max_user_namespaces", "0")
    for place in (home, "/dev/shm"):
        _mount(place, _NOSUID | _NODEV, f"size={home_mb}m,nr_inodes={_FILES},mode=1777")
    _mount("/proc", _NOSUID | _NODEV | _RDONLY, "size=4k,mode=555")


def limit(rules: dict[str, Any]) -> None:
    """Memory, file size, open files, and no core dumps; die with the parent; no way back to any privilege."""
    megabyte = 1 << 20
    with open("/proc/self/statm", "rb") as file:
        mapped = int(file.read().split()[0]) * resource.getpagesize()
    # Above what a submission may hold, which is counted from outside: whether one that stands here, where nothing more
    # can be had, is judged or ended would be chance.
    _limit(resource.RLIMIT_AS, mapped + rules["memory_mb"] * megabyte * 5 // 4)
    _limit(resource.RLIMIT_FSIZE, rules["home_mb"] * megabyte)
    _limit(resource.RLIMIT_NOFILE, 256)
    _limit(resource.RLIMIT_CORE, 0)


def landlock_abi() -> int:
    """Which version of Landlock this kernel has; 0 if none."""
    return max(0, int(libc.syscall(_CREATE_RULESET, None, 0, 1)))


def landlock(readable: list[str], hidden: str, home: str) -> None:
    """Nothing of the file system but these places to read, without one folder in them, and this one to write; no TCP
    and no signals to others, where the kernel's version can say so.
    """
    abi = landlock_abi()
    everything = (1 << (16 if abi >= 5 else 15 if abi >= 3 else 14 if abi >= 2 else 13)) - 1
    attributes = (ctypes.c_uint64 * 3)(everything, 3 if abi >= 4 else 0, 3 if abi >= 6 else 0)
    size = 8 * (3 if abi >= 6 else 2 if abi >= 4 else 1)
    ruleset = libc.syscall(_CREATE_RULESET, ctypes.byref(attributes), size, 0)
    _call("landlock_create_ruleset", 0 if ruleset >= 0 else -1)
    for place in readable:
        if os.path.exists(place):
            _allow_to_read(ruleset, os.path.realpath(place), hidden)
    # No terminal: the host's would be among them. Nor /dev/zero: what is mapped of it counts as nobody's memory.
    for device in ("/dev/null", "/dev/urandom", "/dev/random"):
        if os.path.exists(device):
            _allow(ruleset, device, _READ_FILE | _WRITE_FILE | (_IOCTL_DEVICE if abi >= 5 else 0))
    _allow(ruleset, home, everything)
    _call("prctl", libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _call("landlock_restrict_self", libc.syscall(_RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def _allow_to_read(ruleset: int, place: str, hidden: str) -> None:
    """All of a place but what is hidden in it. A right to a folder is one to all below: where one holds what is hidden,
    only the names in it are told, and each of the others is allowed by itself."""
    if place == hidden:
        return
    if not hidden.startswith(place + os.sep):
        _allow(ruleset, place, _READ if os.path.isdir(place) else _READ & ~_READ_DIR)
        return
    _allow(ruleset, place, _READ_DIR)
    for entry in os.scandir(place):
        if not entry.is_symlink():  # what it leads to is allowed where it lies, or not at all
            _allow_to_read(ruleset, entry.path, hidden)


def _allow(ruleset: int, place: str, access: int) -> None:
    descriptor = os.open(place, os.O_PATH | os.O_CLOEXEC)
    rule = struct.pack("=Qi", access, descriptor)
    _call(f"landlock_add_rule {place}", libc.syscall(_ADD_RULE, ruleset, 1, rule, 0))
    os.close(descriptor)


def adopt_orphans() -> None:
    """Processes below this one that lose their parent become children of this one, and stay in sight."""
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def die_with_parent() -> None:
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def give_up_privileges() -> None:
    """No capability is left, and none can come back by a setuid program."""
    for capability in range(_LAST_CAPABILITY + 1):
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    _call("prctl", libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    none = (ctypes.c_uint32 * 6)()
    _call("capset", libc.capset(header, none))


def _limit(what: int, most: int) -> None:
    hard = resource.getrlimit(what)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))


def _mount(place: str, flags: int, options: str) -> None:
    _call(f"mount {place}", libc.mount(b"tmpfs", place.encode(), b"tmpfs", flags, options.encode()))


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def _call(what: str, result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
