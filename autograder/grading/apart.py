"""Run something in a process apart, so that a crash, an endless loop or `os._exit` there costs nothing here.

This is no wall: what runs there has this user's rights. It answers with a report as JSON, never with pickled objects.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

import torch

from autograder.verdict import Report

REPORT_LIMIT = 4_000_000


def run_apart(function: Callable[[], Report], seconds: float) -> Report | str:
    """The report that `function` gives in a forked process, or the status of one that gave none: "crashed",
    "timed-out"."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(function, there), daemon=True)
    process.start()
    there.close()
    try:
        return Report.from_dict(json.loads(_line(here, time.monotonic() + seconds)))
    except TimeoutError:
        return "timed-out"
    except (EOFError, OSError, ValueError, RecursionError):
        return "crashed"
    finally:
        here.close()
        _end(process.pid)
        process.join()


def _answer(function: Callable[[], Report], connection: Connection) -> None:
    os.setsid()
    torch.set_num_threads(1)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    with open(connection.fileno(), "wb") as pipe:
        pipe.write(function().to_json().encode() + b"\n")
    os._exit(0)


def _line(connection: Connection, end: float) -> bytes:
    """One line, whoever writes it and however slowly. Raises TimeoutError at `end`, EOFError, or ValueError for one
    that is too long."""
    line = bytearray()
    while not line.endswith(b"\n"):
        if not connection.poll(max(0.0, end - time.monotonic())):
            raise TimeoutError
        piece = os.read(connection.fileno(), 1 << 16)
        if not piece:
            raise EOFError
        line += piece
        if len(line) > REPORT_LIMIT:
            raise ValueError(f"a report of over {REPORT_LIMIT:,} bytes")
    return bytes(line)


def _end(pid: int | None) -> None:
    """End the process and all that it started in its session."""
    if pid is not None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
