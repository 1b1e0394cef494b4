"""The process that forks for each submission. It has imported what students import, and runs no code of theirs itself.

Started as `python -I -c "…; main(descriptor)"`. On that socket comes one request for each submission, with the
descriptor of a socket of its own: a fork serves that one (`runner.py`), the zygote goes on listening.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import sys
import tempfile
from typing import Any

import matplotlib.pyplot
import numpy
import torch

from . import walls
from .devices import OneDevice
from .filter import filter_system_calls
from .runner import serve
from .shell import make_shell
from .state import start_afresh
from .wire import Channel


def main(descriptor: int) -> None:
    """Say that all is ready, then fork for each request until the host closes the socket."""
    torch.set_num_threads(1)
    torch.set_num_interop_threads(1)
    warm_up()
    shell = make_shell()
    gc.collect()
    gc.freeze()
    control = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel reaps
    walls.adopt_orphans()
    os.sched_setaffinity(0, range(os.cpu_count() or 1))  # forks may be made on a core that is free
    control.sendall(json.dumps({"ready": os.getpid(), "torch": torch.__version__}).encode() + b"\n")
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 65536, 1)
        if not message:
            return
        rules = json.loads(message)
        if _forked(rules["walls"]) == 0:
            control.close()
            _become_submission(rules, descriptors[0], shell)
        for received in descriptors:
            os.close(received)


def warm_up() -> None:
    """What costs time at its first use in a process is used once here."""
    layer = torch.nn.Embedding(2, 2)
    layer(torch.arange(2)).sum().backward()
    numpy.zeros(2).sum()
    start_afresh({})()
    with torch.device("meta"):
        layer = torch.nn.Embedding(2, 2)
    with OneDevice():
        layer(torch.arange(2, device="meta"))
    matplotlib.pyplot.close("all")


def _forked(kind: str) -> int:
    return walls.fork_into_namespaces() if kind == "bubblewrap" else os.fork()


def _become_submission(rules: dict[str, Any], descriptor: int, shell: Any) -> None:
    """Never returns. What goes wrong before the walls stand ends this process without a line of a student's."""
    status = 1
    with contextlib.suppress(BaseException):
        walls.die_with_parent()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        home = os.environ["HOME"]
        walls.limit(rules)
        if rules["walls"] == "bubblewrap":
            walls.new_mounts(home, rules["home_mb"])
        else:
            home = rules["home"]
            os.makedirs(home, exist_ok=True)
        if rules["walls"] == "landlock":
            walls.landlock(rules["readable"], rules["hidden"], home)
        if rules["walls"] != "none":
            walls.give_up_privileges()
            filter_system_calls(on_the_host=rules["walls"] != "bubblewrap")
        os.environ.update(HOME=home, TMPDIR=home, MPLCONFIGDIR=home)
        tempfile.tempdir = home
        os.chdir(home)
        _import_from_here()
        _quiet_descriptors()
        _touch(shell)
        end = socket.socket(fileno=descriptor)
        end.send(b"!")  # the host learns who this is; no line of a student's has run
        serve(Channel(end), shell)
        status = 0
    os._exit(status)


def _import_from_here() -> None:
    """Modules that lie in the home can be imported, after the standard library's, as in a notebook."""
    packages = (number for number, path in enumerate(sys.path) if os.path.basename(path) == "site-packages")
    sys.path.insert(next(packages, len(sys.path)), "")


def _touch(shell: Any) -> None:
    """Write to the pages that every submission writes to: they are copied now, while another one may still run."""
    shell.run_cell("None", store_history=False)
    weight = torch.zeros(4, 4, requires_grad=True)
    for _ in range(3):
        start_afresh({})()
        torch.autograd.backward((torch.nn.functional.embedding(torch.arange(4), weight) * weight).sum())


def _quiet_descriptors() -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.close(null)
    sys.stdin = open(os.devnull)  # noqa: SIM115 - as long as the process
