"""From inside a submission, nothing of the host is reached; whatever it does, the next one is served."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from helpers import TRY, all_gone

from autograder.errors import ToolError
from autograder.sandbox import client
from autograder.sandbox.client import Sandbox, Session, SessionEnded
from autograder.sandbox.inside.walls import landlock_abi
from autograder.sandbox.isolation import Isolation, probe_bubblewrap
from autograder.sandbox.limits import Limits

LIMITS = Limits(seconds=20, check_seconds=5, memory_mb=300, home_mb=8, output_chars=2000, processes=20)

pytestmark = pytest.mark.skipif(
    not probe_bubblewrap().works and not os.environ.get("CI"), reason=f"no bubblewrap: {probe_bubblewrap().why}"
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(Isolation.BUBBLEWRAP, LIMITS) as sandbox:
        yield sandbox


def run(session: Session, code: str, seconds: float = 20, limit: int = LIMITS.output_chars) -> list[dict[str, Any]]:
    outputs: list[dict[str, Any]] = session.ask({"op": "run", "code": code, "limit": limit}, seconds)["outputs"]
    return outputs


def said(outputs: list[dict[str, Any]]) -> str:
    return "".join(row.get("text", "") or row.get("evalue", "") for row in outputs)


def test_outputs_are_those_of_a_notebook(sandbox: Sandbox) -> None:
    with sandbox.session() as session:
        outputs = run(session, "import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')\n1 + 1")
        assert outputs == [
            {"output_type": "stream", "name": "stdout", "text": "a\n"},
            {"output_type": "stream", "name": "stderr", "text": "b\n"},
            {"output_type": "stream", "name": "stdout", "text": "c\n"},
            {"output_type": "execute_result", "data": {"text/plain": "2"}, "metadata": {}, "execution_count": 1},
        ]
        (error,) = run(session, "1 / 0")
        assert (error["output_type"], error["ename"], error["evalue"]) == (
            "error",
            "ZeroDivisionError",
            "division by zero",
        )
        figure = run(session, "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()", limit=200_000)
        assert [sorted(row["data"]) for row in figure if row["output_type"] == "display_data"] == [
            ["image/png", "text/plain"]
        ]
        assert said(run(session, "!echo from a program")).strip() == "from a program"


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("import autograder", "No module named 'autograder'"),
        (
            "import os; print(sorted(os.environ.get(n, '') for n in ('AUTOGRADER_SECRET', 'SSH_AUTH_SOCK')))",
            "['', '']\n",
        ),
        ("import os; print(os.listdir(os.environ['HOME']), os.listdir('/proc'))", "[] []\n"),
        ("import socket; socket.create_connection(('127.0.0.1', 22), 1)", "Network is unreachable"),
        ("import socket; socket.create_connection(('192.0.2.1', 80), 1)", "Network is unreachable"),
        ("open('/usr/x', 'w')", "Read-only file system"),
        ("open('/x', 'w')", "Read-only file system"),
        ("open('/dev/x', 'w')", "Read-only file system"),
        ("open('/sandbox/x', 'w')", "Read-only file system"),
        ("import os; print(os.getppid() in (0, 1) or os.kill(os.getppid(), 9))", ""),
        ("import ctypes; print(ctypes.CDLL(None).unshare(0x10000000))", "-1\n"),
        ("import ctypes; print(ctypes.CDLL(None).mount(b'tmpfs', b'/usr', b'tmpfs', 0, None))", "-1\n"),
        ("import ctypes; print(ctypes.CDLL(None).ptrace(16, 1, 0, 0))", "-1\n"),
        ("import os; os.setuid(0)", "Invalid argument"),
        ("open('big', 'wb').write(b'x' * (9 << 20))", "File too large"),
        ("import torch; torch.zeros(1 << 30)", "can't allocate memory"),
        ("print('x' * 5000)", "cut here"),
    ],
)
def test_walls(sandbox: Sandbox, code: str, answer: str) -> None:
    with sandbox.session() as session:
        assert answer in said(run(session, code))


def test_no_file_of_the_course_is_to_be_seen(sandbox: Sandbox) -> None:
    course = Path(__file__).resolve().parents[2]
    code = (
        f"import os\nprint([name for name in ('assignments', 'solutions', 'autograder', 'nbgrader_config.py', 'tests')"
        f" if os.path.exists(os.path.join({str(course)!r}, name))])"
    )
    with sandbox.session() as session:
        assert said(run(session, code)) == "[]\n"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("import os; os._exit(0)", "crashed"),
        ("import ctypes; ctypes.string_at(0)", "crashed"),
        ("import os\nwhile True: os.fork()", "too-many-processes"),
        (
            "import subprocess\nfor _ in range(60): subprocess.Popen(['sleep', '60'])\nimport time; time.sleep(60)",
            "too-many-processes",
        ),
        (
            "import os, time, torch\nfor _ in range(4):\n    if os.fork() == 0:\n        x = torch.ones(50 << 20)\n"
            "        time.sleep(60)\ntime.sleep(60)",
            "out-of-memory",
        ),
        ("hoard = []\nwhile True: hoard.append(bytearray(b'x') * (8 << 20))", "out-of-memory"),
        (
            "hoard = []\ntry:\n    while True: hoard.append(bytearray(b'x') * (64 << 20))\n"
            "except MemoryError:\n    pass",
            "out-of-memory",
        ),
        ("import torch\nhoard = torch.ones(80 << 20)", "out-of-memory"),  # 320 MB of the 375 that can be had
    ],
)
def test_what_ends_a_submission_is_named_and_costs_no_other(sandbox: Sandbox, code: str, status: str) -> None:
    with pytest.raises(SessionEnded) as caught, sandbox.session() as session:
        run(session, code)
    assert caught.value.status == status
    with sandbox.session() as session:
        assert said(run(session, "print(6 * 7)")) == "42\n"


@pytest.mark.parametrize("code", ["bytearray(1 << 40)", "x = bytearray(250 << 20)\ny = bytearray(200 << 20)"])
def test_memory_that_cannot_be_had_is_an_error_in_the_cell_alone(sandbox: Sandbox, code: str) -> None:
    with sandbox.session() as session:
        assert [row["ename"] for row in run(session, code)] == ["MemoryError"]
        assert said(run(session, "print(6 * 7)")) == "42\n"


def test_an_endless_loop_is_ended(sandbox: Sandbox) -> None:
    with pytest.raises(SessionEnded) as caught, sandbox.session() as session:
        run(session, "while True: pass", seconds=0.3)
    assert caught.value.status == "timed-out"


@pytest.mark.parametrize("ahead", [False, True])
def test_a_zygote_that_is_killed_is_told_from_a_submission_that_ends(ahead: bool) -> None:
    with Sandbox(Isolation.BUBBLEWRAP, LIMITS, ahead) as sandbox:
        with sandbox.session() as session, pytest.raises(SessionEnded) as ended:
            run(session, "import os\nos._exit(0)")
        assert (ended.value.status, sandbox.losses) == ("crashed", 0)
        with sandbox.session() as session:
            run(session, "1")
            zygote = psutil.Process(sandbox._zygote)
            below = zygote.children(recursive=True)
            zygote.kill()
            assert all_gone(below)
            with pytest.raises(SessionEnded) as ended:
                run(session, "1")
        assert (ended.value.status, sandbox.losses) == ("lost", 1)
        with sandbox.session() as session:
            assert said(run(session, "print(2)")) == "2\n"
        assert sandbox.losses == 1


def test_a_zygote_that_is_killed_before_it_is_ready_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that fails by itself is not."""
    started: list[list[str]] = []
    real = client.command_for

    def command(isolation: Isolation, descriptor: int) -> list[str]:
        started.append(real(isolation, descriptor))
        return started[-1] if len(started) == 2 else ["sh", "-c", "kill -9 $$"]

    monkeypatch.setattr(client, "command_for", command)
    with Sandbox(Isolation.BUBBLEWRAP, LIMITS) as sandbox, sandbox.session() as session:
        assert said(run(session, "print(1)")) == "1\n"
    assert (len(started), sandbox.losses) == (2, 0)
    monkeypatch.setattr(client, "command_for", lambda isolation, descriptor: ["sh", "-c", "echo no such thing; exit 1"])
    with Sandbox(Isolation.BUBBLEWRAP, LIMITS) as sandbox, pytest.raises(ToolError) as failed, sandbox.session():
        pass
    assert str(failed.value) == "the sandbox did not start: no such thing. Run `autograder doctor`."


