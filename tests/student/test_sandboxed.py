"""A student in the sandbox: the same answers as in this process, and what brings a process down costs one check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch

from autograder.errors import StudentEnded, StudentRaised
from autograder.judging.judge import Judge
from autograder.sandbox.client import Sandbox
from autograder.sandbox.isolation import best
from autograder.sandbox.limits import Limits
from autograder.student import sandboxed
from autograder.student.local import LocalStudent
from autograder.student.sandboxed import SandboxedStudent

CODE = """
import torch
from torch import nn

calls = 0

def double(x):
    global calls
    calls += 1
    return 2 * x

def show(value):
    print("hello")
    return value

class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2, 3))

    def forward(self, x):
        return x @ self.weight

def end():
    import os
    os._exit(3)

def loop():
    while True:
        pass

def swallow():
    import torch
    return torch.zeros(1 << 30).sum()

def patch():
    torch.equal = lambda *a: True
    torch.set_default_dtype(torch.float64)
    torch.manual_seed(0)
    return 1
"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(best(), Limits(seconds=20, check_seconds=1, memory_mb=500)) as sandbox:
        yield sandbox


@pytest.fixture
def student(sandbox: Sandbox) -> Iterator[SandboxedStudent]:
    with SandboxedStudent(sandbox) as student:
        student.run_module(CODE)
        yield student


def local() -> LocalStudent:
    namespace: dict[str, Any] = {}
    exec(CODE, namespace)
    return LocalStudent(namespace)


@pytest.mark.parametrize(
    "asked",
    [
        lambda s: s.call("double", torch.tensor([[1.0, float("nan")]])),
        lambda s: s.call("double", torch.arange(3, dtype=torch.int32)),
        lambda s: s.call("double", torch.tensor([1 + 2j])),
        lambda s: s.call("double", torch.zeros(0, 4, dtype=torch.bfloat16)),
        lambda s: s.call("double", "ab"),
        lambda s: s.call("show", None),
        lambda s: s.call("show", 2**40),
        lambda s: s.call("double", torch.zeros(2, device="meta")),
        lambda s: s.new("Layer").tensors("parameters"),
        lambda s: s.new("Layer", built_on="meta").count_parameters(),
        lambda s: s.new("Layer")(torch.ones(1, 2)),
        lambda s: s.put(torch.arange(6).reshape(2, 3), layout="transposed").now(),
        lambda s: sorted(s.state()),
        lambda s: s.has("double"),
    ],
)
def test_it_answers_as_in_this_process(student: SandboxedStudent, asked: Callable[[Any], Any]) -> None:
    with student.fork() as there, local().fork() as here:
        assert plain(asked(there)) == plain(asked(here))


def plain(value: Any) -> Any:
    """A result without what differs by place: values as text, so that NaN equals NaN."""
    return repr(value)


def test_what_raises_is_told_alike(student: SandboxedStudent) -> None:
    told = []
    for one in (student, local()):
        with pytest.raises(StudentRaised) as caught:
            one.call("double", None)
        told.append((str(caught.value), caught.value.raised))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("name", "status", "sentence"),
    [
        ("end", "crashed", "Your code ended the process that it ran in."),
        (
            "loop",
            "timed-out",
            "Your code ran longer than is allowed: 1 seconds for one check, 20 for all cells, 30 for all checks.",
        ),
    ],
)
def test_what_ends_a_process_costs_one_call(student: SandboxedStudent, name: str, status: str, sentence: str) -> None:
    with pytest.raises(StudentEnded) as caught, student.fork() as fork:
        fork.call(name)
    assert (caught.value.status, str(caught.value)) == (status, sentence)
    with student.fork() as fork:
        assert fork.call("double", torch.tensor(3)).data == torch.tensor(6)
        assert fork.value("calls").value == 1


def test_too_much_memory_is_an_error_in_the_students_code(student: SandboxedStudent) -> None:
    with pytest.raises(StudentRaised, match="can't allocate memory"), student.fork() as fork:
        fork.call("swallow")


def test_a_fork_leaves_no_trace(student: SandboxedStudent) -> None:
    with student.fork() as fork:
        before = fork.state()
        fork.call("patch")
        assert fork.state() != before
        fork.define("double = None")
    with student.fork() as fork:
        assert fork.state() == before
        assert fork.call("double", torch.tensor([1.5])).dtype == "float32"


@pytest.mark.parametrize(
    "reply",
    [
        None,
        [],
        {},
        {"ok": object},
        {"ok": {"kind": "marvel"}},
        {"ok": {"kind": "tensor", "shape": [2], "dtype": "float32", "data": torch.zeros(3)}},
        {"ok": {"kind": "tensor", "shape": [3], "dtype": "float64", "data": torch.zeros(3)}},
        {"ok": {"kind": "tensor", "shape": [-1], "dtype": "float32", "data": None}},
        {"ok": {"kind": "tensor", "shape": "big", "dtype": "float32"}},
        {"ok": {"kind": "number", "value": [1]}},
        {"ok": {"kind": "other", "handle": "7"}},
        {"ok": {"kind": "tensor", "shape": [], "dtype": "<b>", "data": None}},
        {"raised": "boo"},
        {"raised": {"classes": "ValueError"}},
    ],
    ids=str,
)
def test_a_reply_that_is_none_is_a_process_gone_wrong(reply: Any) -> None:
    with pytest.raises(sandboxed.SessionEnded) as caught:
        sandboxed._checked(reply)
    assert caught.value.status == "malformed"


def test_what_a_reply_may_not_hold_is_cut() -> None:
    raised = {"class": "E" * 999, "classes": ["X" * 999] * 99, "message": "m" * 9999, "own": 1, "more": 1}
    assert sandboxed._checked({"raised": raised, "spoke": "yes"}) == {
        "raised": {"class": "E" * 100, "classes": ["X" * 100] * 20, "message": "m" * 500, "own": False},
        "spoke": False,
    }


def test_both_kinds_of_student_get_the_same_verdicts(judge: Judge, sandbox: Sandbox) -> None:
    assignment = judge.exam.assignment
    for specimen in judge.exam.specimens:
        code = f"{assignment.all_answers}\n\n{specimen.code}"
        namespace: dict[str, Any] = {"__name__": "submission"}
        exec(f"{assignment.given}\n\n{code}", namespace)
        with SandboxedStudent(sandbox) as there:
            there.run_module(f"{assignment.given}\n\n{code}")
            for task in assignment.tasks:
                assert judge.task(task.name, there) == judge.task(task.name, LocalStudent(namespace))
