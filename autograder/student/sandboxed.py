"""A student whose code lives in the sandbox."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

import torch

from autograder.errors import StudentEnded, SubmissionError
from autograder.sandbox.client import Sandbox, Session, SessionEnded

from .vocabulary import Plain, Student

_KINDS = frozenset({"tensor", "none", "number", "text", "list", "tuple", "error", "other"})
_WORD = re.compile(r"[a-z0-9_:]{0,30}")
_PIECE = 16 << 20
# How long a cell may take to end after it was interrupted.
GRACE_SECONDS = 5.0
_TOO_LONG = {
    "output_type": "error",
    "ename": "CellTimeoutError",
    "evalue": "",
    "traceback": ["CellTimeoutError: the cell ran longer than is allowed and was interrupted"],
}


class SandboxedStudent(Student):
    """Drives a servant in a submission's own process.

    A process that a check brings down costs that check: the next one finds a fresh process in which the same cells
    have run.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._limits = sandbox.limits
        self._ran: list[Plain] = []
        self._stack = contextlib.ExitStack()
        self._session: Session | None = None
        self._waiting: list[Plain] = []
        self._seconds_left = self._limits.seconds

    def __enter__(self) -> SandboxedStudent:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def run(self, code: str, seconds: float | None = None) -> list[Plain]:
        """Run a cell; gives its outputs, as nbformat has them.

        `seconds`: for this cell alone, in place of the time for all cells. Then it is interrupted: an error in its
        outputs, what it did until then stays. Raises StudentEnded if it ends the process or cannot be interrupted; the
        cells before it are not lost.
        """
        request: Plain = {"op": "run", "code": code, "limit": self._limits.output_chars}
        if seconds is None:
            return _outputs(self._first_run(request))
        reply = self._first_run({**request, "seconds": seconds})
        late = isinstance(reply, dict) and reply.get("interrupted") is True
        return [*_outputs(reply), *([dict(_TOO_LONG)] if late else [])]

    def put_files(self, files: Mapping[str, bytes]) -> None:
        """Write files, named by relative paths, into the home that cells run in, before they do.

        Raises SubmissionError for a name that leads out of the home, and for more than the home holds.
        """
        room = self._limits.home_mb << 20
        if sum(map(len, files.values())) > room:
            raise SubmissionError(f"its files are larger than the {self._limits.home_mb} MB that it may have")
        for name, data in files.items():
            path = PurePosixPath(name)
            if path.is_absolute() or ".." in path.parts or not path.parts:
                raise SubmissionError("a file's name that leads out of its folder", where=repr(name))
            for start in range(0, max(len(data), 1), _PIECE):
                piece = bytearray(data[start : start + _PIECE])
                tensor = torch.frombuffer(piece, dtype=torch.uint8) if piece else torch.zeros(0, dtype=torch.uint8)
                reply = self._first_run({"op": "file", "path": str(path), "data": tensor, "first": start == 0})
                if not isinstance(reply, dict) or reply.get("wrote") is not True:
                    why = reply.get("why") if isinstance(reply, dict) else None
                    raise SubmissionError(f"it cannot be put into the sandbox: {why}", where=repr(name))

    def run_module(self, code: str) -> None:
        """Run a plain module. Raises StudentRaised for what it raises, StudentEnded if it ends the process."""
        self.answer(_checked(self._first_run({"op": "module", "code": code})), "running the module")

    def ask(self, request: Plain) -> Plain:
        session = self._alive()
        try:
            return _checked(session.ask(self._with_what_waits(request), self._limits.check_seconds))
        except SessionEnded as error:
            self._lose()
            raise StudentEnded(error.status, self._limits.sentence(error.status)) from None

    @contextlib.contextmanager
    def fork(self) -> Iterator[SandboxedStudent]:
        """Entering and leaving go with the next request: a trip over the wire costs more than they do."""
        self._alive()
        self._waiting.append({"op": "enter"})
        try:
            yield self
        finally:
            if self._session is not None:
                self._waiting.append({"op": "leave"})

    def _with_what_waits(self, request: Plain) -> Plain:
        before, self._waiting = self._waiting, []
        return {**request, "before": before} if before else request

    def _first_run(self, request: Plain) -> Any:
        session = self._alive()
        started = time.monotonic()
        try:
            patience = _patience(request, max(self._seconds_left, 0.01))
            reply = session.ask(self._with_what_waits(request), patience)
        except SessionEnded as error:
            self._lose()
            raise StudentEnded(error.status, self._limits.sentence(error.status)) from None
        finally:
            if "seconds" not in request:
                self._seconds_left -= time.monotonic() - started
        self._ran.append(request)
        return reply

    def _alive(self) -> Session:
        """The session; a new one, in which all that ran before has run again, if there is none."""
        if self._session is None:
            session = self._stack.enter_context(self._sandbox.session())
            try:
                for request in self._ran:
                    session.ask(request, _patience(request, self._limits.seconds))
            except SessionEnded as error:
                self._stack.close()
                raise StudentEnded(error.status, self._limits.sentence(error.status)) from None
            self._session = session
        return self._session

    def _lose(self) -> None:
        self._session = None
        self._waiting = []
        self._stack.close()


