from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import torch

from autograder.errors import StudentRaised
from autograder.student.local import LocalStudent, module_namespace

Make = Callable[[str], LocalStudent]


@pytest.fixture(autouse=True)
def untouched() -> Iterator[None]:
    """The state that a test finds and leaves, whatever it tries."""
    state = torch.get_rng_state(), np.random.get_state(), random.getstate()
    yield
    torch.set_rng_state(state[0])
    np.random.set_state(state[1])
    random.setstate(state[2])
    torch.set_default_dtype(torch.float32)
    torch.set_grad_enabled(True)
    torch.set_default_device(None)


def drawn() -> tuple[list[float], list[float], float]:
    return torch.rand(2).tolist(), np.random.rand(2).tolist(), random.random()


def test_a_fork_sees_the_names_and_puts_them_back(student: Make) -> None:
    outer = student("a = 1\nb = 2")
    with outer.fork() as fork:
        fork.define("a = 10\nc = 30\ndel b")
        assert (fork.value("a").value, fork.has("b"), fork.value("c").value) == (10, False, 30)
    assert (outer.value("a").value, outer.value("b").value, outer.has("c")) == (1, 2, False)


def test_a_fork_may_fork(student: Make) -> None:
    outer = student("a = 1")
    with outer.fork() as middle:
        middle.define("a = 2")
        with middle.fork() as inner:
            inner.define("a = 3")
        assert middle.value("a").value == 2
    assert outer.value("a").value == 1


def test_names_come_back_after_an_error_too(student: Make) -> None:
    outer = student("a = 1")
    with pytest.raises(StudentRaised), outer.fork() as fork:
        fork.define("a = 2\n1 / 0")
    assert outer.value("a").value == 1


def test_what_a_students_objects_remember_stays(student: Make) -> None:
    outer = student("seen = []\ndef remember(x):\n    seen.append(x)\n    return len(seen)")
    with outer.fork() as fork:
        assert fork.call("remember", 1).value == 1
    with outer.fork() as fork:
        assert fork.call("remember", 1).value == 2


@pytest.mark.parametrize(
    ("code", "read"),
    [
        ("torch.set_default_dtype(torch.float64)", torch.get_default_dtype),
        ("torch.set_grad_enabled(False)", torch.is_grad_enabled),
        ("torch.set_default_device('meta')", torch.get_default_device),
        ("torch.use_deterministic_algorithms(True)", torch.is_deterministic_algorithms_warn_only_enabled),
        ("torch.manual_seed(0)", lambda: torch.get_rng_state().tolist()),
        ("np.random.seed(0)", lambda: list(np.random.get_state()[1])),
        ("random.seed(0)", random.getstate),
        ("torch.set_num_threads(torch.get_num_threads() + 1)", torch.get_num_threads),
        ("torch.equal = lambda *a: True", lambda: torch.equal),
    ],
    ids=["dtype", "gradients", "device", "deterministic", "torch", "numpy", "python", "threads", "a patch"],
)
def test_the_process_is_given_back_as_it_was(student: Make, code: str, read: Callable[[], Any]) -> None:
    outer = student("import random\nimport numpy as np")
    before = read()
    with outer.fork() as fork:
        fork.define(code)
    assert read() == before


def test_what_was_set_before_a_fork_does_not_reach_into_it_and_comes_back(student: Make) -> None:
    outer = student("import torch\ndef f(): return torch.ones(1, requires_grad=True) * 2")
    torch.set_default_dtype(torch.float64)
    torch.set_grad_enabled(False)
    with outer.fork() as fork:
        result = fork.call("f")
        assert (result.dtype, result.requires_grad) == ("float32", True)
    assert (torch.get_default_dtype(), torch.is_grad_enabled()) == (torch.float64, False)


def test_every_fork_works_with_one_thread_so_that_sums_have_the_same_last_digits(student: Make) -> None:
    threads = torch.get_num_threads()
    outer = student("")
    try:
        torch.set_num_threads(3)
        with outer.fork() as fork:
            assert fork.state()["number of threads"] == 1
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(threads)


def test_every_fork_draws_the_same_numbers_and_nobody_else_does(student: Make) -> None:
    outer = student("")
    states = []
    torch.manual_seed(7)
    np.random.seed(7)
    random.seed(7)
    for _ in range(2):
        with outer.fork():
            states.append(drawn())
    assert states[0] == states[1]
    mine = drawn()
    torch.manual_seed(7)
    np.random.seed(7)
    random.seed(7)
    assert drawn() == mine


def test_memory_that_is_not_initialised_holds_nan(student: Make) -> None:
    outer = student("def f(): return torch.empty(3)")
    with outer.fork() as fork:
        data = fork.call("f").data
        assert data is not None
        assert data.isnan().tolist() == [True, True, True]


def test_a_module_runs_after_the_given_code() -> None:
    namespace = module_namespace("a = 1", "b = a + 1", "<submission>")
    assert (namespace["a"], namespace["b"], namespace["__name__"]) == (1, 2, "submission")


def test_each_module_has_names_of_its_own() -> None:
    one = module_namespace("", "def f(): return a\na = 1", "<one>")
    other = module_namespace("", "a = 2", "<other>")
    assert (one["f"](), other["a"]) == (1, 2)
    assert sys.modules["submission"].__dict__ is other


def test_dataclasses_work_in_a_module() -> None:
    given = (
        "from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\nclass C:\n    n: int = 3"
    )
    assert module_namespace(given, "made = C()", "<submission>")["made"].n == 3


def test_whatever_a_module_raises_comes_out() -> None:
    with pytest.raises(ZeroDivisionError, match=r"^division by zero$"):
        module_namespace("", "1 / 0", "<submission>")
    with pytest.raises(SyntaxError, match=r"^invalid syntax"):
        module_namespace("", "def", "<submission>")


def test_a_modules_lines_can_be_shown() -> None:
    import inspect

    namespace = module_namespace("", "\ndef f():\n    return 1\n", "<shown>")
    assert inspect.getsource(namespace["f"]) == "def f():\n    return 1\n"


def test_a_students_warnings_are_no_errors(student: Make) -> None:
    outer = student("import warnings\ndef f():\n    warnings.warn('old')\n    return 1")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = outer.call("f")
    assert (result.value, result.spoke) == (1, True)
