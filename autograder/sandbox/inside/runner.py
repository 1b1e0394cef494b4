"""One submission's process: runs its cells, and serves the checks' requests, until the host has no more."""

from __future__ import annotations

import importlib
import os
import signal
import sys
import threading
from typing import Any

from .servant import Reply, Request, Servant
from .shell import Shell
from .wire import Channel, WireError


def serve(channel: Channel, shell: Shell) -> None:
    """Answer requests in order. Returns when the host is gone."""
    servant = Servant(shell.user_ns)
    while True:
        try:
            request = channel.receive()
        except WireError:
            return
        for before in request.pop("before", ()):
            servant.handle(before)
        channel.send(_answer(servant, shell, request))


def _answer(servant: Servant, shell: Shell, request: Request) -> Reply:
    if request["op"] == "run":
        return _run(shell, request["code"], request["limit"], request.get("seconds"))
    if request["op"] == "file":
        return _write(request["path"], request["data"], request["first"])
    if request["op"] == "module":
        return _module(servant, request["code"])
    return servant.handle(request)


def _module(servant: Servant, code: str) -> Reply:
    """Run code as a module that was imported: `if __name__ == "__main__"` is not for now."""
    servant.namespace["__name__"] = "submission"
    sys.modules["submission"] = sys.modules["__main__"]
    return servant.handle({"op": "define", "code": code})


def _run(shell: Shell, code: str, limit: int, seconds: float | None) -> Reply:
    """Run a cell. After so many seconds it is interrupted, as Ctrl-C would; what it did until then stays."""
    if seconds is None:
        outputs, finished = shell.run(code, limit)
        return {"outputs": outputs, "finished": finished}
    interrupted = threading.Event()

    def interrupt() -> None:
        interrupted.set()
        signal.pthread_kill(main, signal.SIGINT)

    main = threading.get_ident()
    timer = threading.Timer(seconds, interrupt)  # not SIGALRM, which is the cells' own
    timer.daemon = True
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        timer.start()
        outputs, finished = shell.run(code, limit)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:  # it came between the cell's end and here
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        outputs, finished = [], False
    timer.cancel()
    return {"outputs": outputs, "finished": finished, "interrupted": interrupted.is_set()}


def _write(path: str, data: Any, first: bool) -> Reply:
    """Write a part of a file in the home, or say why that failed."""
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb" if first else "ab") as file:
            file.write(data.numpy().tobytes())
    except OSError as error:
        return {"wrote": False, "why": str(error.strerror)}
    importlib.invalidate_caches()  # it may be a module
    return {"wrote": True}