def _patience(request: Plain, otherwise: float) -> float:
    """How many seconds a reply may take."""
    return request["seconds"] + GRACE_SECONDS if "seconds" in request else otherwise


def _outputs(reply: Any) -> list[Plain]:
    """The outputs of a cell, if they are ones; what is not of the form is left out."""
    rows = reply.get("outputs") if isinstance(reply, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _checked(reply: Any) -> Plain:
    """A servant's reply, with every value of the kind that it should be. What is not is a process gone wrong."""
    if not isinstance(reply, dict) or not ("ok" in reply or "raised" in reply):
        raise SessionEnded("crashed")
    if "raised" in reply:
        return {"raised": _raised(reply["raised"]), "spoke": reply.get("spoke") is True}
    return {"ok": _value(reply["ok"]), "spoke": reply.get("spoke") is True}


def _value(value: Any) -> Any:
    if isinstance(value, dict) and "kind" in value:
        return _described(value)
    if isinstance(value, dict):
        return {str(key)[:100]: item for key, item in value.items() if isinstance(item, str | int | float | bool)}
    if isinstance(value, list):
        return [{"name": str(row.get("name", ""))[:200], **_described(row)} for row in value if isinstance(row, dict)]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise SessionEnded("crashed")


def _described(row: Plain) -> Plain:
    shape, data, value = row.get("shape", []), row.get("data"), row.get("value")
    handle = row.get("handle")
    fits = (
        row.get("kind") in _KINDS
        and isinstance(shape, list)
        and all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n < 1 << 40 for n in shape)
        and (data is None or (isinstance(data, torch.Tensor) and list(data.shape) == shape))
        and (value is None or isinstance(value, bool | int | float | str))
        and (handle is None or (isinstance(handle, int) and 0 <= handle < 1 << 32))
        and all(_WORD.fullmatch(str(row.get(key, ""))) for key in ("dtype", "device"))
    )
    if not fits or (data is not None and str(data.dtype).removeprefix("torch.") != row.get("dtype")):
        raise SessionEnded("crashed")
    kept: Plain = {key: row[key] for key in ("kind", "shape", "data", "dtype", "device", "handle") if key in row}
    kept |= {
        "requires_grad": row.get("requires_grad") is True,
        "value": value[:500] if isinstance(value, str) else value,
    }
    return {**kept, "class": str(row.get("class", ""))[:100]}


def _raised(row: Any) -> Plain:
    if not isinstance(row, dict) or not isinstance(row.get("classes"), list):
        raise SessionEnded("crashed")
    return {
        "class": str(row.get("class", ""))[:100],
        "classes": [str(name)[:100] for name in row["classes"][:20]],
        "message": str(row.get("message", ""))[:500],
        "own": row.get("own") is True,
    }
