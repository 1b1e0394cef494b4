"""A student whose code lives in the sandbox."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

import torch

from autograder.errors import StudentEnded, SubmissionError
from autograder.sandbox.client import Sandbox, Session, SessionEnded

from . import outputs
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
    have run. `incidents` says what ended them. A process that has seen the reference is ended before anything runs
    that is not to see it.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self.incidents: list[str] = []
        self._sandbox = sandbox
        self._limits = sandbox.limits
        self._ran: list[Plain] = []
        self._stack = contextlib.ExitStack()
        self._session: Session | None = None
        self._waiting: list[Plain] = []
        self._seconds_left = self._limits.seconds
        self._last_seconds = self._limits.check_seconds  # for the cells after one that has used up the time of all
        self._judging_left = self._limits.judging_seconds
        self._check_left = self._limits.check_seconds
        self._spent = False  # it has seen the reference
        self._entered: bool | None = None  # whether the state of its own has begun; None outside a fork

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
            return self._cleaned(self._first_run(request))
        reply = self._first_run({**request, "seconds": seconds})
        late = isinstance(reply, dict) and reply.get("interrupted") is True
        return [*self._cleaned(reply), *([dict(_TOO_LONG)] if late else [])]

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

    def _cleaned(self, reply: Any) -> list[Plain]:
        # What was cut inside is cut; this is for what bypassed it.
        return outputs.well_formed(outputs.clean(reply, 2 * self._limits.output_chars + 10_000))

    def run_module(self, code: str) -> None:
        """Run a plain module. Raises StudentRaised for what it raises, StudentEnded if it ends the process."""
        reply = self._first_run({"op": "module", "code": code})
        try:
            checked = _checked(reply)
        except SessionEnded as error:
            self._lose()
            raise self._ended(error) from None
        self.answer(checked, "running the module")

    def define(self, code: str) -> None:
        """A process that has seen the reference can keep it: it serves checks that fill it in, and nothing else."""
        self.filled = self._spent = True
        super().define(code)

    def ask(self, request: Plain) -> Plain:
        if self._entered is None:
            self._check_left = self._limits.check_seconds
        session = self._alive()
        try:
            if self._entered is False:
                self._entered = True
                self._waiting.append({"op": "enter"})
            return self._timed(session, self._with_what_waits(request))
        except SessionEnded as error:
            self._lose()
            ended = self._ended(error)
            self.incidents.append(str(ended))
            raise ended from None

    def _timed(self, session: Session, request: Plain) -> Plain:
        """A reply within what is left of the check's time, and of that for all checks."""
        started = time.monotonic()
        try:
            reply = _checked(session.ask(request, max(min(self._check_left, self._judging_left), 0.01)))
        finally:
            spent = time.monotonic() - started
            self._check_left -= spent
            self._judging_left -= spent
        if "ok" in reply and not _FORMS.get(request["op"], _nothing)(reply["ok"]):
            raise SessionEnded("malformed")
        return reply

    @contextlib.contextmanager
    def fork(self) -> Iterator[SandboxedStudent]:
        """Entering and leaving go with the next request: a trip over the wire costs more than they do."""
        if self._session is None:
            self._alive()
        self.missed, self.filled = "", False
        self._check_left = self._limits.check_seconds
        self._entered = False  # not yet: a check that fills in the reference may go on in a process that has seen it
        try:
            yield self
        finally:
            if self._session is not None and self._entered:
                self._waiting.append({"op": "leave"})
            self._entered, self.filled = None, False

    def _with_what_waits(self, request: Plain) -> Plain:
        before, self._waiting = self._waiting, []
        return {**request, "before": before} if before else request

    def _first_run(self, request: Plain) -> Any:
        if self._seconds_left <= 0:
            self._seconds_left, self._last_seconds = self._last_seconds, 0.0
        if self._seconds_left <= 0:  # no process is started in vain: a notebook may have many more cells
            raise self._ended(SessionEnded("timed-out"))
        session = self._alive()
        started = time.monotonic()
        try:
            patience = _patience(request, max(self._seconds_left, 0.01))
            reply = session.ask(self._with_what_waits(request), patience)
        except SessionEnded as error:
            self._lose()
            raise self._ended(error) from None
        finally:
            if "seconds" not in request:
                self._seconds_left -= time.monotonic() - started
        self._ran.append(request)
        return reply

    def _alive(self) -> Session:
        """The session; a new one, in which all that ran before has run again, if there is none."""
        if self._spent and not self.filled:
            self._lose()
        if self._judging_left <= 0:
            raise self._ended(SessionEnded("timed-out"))
        if self._session is None:
            session = self._stack.enter_context(self._sandbox.session())
            started = time.monotonic()  # the sandbox itself may have had to start: that is nobody's time
            try:
                for request in self._ran:
                    left = min(self._judging_left - (time.monotonic() - started), self._limits.seconds)
                    session.ask(request, _patience(request, max(left, 0.01)))
            except SessionEnded as error:
                self._stack.close()
                raise self._ended(error) from None
            finally:
                self._judging_left -= time.monotonic() - started
            self._session = session
        return self._session

    def _ended(self, error: SessionEnded) -> StudentEnded:
        return StudentEnded(error.status, self._limits.sentence(error.status))

    def _lose(self) -> None:
        self._session = None
        self._waiting = []
        self._spent = False
        self._entered = None if self._entered is None else False
        self._stack.close()