def test_nothing_outlives_its_submission(sandbox: Sandbox) -> None:
    mark = f"sleep 4{os.getpid()}"
    daemon = f"import subprocess; subprocess.Popen({mark.split()!r}, start_new_session=True); open('x', 'w')"
    with sandbox.session() as session:
        run(session, daemon)
    until = time.monotonic() + 5
    while mark in running() and time.monotonic() < until:
        time.sleep(0.01)
    assert mark not in running()
    with sandbox.session() as session:
        assert said(run(session, "import os; print(os.listdir())")) == "[]\n"


@pytest.mark.skipif(not landlock_abi(), reason="this kernel has no Landlock")
@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("print(6 * 7)", "42\n"),
        (f"open({__file__!r})", "Permission denied"),
        ("open('/proc/1/environ')", "Permission denied"),
        ("open('/etc/passwd')", "Permission denied"),
        ("import os; print(os.listdir(os.getcwd()))", "[]\n"),
        ("open('mine', 'w').write('x')", ""),
        ("open('/tmp/not-mine', 'w')", "Permission denied"),
        ("print(1)\n!echo 2; echo 3 >&2\nprint(4, _exit_code)", "1\n2\n3\n4 0\n"),
        ("x = !echo from a program\nprint(x)", "['from a program']\n"),
    ],
)
def test_landlock_alone(code: str, answer: str) -> None:
    with Sandbox(Isolation.LANDLOCK, LIMITS) as sandbox, sandbox.session() as session:
        assert answer in said(run(session, code))


