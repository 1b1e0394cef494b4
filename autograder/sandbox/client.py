"""The host's end of the sandbox: starts a zygote, and gives a session for each submission."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from autograder.errors import ToolError
from autograder.sandbox.inside.wire import Channel, WireError, WireMalformed, WireTimeout
from autograder.sandbox.isolation import Isolation, command_for, environment, landlock_rules
from autograder.sandbox.limits import Limits

START_SECONDS = 120.0
_MOMENT = 0.02  # seconds
_A_FILL = 0.02  # seconds: in less, no check fills a submission's memory
_KILLED = (-signal.SIGKILL, 128 + signal.SIGKILL)  # bwrap's own status, and what it says of its child
_CREDENTIALS = struct.Struct("@iII")  # pid, uid, gid


class SessionEnded(Exception):  # noqa: N818 - what the submission did, not ours
    """The submission's process is gone or was ended. `status`: "crashed", "timed-out" or "out-of-memory"; "lost" if the
    zygote is gone, and its forks with it: nothing that a submission did."""

    def __init__(self, status: str) -> None:
        super().__init__(status)
        self.status = status


class Session:
    """One submission's process."""

    def __init__(self, channel: Channel, limits: Limits, watch: Watch, is_lost: Callable[[], bool]) -> None:
        self.limits = limits
        self._channel = channel
        self._watch = watch
        self._is_lost = is_lost

    def ask(self, request: dict[str, Any], seconds: float) -> Any:
        """Send a request, bring the reply. Raises SessionEnded; after that, nothing else can be asked."""
        started = time.monotonic()
        try:
            self._channel.send(request)
            reply = self._channel.receive(seconds)
            if request["op"] in ("run", "module") or time.monotonic() - started > _A_FILL:
                self._watch.look()
        except WireTimeout as error:
            raise SessionEnded(self._watch.verdict or "timed-out") from error
        except WireMalformed as error:
            raise SessionEnded(self._watch.verdict or "malformed") from error
        except WireError as error:
            raise SessionEnded(self._watch.verdict or ("lost" if self._is_lost() else "crashed")) from error
        if self._watch.verdict:  # whether what holds too much memory was seen before it answered is chance
            raise SessionEnded(self._watch.verdict)
        return reply


@dataclass(frozen=True)
class _Fork:
    """A submission's process before and while it serves one. `pid` and `pidfd` are the host's; `zygote`: which of the
    sandbox's, counted from 1, it was forked from."""

    end: socket.socket
    pid: int
    pidfd: int
    zygote: int

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.sched_setaffinity(self.pid, range(os.cpu_count() or 1))  # it may die on whichever core is free
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)

    def wait(self, seconds: float = 5.0) -> None:
        """Until it is gone, with all that its pid namespace held."""
        select.select([self.pidfd], [], [], seconds)
        os.close(self.pidfd)


