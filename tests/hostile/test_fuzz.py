"""Whatever bytes strangers send, nothing but our own errors comes out of what reads them."""

from __future__ import annotations

import contextlib
import copy
import json
import random
import socket
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest
import torch
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from safetensors.torch import save
from trial import HONEST, LIMITS, Classroom, make_course

from autograder.errors import StudentEnded, StudentRaised, SubmissionError
from autograder.grading.rebuild import rebuild
from autograder.grading.submission import plan, read_notebook
from autograder.sandbox.inside.wire import Channel, WireError
from autograder.sandbox.limits import Limits
from autograder.student.outputs import clean
from autograder.student.sandboxed import SandboxedStudent
from autograder.verdict import CheckVerdict, Outcome, Report, TaskVerdict

WORDS = """ok raised kind shape data value handle dtype device class classes message own spoke outputs output_type name
text traceback metadata cells cell_type source nbgrader grade_id locked tags format tasks checks points outcome"""
KEYS = st.sampled_from(WORDS.split())
ATOMS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=20)
    | st.sampled_from(["tensor", "number", "text", "stream", "stdout", "int64", "code", "double", "passed", "\ud800"])
)
JSON = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=8), inner, max_size=6)
)
SLOW = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value in a value."""
    yield here
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        yield from places(item, (*here, key))


def damaged(value: Any, seed: int, new: Any) -> Any:
    """A copy in which one thing is another, is gone, or is there twice."""
    chance = random.Random(seed)
    way = chance.choice(list(places(value)))
    if not way:
        return new
    result = holder = copy.deepcopy(value)
    for step in way[:-1]:
        holder = holder[step]
    what = chance.randrange(3)
    if what == 0:
        holder[way[-1]] = new
    elif what == 1:
        del holder[way[-1]]
    elif isinstance(holder, list):
        holder.append(holder[way[-1]])
    else:
        holder[f"{way[-1]}x"] = holder[way[-1]]
    return result


# Notebooks


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    return Classroom.of(make_course(tmp_path_factory.mktemp("fuzz")), "double")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "double.ipynb"


def read_and_plan(room: Classroom, path: Path, data: bytes) -> None:
    path.write_bytes(data)
    try:
        notebook = read_notebook(path)
    except SubmissionError:
        return
    rebuilt, attention = rebuild(notebook, room.master)
    steps = plan(rebuilt, room.judge.exam.assignment)
    assert {step.task for step in steps if step.task} == set(HONEST)
    assert all(isinstance(sentence, str) for sentence in attention)


@given(st.binary(max_size=300) | JSON.map(lambda value: json.dumps(value).encode()))
@SLOW
def test_any_bytes_are_a_notebook_or_refused(room: Classroom, path: Path, data: bytes) -> None:
    read_and_plan(room, path, data)


@given(st.integers(0, 1 << 32), JSON)
@SLOW
def test_a_damaged_notebook_is_planned_or_refused(room: Classroom, path: Path, seed: int, new: Any) -> None:
    row = json.loads(nbformat.writes(room.honest()))
    read_and_plan(room, path, json.dumps(damaged(row, seed, new)).encode())


# The wire, the host's end


FRAME = st.builds(
    lambda text, blob, more: struct.pack("!II", (len(text) + more) % (1 << 32), len(blob)) + text + blob,
    st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()),
    st.binary(max_size=60) | st.just(save({"0": torch.ones(2)})),
    st.sampled_from([0, 0, 0, 1, -1, 1 << 31]),
)


@given(st.binary(max_size=60) | FRAME)
def test_any_bytes_on_the_wire_are_a_value_or_a_wire_error(data: bytes) -> None:
    here, there = socket.socketpair()
    with here, there:
        there.sendall(data)
        there.shutdown(socket.SHUT_WR)
        with contextlib.suppress(WireError):
            Channel(here).receive(5)


# What a student's process answers


@dataclass(frozen=True)
class Liar:
    """A sandbox whose process answers as it likes."""

    replies: list[Any]
    limits: Limits = LIMITS

    @contextlib.contextmanager
    def session(self) -> Iterator[Liar]:
        yield self

    def ask(self, request: dict[str, Any], seconds: float) -> Any:
        return self.replies[len(str(request)) % len(self.replies)]


TENSORS = st.builds(
    lambda dtype, shape: torch.zeros(shape).to(getattr(torch, dtype)),
    st.sampled_from(["float32", "int64", "bool", "complex64", "float8_e4m3fn"]),
    st.lists(st.integers(0, 3), max_size=3),
)
DESCRIBED = st.fixed_dictionaries(
    {"kind": st.sampled_from(["tensor", "number", "text", "none", "other", "list"]) | ATOMS},
    optional={"shape": st.lists(st.integers(0, 3), max_size=3) | JSON, "data": TENSORS | ATOMS, "value": ATOMS}
    | {"handle": st.integers(0, 3) | ATOMS, "dtype": st.sampled_from(["float32", "int64"]) | ATOMS, "class": ATOMS},
)
REPLIES = st.fixed_dictionaries({"ok": DESCRIBED | JSON}) | st.fixed_dictionaries({"raised": JSON}) | JSON


@example([{"ok": {"kind": []}}])  # nothing that a set can be asked for
@given(st.lists(REPLIES, min_size=1, max_size=6))
@SLOW
def test_any_answers_give_a_verdict(room: Classroom, replies: list[Any]) -> None:
    liar: Any = Liar(replies)
    with SandboxedStudent(liar) as student:
        for task in HONEST:
            with contextlib.suppress(StudentEnded):
                verdict = room.judge.task(task, student, "any")
                assert Report.from_dict(json.loads(Report("double", (verdict,)).to_json())).score == verdict.score
        with contextlib.suppress(StudentEnded, StudentRaised):
            student.run_module("pass")


@given(JSON | st.fixed_dictionaries({"outputs": st.lists(JSON, max_size=4)}))
def test_any_outputs_can_stand_in_a_notebook(reply: Any) -> None:
    rows = [nbformat.from_dict(row) for row in clean(reply, 1000)]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("", outputs=rows)])
    nbformat.validate(notebook)
    nbformat.writes(notebook).encode("utf-8")


# Reports


def report() -> Any:
    check = CheckVerdict("a", "A.", Outcome.PASSED, 1.0, 1.0)
    other = CheckVerdict("b", "B.", Outcome.FAILED, 0.0, 0.5, "Look.", "swapped")
    return Report("double", (TaskVerdict("double", (check, other)),), seconds=0.1, attention=("x",)).to_dict()


@given(JSON | st.builds(lambda seed, new: damaged(report(), seed, new), st.integers(0, 1 << 32), JSON))
def test_any_value_is_a_report_or_a_value_error(row: Any) -> None:
    try:
        read = Report.from_dict(row)
    except ValueError:
        return
    assert Report.from_dict(read.to_dict()) == Report.from_dict(json.loads(json.dumps(read.to_dict())))
