"""What a submission's process does to itself before any student's code runs: namespaces, mounts, limits."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
from typing import Any

_NEWNS, _NEWUTS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = (
    0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000,
)  # fmt: skip
_RDONLY, _NOSUID, _NODEV = 1, 2, 4
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS, _PR_CAPBSET_DROP = 1, 4, 38, 24
_LAST_CAPABILITY = 63

libc = ctypes.CDLL(None, use_errno=True)


def new_namespaces() -> None:
    """User, pid, mount, network, IPC and host name of its own. The pid namespace begins with the next child."""
    uid, gid = os.getuid(), os.getgid()
    _call("unshare", libc.unshare(_NEWUSER | _NEWPID | _NEWNS | _NEWNET | _NEWIPC | _NEWUTS))
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{uid} {uid} 1")
    _write("/proc/self/gid_map", f"{gid} {gid} 1")


def new_mounts(home_mb: int) -> None:
    """An empty home and temporary folders in memory; no /proc, so that no process can be looked at."""
    _write("/proc/sys/user/max_user_namespaces", "0")
    for place in ("/home", "/tmp", "/dev/shm"):
        _mount(place, _NOSUID | _NODEV, f"size={home_mb}m,mode=1777")
    _mount("/proc", _NOSUID | _NODEV | _RDONLY, "size=4k,mode=555")


def limit(rules: dict[str, Any]) -> None:
    """Memory, file size, open files, and no core dumps; die with the parent; no way back to any privilege."""
    megabyte = 1 << 20
    with open("/proc/self/statm", "rb") as file:
        mapped = int(file.read().split()[0]) * resource.getpagesize()
    _limit(resource.RLIMIT_AS, mapped + rules["memory_mb"] * megabyte)
    _limit(resource.RLIMIT_FSIZE, rules["home_mb"] * megabyte)
    _limit(resource.RLIMIT_NOFILE, 256)
    _limit(resource.RLIMIT_CORE, 0)


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
