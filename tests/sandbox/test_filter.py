"""Signals, where Landlock lets them through (Linux before 6.12)."""

from __future__ import annotations

import subprocess
import sys

from helpers import ROOT, TRY

PROGRAM = """
import os, signal
from autograder.sandbox.inside import filter, walls

parents = os.pidfd_open(os.getppid())
walls.landlock_abi = lambda: {abi}
walls.libc.prctl(38, 1, 0, 0, 0)
filter.filter_system_calls(on_the_host=True)

try_("itself", lambda: os.kill(os.getpid(), 0))
try_("its group", lambda: os.kill(0, 0))
try_("its thread", lambda: signal.raise_signal(signal.SIGURG))
try_("its parent", lambda: os.kill(os.getppid(), 0))
try_("all", lambda: os.kill(-1, 0))
try_("a group", lambda: os.killpg(os.getpgid(os.getppid()), 0))
try_("by descriptor", lambda: signal.pidfd_send_signal(parents, 0))
"""


def said(abi: int) -> dict[str, str]:
    words = [sys.executable, "-c", TRY + PROGRAM.format(abi=abi)]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, start_new_session=True)
    return dict(line.rsplit(" ", 1) for line in ended.stdout.splitlines())


def test_only_the_process_itself_gets_signals_where_landlock_lets_them_through() -> None:
    own = {"itself": "None", "its group": "None", "its thread": "None"}
    others = ("its parent", "all", "a group", "by descriptor")
    assert said(5) == own | dict.fromkeys(others, "PermissionError")
    # Elsewhere it is Landlock that holds them back.
    assert said(6) == own | dict.fromkeys(others, "None")