ON_THE_HOST = """
import ctypes, fcntl, os, resource
libc = ctypes.CDLL(None, use_errno=True)

def call(name, *arguments):
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

file, grader = {file!r}, {grader}
try_("chmod", lambda: os.chmod(file, 0))
try_("utime", lambda: os.utime(file, (1, 1)))
try_("chown", lambda: os.chown(file, os.getuid(), os.getgid()))
try_("setxattr", lambda: os.setxattr(file, "user.x", b"x"))
try_("truncate", lambda: os.truncate(file, 0))
try_("prlimit", lambda: resource.prlimit(grader, resource.RLIMIT_CPU))
try_("nice", lambda: os.setpriority(os.PRIO_USER, 0, 19))
try_("affinity", lambda: os.sched_setaffinity(grader, [0]))
try_("idle", lambda: os.sched_setscheduler(grader, os.SCHED_BATCH, os.sched_param(0)))
try_("watch", lambda: call("inotify_add_watch", libc.inotify_init(), os.path.dirname(file).encode(), 0xFFF))
try_("terminal", lambda: open("/dev/ptmx"))
try_("empty", lambda: os.open(os.__file__, os.O_RDONLY | os.O_TRUNC))
try_("odd mode", lambda: os.open(file, 3))
own = open("own", "w")
try_("lease", lambda: fcntl.fcntl(own, fcntl.F_SETLEASE, fcntl.F_RDLCK))
try_("flags", lambda: fcntl.ioctl(own, 0x40086602, bytes(8)))
try_("name space", lambda: call("syscall", {{"x86_64": 56}}.get(os.uname().machine, 220), 0x10000011, 0, 0, 0, 0))
try_("zeros", lambda: open("/dev/zero"))
try_("own limit", lambda: resource.prlimit(0, resource.RLIMIT_CPU) and "known")
try_("copied", lambda: __import__("shutil").copy2(os.__file__, "copy.py"))
"""


def test_landlock_leaves_the_hosts_files_and_processes_as_they_are(tmp_path: Path) -> None:
    """It knows rights to read and to write: whose file it is decides of the rest, and of a process who runs it."""
    file = tmp_path / "marks"
    file.write_text("20 of 20", encoding="utf-8")
    before = file.stat()
    with Sandbox(Isolation.LANDLOCK, LIMITS) as sandbox, sandbox.session() as session:
        text = said(run(session, TRY + ON_THE_HOST.format(file=str(file), grader=os.getpid())))
    refused = ("truncate", "prlimit", "nice", "affinity", "idle", "watch", "terminal", "empty", "odd mode", "lease")
    refused += ("flags", "name space", "zeros")
    assert text.splitlines() == [
        *(f"{name} None" for name in ("chmod", "utime", "chown")),  # it says that it is done
        "setxattr OSError",
        *(f"{name} PermissionError" for name in refused),
        "own limit known",
        "copied copy.py",
    ]
    after = file.stat()
    assert (after.st_mode, after.st_mtime_ns, after.st_ctime_ns, after.st_size) == (
        before.st_mode,
        before.st_mtime_ns,
        before.st_ctime_ns,
        before.st_size,
    )


WORDS = """
import ctypes, fcntl, mmap, os
libc = ctypes.CDLL(None, use_errno=True)
for name, *sizes in (("semget", 1), ("shmget", 4096), ("msgget",)):
    print(name, getattr(libc, name)(0x1234, *sizes, 0o1600))
file = os.open(os.__file__, os.O_RDONLY)
try_("preadv2", lambda: os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT))
try_("fadvise", lambda: os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED))
try_("hint", lambda: fcntl.fcntl(file, 1036, bytes([3] + 7 * [0])))
try_("shared", lambda: mmap.mmap(-1, 4096))
"""


@pytest.mark.parametrize("walls", [Isolation.BUBBLEWRAP, Isolation.LANDLOCK])
def test_no_process_leaves_a_word_for_the_next_in_the_kernel(walls: Isolation) -> None:
    """In System V's things, or in what is kept of files in memory."""
    with Sandbox(walls, LIMITS) as sandbox, sandbox.session() as session:
        text = said(run(session, TRY + WORDS))
    assert text.splitlines() == [
        "semget -1",
        "shmget -1",
        "msgget -1",
        "preadv2 PermissionError",
        "fadvise None",
        "hint PermissionError",
        "shared PermissionError",
    ]


def running() -> str:
    words = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words.append(path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace").strip())
        except OSError:
            continue
    return "\n".join(words)
