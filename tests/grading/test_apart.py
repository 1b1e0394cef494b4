"""Whatever happens in the process apart, the caller gets a report or the status of one that is missing."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import json
import os
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
import torch

from autograder.grading import apart
from autograder.grading.apart import run_apart
from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict

ENOUGH = 60.0
LITTLE = 0.4
CHECK = CheckVerdict("one", "One.", Outcome.PASSED, 1.0, 1.0)
REPORT = Report("double", (TaskVerdict("double", (CHECK,)),), seconds=0.125, attention=("look “here”",))


def pipe_of_the_child() -> int:
    """The descriptor on which a child answers, found as hostile code would find it."""
    found = (thing for thing in gc.get_objects() if isinstance(thing, Connection))
    return next(pipe.fileno() for pipe in found if not pipe.closed and pipe.writable)


def writing(data: bytes, then: Callable[[], object] = lambda: os._exit(0)) -> Callable[[], Report]:
    """What writes data of its own to the pipe."""

    def function() -> Report:
        os.write(pipe_of_the_child(), data)
        then()
        return REPORT

    return function


def for_ever() -> None:
    while True:
        time.sleep(1)


def test_the_report_comes_back_whole() -> None:
    assert run_apart(lambda: REPORT, ENOUGH) == REPORT


def test_a_long_report_comes_back_whole() -> None:
    long = Report("double", REPORT.tasks, attention=tuple(f"sentence {n}" for n in range(20_000)))
    assert run_apart(lambda: long, ENOUGH) == long


def test_half_a_character_is_replaced() -> None:
    report = run_apart(lambda: Report("double", (), attention=("broken \ud800",)), ENOUGH)
    assert report == Report("double", (), attention=("broken ?",))


def test_a_report_that_is_too_long_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "REPORT_LIMIT", 100)
    assert run_apart(lambda: REPORT, ENOUGH) == "crashed"


@pytest.mark.parametrize("status", [0, 1, 255])
def test_ending_the_process_is_a_crash(status: int) -> None:
    assert run_apart(lambda: os._exit(status), ENOUGH) == "crashed"


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL, signal.SIGTERM, signal.SIGABRT])
def test_a_signal_is_a_crash(number: signal.Signals) -> None:
    def function() -> Report:
        faulthandler.disable()  # pytest's, which would print the stacks of this suite
        os.kill(os.getpid(), number)
        return REPORT

    assert run_apart(function, ENOUGH) == "crashed"


@pytest.mark.parametrize("error", [ValueError("no"), SystemExit(0), KeyboardInterrupt(), GeneratorExit()])
def test_any_exception_is_a_crash(error: BaseException) -> None:
    def function() -> Report:
        raise error

    assert run_apart(function, ENOUGH) == "crashed"


def test_an_endless_loop_is_timed_out() -> None:
    def function() -> Report:
        while True:
            with contextlib.suppress(BaseException):
                while True:
                    pass

    assert run_apart(function, LITTLE) == "timed-out"


def test_signals_that_are_ignored_do_not_help() -> None:
    def function() -> Report:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        for_ever()
        return REPORT

    assert run_apart(function, LITTLE) == "timed-out"


def test_a_process_that_stops_itself_is_timed_out() -> None:
    assert run_apart(lambda: os.kill(os.getpid(), signal.SIGSTOP), LITTLE) == "timed-out"


def test_a_flood_of_output_goes_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    def function() -> Report:
        for _ in range(2_000):
            os.write(1, b"x" * 10_000)
            os.write(2, b"y" * 10_000)
        return REPORT

    assert run_apart(function, ENOUGH) == REPORT
    assert capfd.readouterr() == ("", "")


def test_nothing_can_be_read_from_the_keyboard() -> None:
    assert run_apart(lambda: Report(os.read(0, 10).decode() or "nothing", ()), ENOUGH) == Report("nothing", ())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"garbage\n",
        b"\xff\xfe\x00\n",
        b"null\n",
        b"[1, 2]\n",
        b'{"format": 1}\n',
        b'{"format": 2}\n',
        b"[" * 50_000 + b"\n",
        struct.pack("!i", 1 << 30),
        b"1" * 5_000 + b"\n",
    ],
    ids=["nothing", "empty", "no-json", "no-text", "null", "list", "lacking", "format", "deep", "length", "number"],
)
def test_forged_garbage_is_a_crash(data: bytes) -> None:
    assert run_apart(writing(data), ENOUGH) == "crashed"


@pytest.mark.parametrize(
    "change",
    [
        {"points": 2.0},
        {"points": -1.0},
        {"points": float("nan")},
        {"points": 10**400},
        {"points": "1"},
        {"points": True},
        {"outcome": "failed"},
        {"outcome": ["passed"]},
        {"title": None},
        {"misconception": 3},
        {"max_points": float("inf")},
    ],
    ids=lambda change: "-".join(f"{key}-{str(value)[:8]}" for key, value in change.items()),
)
def test_a_forged_report_with_impossible_values_is_a_crash(change: dict[str, object]) -> None:
    row = REPORT.to_dict()
    row["tasks"][0]["checks"][0].update(change)
    assert run_apart(writing(json.dumps(row).encode() + b"\n"), ENOUGH) == "crashed"


def test_half_a_line_and_then_silence_is_timed_out() -> None:
    assert run_apart(writing(b'{"format": 1', for_ever), LITTLE) == "timed-out"


def test_a_child_of_the_child_that_holds_the_pipe_open_is_timed_out() -> None:
    def function() -> Report:
        if os.fork() == 0:
            for_ever()
        os._exit(0)

    assert run_apart(function, LITTLE) == "timed-out"


@pytest.mark.parametrize("ending", ["returns", "exits", "loops"])
def test_child_processes_are_gone_afterwards(ending: str, tmp_path: Path) -> None:
    note = tmp_path / "pids"

    def function() -> Report:
        sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        note.write_text(f"{os.getpid()} {sleeper.pid}")
        if ending == "exits":
            os._exit(3)
        if ending == "loops":
            for_ever()
        return REPORT

    expected = {"returns": REPORT, "exits": "crashed", "loops": "timed-out"}
    assert run_apart(function, 3.0 if ending == "loops" else ENOUGH) == expected[ending]
    assert [pid for pid in map(int, note.read_text().split()) if runs(pid)] == []


def runs(pid: int) -> bool:
    """Whether a process exists and is no zombie; one that was just killed may take the kernel a moment."""
    for _ in range(1_000):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return False
        if state in "ZX":
            return False
        os.sched_yield()
        threading.Event().wait(0.002)
    return True


def test_nothing_is_left_in_this_process() -> None:
    run_apart(lambda: REPORT, ENOUGH)
    before = sorted(os.listdir("/proc/self/fd"))
    for function in (lambda: REPORT, lambda: os._exit(1), writing(b"garbage\n")):
        run_apart(function, ENOUGH)
    assert sorted(os.listdir("/proc/self/fd")) == before


def test_what_it_changes_stays_there(tmp_path: Path) -> None:
    threads, here, values = torch.get_num_threads(), os.getcwd(), [1]

    def function() -> Report:
        os.chdir(tmp_path)
        values.append(2)
        os.environ["APART"] = "1"
        return Report(str(torch.get_num_threads()), ())

    assert run_apart(function, ENOUGH) == Report("1", ())
    assert (torch.get_num_threads(), os.getcwd(), values) == (threads, here, [1])
    assert "APART" not in os.environ