class Sandbox:
    """A zygote behind its wall. Use as a context manager; one session at a time.

    `ahead`: have the next session's process forked, and the last one's end, while a submission runs.
    """

    def __init__(self, isolation: Isolation, limits: Limits, ahead: bool = False) -> None:
        self.isolation = isolation
        self.limits = limits
        self.losses = 0  # how many sessions ended with their zygote
        # Elsewhere than in a pid namespace, orphans become the zygote's children, and could not be told from a spare.
        self._ahead = ahead and isolation is Isolation.BUBBLEWRAP
        self._spare: socket.socket | None = None
        self._dying: _Fork | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._temporary = self._home = ""
        self._zygote = self._zygotes = 0
        self._zygote_fd: int | None = None

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @contextlib.contextmanager
    def session(self) -> Iterator[Session]:
        """A fresh process for one submission, gone with all that it started when the block ends."""
        fork = self._fork()
        if self._ahead:
            self._spare = self._ask_for_fork()
        watch = Watch(fork.pid if self._ahead else self._zygote, self.limits, itself=self._ahead)
        channel = Channel(fork.end)
        try:
            with watch:
                yield Session(channel, self.limits, watch, functools.partial(self._is_lost, fork))
        finally:
            channel.close()
            self._end(fork, watch)

    def _is_lost(self, fork: _Fork) -> bool:
        """Whether the fork, which is gone, went with its zygote. That one is seen to be gone a moment later."""
        fd = self._zygote_fd
        lost = fork.zygote != self._zygotes or fd is None or bool(select.select([fd], [], [], _MOMENT)[0])
        self.losses += lost
        return lost

    def _end(self, fork: _Fork, watch: Watch) -> None:
        if self._ahead:
            fork.kill()
            self._settle()
            self._dying = fork
            return
        watch.end_all()
        os.close(fork.pidfd)
        if self.isolation is not Isolation.BUBBLEWRAP:
            _remove(self._home)

    def _settle(self) -> None:
        """The former session's process must be gone before another one's ends."""
        if self._dying is not None:
            self._dying.wait()
            self._dying = None

    def _fork(self) -> _Fork:
        """The spare, else a new one. Raises ToolError where none can be had."""
        for _ in range(2):
            end, self._spare = self._spare or self._ask_for_fork(), None
            pid = _first_word(end)
            if pid is None:  # the zygote is gone, and its forks with it
                end.close()
                self.stop()
                continue
            try:
                pidfd = os.pidfd_open(pid)
                os.sched_setaffinity(pid, os.sched_getaffinity(0))
            except ProcessLookupError:
                end.close()
                continue
            return _Fork(end, pid, pidfd, self._zygotes)
        raise ToolError("the sandbox gives no process", next_step="Run `autograder doctor`.")

    def _ask_for_fork(self) -> socket.socket:
        here, there = socket.socketpair()
        here.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        with there, contextlib.ExitStack() as if_none:
            if_none.callback(here.close)
            try:
                self._hand_over(there)
            except OSError:  # the zygote died since the last session
                self.stop()
                self._hand_over(there)
            if_none.pop_all()
        return here

    def _hand_over(self, there: socket.socket) -> None:
        """Ask the zygote for a fork that serves this end. Raises OSError if it is gone."""
        control = self._started()
        if self.isolation is not Isolation.BUBBLEWRAP:  # a new name each time: what one could not remove is no other's
            self._home = tempfile.mkdtemp(prefix="home-", dir=self._temporary)
        rules = {**asdict(self.limits), "walls": self.isolation.value, "home": self._home}
        if self.isolation is Isolation.LANDLOCK:
            rules |= landlock_rules()
        socket.send_fds(control, [json.dumps(rules).encode()], [there.fileno()])

    def stop(self) -> None:
        """End the zygote and everything under it."""
        if self._spare is not None:
            self._spare.close()
            self._spare = None
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        if self._zygote_fd is not None:
            os.close(self._zygote_fd)
            self._zygote_fd = None
        self._settle()
        if self._temporary:
            _remove(self._temporary)
            self._temporary = ""

    def _started(self) -> socket.socket:
        """The way to a zygote that is ready. Raises ToolError where none starts."""
        if self._control is not None and self._process is not None and self._process.poll() is None:
            return self._control
        for _ in range(2):
            self.stop()
            complaint = self._start()
            if self._control is not None and self._process is not None:
                self._zygote = _innermost(self._process.pid)
                self._zygotes += 1
                with contextlib.suppress(ProcessLookupError):
                    self._zygote_fd = os.pidfd_open(self._zygote)
                return self._control
            if not complaint.was_killed:
                break
        raise ToolError(f"the sandbox did not start: {complaint.words}", next_step="Run `autograder doctor`.")

    def _start(self) -> _Complaint:
        """Start a zygote, and wait until it is ready: then there is the way to it."""
        here, there = socket.socketpair()
        os.set_inheritable(there.fileno(), True)
        if self.isolation is not Isolation.BUBBLEWRAP:  # there, homes are in memory: a kill leaves nothing to remove
            self._temporary = tempfile.mkdtemp(prefix="autograder-")
        with tempfile.TemporaryFile() as log:
            self._process = subprocess.Popen(
                command_for(self.isolation, there.fileno()),
                pass_fds=[there.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment(self.isolation, self._temporary),
                cwd="/",
                start_new_session=True,
            )
            there.close()
            here.settimeout(START_SECONDS)
            try:
                ready = here.recv(4096)
            except TimeoutError:
                ready = b"nothing in time"
            if ready.startswith(b'{"ready"'):
                here.settimeout(None)
                self._control = here
                return _Complaint("")
            here.close()
            if ready == b"":  # its end is closed: it is about to end by itself
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(5)
            status = self._process.poll()
            self._process.kill()
            self._process.wait()
            log.seek(0)
            lines = log.read()[-4000:].decode("utf-8", "replace").strip().splitlines()
        return _Complaint(lines[-1] if lines else "no word from it", status in _KILLED)


@dataclass(frozen=True)
class _Complaint:
    """Why a zygote is not ready. `was_killed`: by somebody, and did not fail by itself."""

    words: str
    was_killed: bool = False


class Watch:
    """Looks at a zygote's descendants from outside, and ends them all when they use too much. `itself`: it is given a
    submission's own process instead, which counts as one of them.
    """

    def __init__(self, zygote: int, limits: Limits, itself: bool = False) -> None:
        self.verdict: str | None = None
        self._zygote = zygote
        self._itself = (zygote,) if itself else ()
        self._limits = limits
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._keep_looking, daemon=True)
        self._own = _memory(zygote)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _keep_looking(self) -> None:
        while not (self.verdict or self._done.wait(0.05)):
            self.look()

    def look(self) -> None:
        """Look once, now."""
        processes = [*self._itself, *_descendants(self._zygote)]
        memory = sum(max(0, _memory(pid) - self._own) for pid in processes)
        if memory > self._limits.memory_mb << 20:
            self.verdict = "out-of-memory"
        elif len(processes) > self._limits.processes:
            self.verdict = "too-many-processes"
        if self.verdict:
            self.end_all()

    def end_all(self) -> None:
        """Kill the descendants, until there are none."""
        until = time.monotonic() + 5
        if self._itself:  # the first process of its namespace: when it ends, the others do
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._zygote, signal.SIGKILL)
            return
        while (processes := _descendants(self._zygote)) and time.monotonic() < until:
            for pid in processes:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.0005)