def _patience(request: Plain, otherwise: float) -> float:
    """How many seconds a reply may take."""
    return request["seconds"] + GRACE_SECONDS if "seconds" in request else otherwise


def _nothing(value: Any) -> bool:
    return value is None


def _is_described(value: Any) -> bool:
    return isinstance(value, dict) and "kind" in value


# What the servant answers to each operation; to all others, nothing.
_FORMS: dict[str, Callable[[Any], bool]] = {
    "defined": lambda value: isinstance(value, str),
    "state": lambda value: isinstance(value, dict),
    "tensors": lambda value: isinstance(value, list),
    **dict.fromkeys(("call", "put", "look", "value"), _is_described),
}


def _checked(reply: Any) -> Plain:
    """A servant's reply, with every value of the kind that it should be. What is not is a process gone wrong."""
    if not isinstance(reply, dict) or not ("ok" in reply or "raised" in reply):
        raise SessionEnded("malformed")
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
    raise SessionEnded("malformed")


def _described(row: Plain) -> Plain:
    shape, data, value = row.get("shape", []), row.get("data"), row.get("value")
    handle = row.get("handle")
    fits = (
        isinstance(row.get("kind"), str)
        and row["kind"] in _KINDS
        and isinstance(shape, list)
        and all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n < 1 << 40 for n in shape)
        and (data is None or (isinstance(data, torch.Tensor) and list(data.shape) == shape))
        and (value is None or isinstance(value, bool | int | float | str))
        and (handle is None or (isinstance(handle, int) and 0 <= handle < 1 << 32))
        and all(_WORD.fullmatch(str(row.get(key, ""))) for key in ("dtype", "device"))
    )
    if not fits or (data is not None and str(data.dtype).removeprefix("torch.") != row.get("dtype")):
        raise SessionEnded("malformed")
    kept: Plain = {key: row[key] for key in ("kind", "shape", "data", "dtype", "device", "handle") if key in row}
    kept |= {
        "requires_grad": row.get("requires_grad") is True,
        "value": value[:500] if isinstance(value, str) else value,
    }
    return {**kept, "class": str(row.get("class", ""))[:100]}


def _raised(row: Any) -> Plain:
    if not isinstance(row, dict) or not isinstance(row.get("classes"), list):
        raise SessionEnded("malformed")
    return {
        "class": str(row.get("class", ""))[:100],
        "classes": [str(name)[:100] for name in row["classes"][:20]],
        "message": str(row.get("message", ""))[:500],
        "own": row.get("own") is True,
    }
