"""One submission's process: runs its cells, and serves the checks' requests, until the host has no more."""

from __future__ import annotations

import sys

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
        outputs, finished = shell.run(request["code"], request["limit"])
        return {"outputs": outputs, "finished": finished}
    if request["op"] == "module":
        return _module(servant, request["code"])
    return servant.handle(request)


def _module(servant: Servant, code: str) -> Reply:
    """Run code as a module that was imported: `if __name__ == "__main__"` is not for now."""
    servant.namespace["__name__"] = "submission"
    sys.modules["submission"] = sys.modules["__main__"]
    return servant.handle({"op": "define", "code": code})