def _first_word(end: socket.socket) -> int | None:
    """What a fork says before any student's code runs in it: the kernel adds who it is. None if it is gone."""
    end.settimeout(START_SECONDS)
    try:
        word, ancillary, _, _ = end.recvmsg(1, socket.CMSG_SPACE(_CREDENTIALS.size))
    except OSError:
        return None
    end.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 0)
    end.settimeout(None)
    for level, kind, data in ancillary:
        if word and (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
            return int(_CREDENTIALS.unpack(data)[0])
    return None


def _remove(folder: str) -> None:
    """A folder with all in it, however deep, though a submission took its own rights to some of it away."""
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            subprocess.run([*command, "--", folder], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _innermost(pid: int) -> int:
    """bwrap's last child: the zygote, as the host numbers it."""
    while children := _children(pid):
        pid = children[0]
    return pid


def _children(pid: int) -> list[int]:
    """Those of all its threads: a thread's children are listed under that thread alone."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as file:
                found += map(int, file.read().split())
    except (OSError, ValueError):
        pass
    return found


def _descendants(pid: int) -> list[int]:
    found: list[int] = []
    waiting = _children(pid)
    while waiting and len(found) < 10_000:
        found.append(waiting.pop())
        waiting += _children(found[-1])
    return found


def _memory(pid: int) -> int:
    """Bytes that are the process's own or shared with its like, without files: a fork begins with few of the files'
    pages that the zygote holds, and would have as many to use unseen if those counted."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8", errors="replace") as file:
            lines = [line.split() for line in file if line.startswith(("RssAnon:", "RssShmem:"))]
        return sum(int(words[1]) << 10 for words in lines)
    except (OSError, ValueError, IndexError):
        return 0
