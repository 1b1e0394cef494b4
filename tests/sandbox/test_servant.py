from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
import torch

from autograder.sandbox.inside.servant import TENSOR_LIMIT, TEXT_LIMIT, Servant
from autograder.student.local import module_namespace

MODULE = """\
class Layer(nn.Module):
    def __init__(self, rows):
        super().__init__()
        self.table = nn.Parameter(torch.zeros(rows, 2))
        self.unused = nn.Parameter(torch.zeros(1))
        self.register_buffer("seen", torch.arange(3), persistent=False)
        self.register_buffer("kept", torch.ones(1))
        self.loose = torch.ones(2)

    def forward(self, n):
        return self.table[:n] * (1 if self.training else 10)
"""


def servant(code: str = "") -> Servant:
    return Servant(module_namespace("import torch\nfrom torch import nn", code, "<submission>"))


def name(called: str) -> dict[str, Any]:
    return {"kind": "name", "name": called}


def plain(value: Any) -> dict[str, Any]:
    return {"kind": "plain", "value": value}


def held(handle: int) -> dict[str, Any]:
    return {"kind": "object", "handle": handle}


def sent(value: torch.Tensor, layout: str = "plain") -> dict[str, Any]:
    return {"kind": "tensor", "value": value, "layout": layout}


def call(answering: Servant, function: str, *args: dict[str, Any], **more: Any) -> dict[str, Any]:
    return answering.handle({"op": "call", "target": name(function), "args": list(args), **more})


def result_of(expression: str) -> dict[str, Any]:
    """What comes back for the value of an expression, without its handle."""
    reply = call(servant(f"def f():\n    return {expression}"), "f")["ok"]
    assert reply.pop("handle") == 0
    return reply


def raised_by(code: str) -> dict[str, Any]:
    """What is told of the exception that calling `f` raises."""
    reply = call(servant(code), "f")
    assert set(reply) == {"raised", "spoke"}
    return reply["raised"]


def layer() -> tuple[Servant, int]:
    answering = servant(MODULE)
    reply = call(answering, "Layer", plain(4))["ok"]
    assert reply == {"kind": "other", "class": "Layer", "handle": 0}
    return answering, 0


def tensors(answering: Servant, handle: int, what: str) -> list[dict[str, Any]]:
    return answering.handle({"op": "tensors", "handle": handle, "what": what})["ok"]


# Names


def test_has_and_value_read_the_namespace() -> None:
    answering = servant("answer = 42")
    assert answering.handle({"op": "defined", "names": ["answer", "question"]}) == {"ok": "10", "spoke": False}
    assert answering.handle({"op": "value", "name": "answer"})["ok"] == {"kind": "number", "value": 42, "handle": 0}
    assert answering.handle({"op": "value", "name": "question"})["raised"] == {
        "class": "KeyError",
        "classes": ["KeyError", "LookupError", "Exception", "BaseException"],
        "message": "'question'",
        "own": False,
    }


def test_define_runs_code_among_the_names() -> None:
    answering = servant("a = 1\ndef f(): return a")
    assert answering.handle({"op": "define", "code": "a = 2"}) == {"ok": None, "spoke": False}
    assert call(answering, "f")["ok"]["value"] == 2
    assert answering.handle({"op": "define", "code": "1 / 0"})["raised"]["class"] == "ZeroDivisionError"


# Calls


def test_call_gives_each_kind_of_argument() -> None:
    answering = servant(
        "from dataclasses import dataclass\n@dataclass\nclass Config:\n    n: int\ndef f(*args): return 0"
    )
    answering.namespace["f"] = lambda *args: seen.extend(args)
    seen: list[Any] = []
    original = torch.ones(2, 3)
    arguments = [
        plain(3),
        name("Config"),
        {"kind": "device", "device": "meta"},
        {"kind": "make", "name": "Config", "fields": {"n": 5}},
        sent(original),
        sent(original, "transposed"),
    ]
    assert call(answering, "f", *arguments)["ok"] == {"kind": "none", "handle": 0}
    number, config, device, made, copied, transposed = seen
    assert (number, config, device) == (3, answering.namespace["Config"], torch.device("meta"))
    assert made.n == 5
    assert torch.equal(copied, original)
    assert copied is not original
    assert copied.data_ptr() != original.data_ptr()
    assert torch.equal(transposed, original)
    assert (transposed.stride(), transposed.is_contiguous()) == ((1, 2), False)


def test_call_reaches_objects_made_before() -> None:
    answering, handle = layer()
    reply = answering.handle({"op": "call", "target": held(handle), "args": [plain(3)]})["ok"]
    assert (reply["shape"], reply["dtype"], reply["device"], reply["requires_grad"]) == ([3, 2], "float32", "cpu", True)
    assert (reply["handle"], reply["data"].tolist(), reply["data"].requires_grad) == (1, [[0.0, 0.0]] * 3, False)


def test_built_on_meta_costs_no_memory() -> None:
    answering = servant("class Big(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                        "        self.table = nn.Embedding(10**9, 10**6)")  # fmt: skip
    reply = call(answering, "Big", built_on="meta")["ok"]
    (row,) = tensors(answering, reply["handle"], "parameters")
    assert (row["name"], row["shape"], row["device"], row["data"]) == ("table.weight", [10**9, 10**6], "meta", None)


def test_one_device_refuses_to_mix_and_only_for_this_call() -> None:
    answering = servant("def f(x): return nn.functional.embedding(torch.arange(2), x)")
    put = answering.handle({"op": "put", "value": sent(torch.ones(4, 3, device="meta"))})["ok"]["handle"]
    reply = call(answering, "f", held(put), one_device=True)["raised"]
    assert (reply["class"], reply["own"]) == ("RuntimeError", False)
    assert reply["message"] == (
        "Expected all tensors to be on the same device, but found at least two devices, cpu and meta!"
    )
    assert call(answering, "f", held(put))["ok"]["device"] == "meta"


# Values


@pytest.mark.parametrize(
    ("expression", "described"),
    [
        ("None", {"kind": "none"}),
        ("True", {"kind": "number", "value": True}),
        ("-3", {"kind": "number", "value": -3}),
        ("2.5", {"kind": "number", "value": 2.5}),
        ("2**63 - 1", {"kind": "number", "value": 2**63 - 1}),
        ("2**64", {"kind": "other", "class": "int"}),
        ("10**5000", {"kind": "other", "class": "int"}),
        ("'abc'", {"kind": "text", "value": "abc"}),
        ("'a' * 10**6", {"kind": "text", "value": "a" * TEXT_LIMIT}),
        ("'a\\ud800'", {"kind": "text", "value": "a?"}),
        ("[1, 2]", {"kind": "list", "length": 2}),
        ("(1, 2, 3)", {"kind": "tuple", "length": 3}),
        ("{}", {"kind": "other", "class": "dict"}),
        ("torch.ones(2).numpy()", {"kind": "other", "class": "ndarray"}),
        ("type('C' * 1000, (), {})()", {"kind": "other", "class": "C" * TEXT_LIMIT}),
    ],
)
def test_values_come_back_plain(expression: str, described: dict[str, Any]) -> None:
    found = result_of(expression)
    assert found == described
    assert [type(value) for value in found.values()] == [type(value) for value in described.values()]


@pytest.mark.parametrize(
    ("base", "value"), [("int", 3), ("float", 2.5), ("str", "abc")], ids=["int", "float", "str"]
)  # fmt: skip
def test_a_subclass_of_a_plain_value_comes_back_plain(base: str, value: Any) -> None:
    code = (
        f"class Sly({base}):\n"
        "    def lie(self, *args): return 'lies'\n"
        "    __getitem__ = __int__ = __float__ = __str__ = __repr__ = __eq__ = lie\n"
        "    __hash__ = None\n"
        f"def f(): return Sly({value!r})"
    )
    found = call(servant(code), "f")["ok"]["value"]
    assert type(found) is type(value)
    assert found == value


def test_a_returned_exception_is_described_and_not_raised() -> None:
    assert result_of("ValueError('too long')") == {
        "kind": "error",
        "class": "ValueError",
        "classes": ["ValueError", "Exception", "BaseException"],
        "message": "too long",
        "own": False,
    }


@pytest.mark.parametrize(
    ("expression", "dtype", "shape", "data"),
    [
        ("torch.arange(3)", "int64", [3], [0, 1, 2]),
        ("torch.tensor(2.5)", "float32", [], 2.5),
        ("torch.zeros(0, 4)", "float32", [0, 4], []),
        ("torch.ones(2, dtype=torch.bfloat16)", "bfloat16", [2], [1.0, 1.0]),
        ("torch.arange(4).view(2, 2).t()", "int64", [2, 2], [[0, 2], [1, 3]]),
        ("torch.ones(1).expand(2, 2)", "float32", [2, 2], [[1.0, 1.0], [1.0, 1.0]]),
        ("torch.eye(2).to_sparse()", "float32", [2, 2], [[1.0, 0.0], [0.0, 1.0]]),
        ("torch.tensor([1 + 2j])", "complex64", [1], [1 + 2j]),
    ],
)
def test_tensors_come_back_as_contiguous_copies(expression: str, dtype: str, shape: list[int], data: Any) -> None:
    found = result_of(expression)
    assert (found["kind"], found["dtype"], found["shape"], found["device"]) == ("tensor", dtype, shape, "cpu")
    assert (found["data"].tolist(), found["data"].is_contiguous()) == (data, True)


@pytest.mark.parametrize(
    "expression", ["torch.ones(2, device='meta')", f"torch.ones(1, dtype=torch.int8).expand({TENSOR_LIMIT + 1})"]
)
def test_a_tensor_without_data_or_with_too_much_comes_without(expression: str) -> None:
    assert result_of(expression)["data"] is None


def test_what_comes_back_is_no_view_of_what_the_student_holds() -> None:
    answering = servant("t = torch.zeros(2)\ndef f(): return t\ndef g(): t.add_(1)")
    first = call(answering, "f")["ok"]
    call(answering, "g")
    assert first["data"].tolist() == [0.0, 0.0]
    assert answering.handle({"op": "look", "handle": first["handle"]})["ok"]["data"].tolist() == [1.0, 1.0]
    first["data"].add_(5)
    assert answering.namespace["t"].tolist() == [1.0, 1.0]


def test_put_look_and_overwrite() -> None:
    answering = servant()
    original = torch.tensor([1, 2])
    put = answering.handle({"op": "put", "value": sent(original)})["ok"]
    assert (put["handle"], put["data"].tolist()) == (0, [1, 2])
    assert answering.handle({"op": "overwrite", "handle": 0, "value": torch.tensor([3, 4])}) == {
        "ok": None,
        "spoke": False,
    }
    look = answering.handle({"op": "look", "handle": 0})["ok"]
    assert (look["data"].tolist(), "handle" in look) == ([3, 4], False)
    assert original.tolist() == [1, 2]


def test_a_result_that_learns_can_be_overwritten_too() -> None:
    answering, handle = layer()
    result = answering.handle({"op": "call", "target": held(handle), "args": [plain(2)]})["ok"]["handle"]
    reply = answering.handle({"op": "overwrite", "handle": result, "value": torch.ones(2, 2)})
    assert reply["ok"] is None
    assert answering.handle({"op": "look", "handle": result})["ok"]["data"].tolist() == [[1.0, 1.0], [1.0, 1.0]]


# Modules


@pytest.mark.parametrize(
    ("what", "names"),
    [
        ("parameters", ["table", "unused"]),
        ("buffers", ["seen", "kept"]),
        ("state_dict", ["table", "unused", "kept"]),
        ("loose", ["loose"]),
        ("gradients", []),
    ],
)
def test_tensors_lists_what_a_module_holds(what: str, names: list[str]) -> None:
    answering, handle = layer()
    assert [row["name"] for row in tensors(answering, handle, what)] == names


def test_parameters_are_listed_though_a_module_hides_them() -> None:
    code = MODULE + "    def named_parameters(self, *args, **kwargs): return []\n    parameters = named_parameters\n"
    answering = servant(code)
    handle = call(answering, "Layer", plain(4))["ok"]["handle"]
    assert [row["name"] for row in tensors(answering, handle, "parameters")] == ["table", "unused"]


def test_fill_backward_gradients_and_clearing() -> None:
    answering, handle = layer()
    values = torch.arange(8.0).view(4, 2)
    assert answering.handle({"op": "fill", "handle": handle, "values": {"table": values}})["ok"] is None
    result = answering.handle({"op": "call", "target": held(handle), "args": [plain(2)]})["ok"]
    assert result["data"].tolist() == [[0.0, 1.0], [2.0, 3.0]]
    gradient = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    reply = answering.handle({"op": "backward", "handle": result["handle"], "gradient": gradient})
    assert reply == {"ok": None, "spoke": False}
    (row,) = tensors(answering, handle, "gradients")
    assert (row["name"], row["data"].tolist()) == ("table", [[1.0, 2.0], [3.0, 4.0], [0.0, 0.0], [0.0, 0.0]])
    answering.handle({"op": "clear_gradients", "handle": handle})
    assert tensors(answering, handle, "gradients") == []


def test_filling_a_parameter_of_another_shape_is_the_modules_fault() -> None:
    answering, handle = layer()
    reply = answering.handle({"op": "fill", "handle": handle, "values": {"table": torch.ones(3, 3)}})
    assert (reply["raised"]["class"], reply["raised"]["own"]) == ("RuntimeError", False)


def test_move_and_mode() -> None:
    answering, handle = layer()
    answering.handle({"op": "move", "handle": handle, "device": None, "dtype": "float64"})
    answering.handle({"op": "mode", "handle": handle, "training": False})
    answering.handle({"op": "fill", "handle": handle, "values": {"table": torch.ones(4, 2)}})
    result = answering.handle({"op": "call", "target": held(handle), "args": [plain(1)]})["ok"]
    assert (result["dtype"], result["data"].tolist()) == ("float64", [[10.0, 10.0]])
    answering.handle({"op": "move", "handle": handle, "device": "meta", "dtype": None})
    answering.handle({"op": "mode", "handle": handle, "training": True})
    assert [(row["device"], row["dtype"]) for row in tensors(answering, handle, "parameters")] == [
        ("meta", "float64"),
        ("meta", "float64"),
    ]
    assert answering.objects[handle].training is True


# The process


@pytest.fixture
def untouched() -> Iterator[None]:
    """Puts back what the tests below change for everybody."""
    state, dtype = torch.get_rng_state(), torch.get_default_dtype()
    yield
    torch.set_rng_state(state)
    torch.set_default_dtype(dtype)
    torch.set_grad_enabled(True)
    torch.set_default_device(None)


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("torch.set_default_dtype(torch.float64)", {"default dtype"}),
        ("torch.set_default_device('meta')", {"default device"}),
        ("torch.set_grad_enabled(False)", {"gradient mode"}),
        ("torch.rand(3)", {"torch's random state"}),
        ("torch.arange(3)", set()),
    ],
)
@pytest.mark.usefixtures("untouched")
def test_state_tells_what_was_changed(code: str, changed: set[str]) -> None:
    answering = servant(f"def f(): {code}")
    before = answering.handle({"op": "state"})["ok"]
    call(answering, "f")
    after = answering.handle({"op": "state"})["ok"]
    assert {key for key in before if before[key] != after[key]} == changed


def test_state_is_plain() -> None:
    state = servant().handle({"op": "state"})["ok"]
    assert state["default dtype"] == "torch.float32"
    assert state["gradient mode"] is True
    assert state["number of threads"] == torch.get_num_threads()
    assert {type(value) for value in state.values()} == {str, bool, int}


def test_entering_and_leaving_gives_a_state_of_its_own() -> None:
    answering = servant("a = 1")
    outer = answering.handle({"op": "put", "value": sent(torch.ones(1))})["ok"]["handle"]
    answering.handle({"op": "enter"})
    answering.handle({"op": "define", "code": "a = 2\nb = 3"})
    inner = answering.handle({"op": "put", "value": sent(torch.zeros(1))})["ok"]["handle"]
    assert answering.handle({"op": "value", "name": "a"})["ok"]["value"] == 2
    answering.handle({"op": "leave"})
    assert inner == outer
    assert answering.handle({"op": "value", "name": "a"})["ok"]["value"] == 1
    assert answering.handle({"op": "defined", "names": ["b"]})["ok"] == "0"
    assert answering.handle({"op": "look", "handle": outer})["ok"]["data"].tolist() == [1.0]


# Exceptions


def test_a_raise_of_the_students_is_their_own() -> None:
    assert raised_by("def f():\n    raise ValueError('at most 4')") == {
        "class": "ValueError",
        "classes": ["ValueError", "Exception", "BaseException"],
        "message": "at most 4",
        "own": True,
    }


@pytest.mark.parametrize(
    ("code", "named", "own"),
    [
        ("def f(): assert False, 'no'", "AssertionError", True),
        ("def g(): raise KeyError('g')\ndef f(): g()", "KeyError", True),
        (
            "def f():\n    try:\n        [][1]\n    except IndexError as e:\n        raise ValueError from e",
            "ValueError",
            True,
        ),
        ("def f():\n    try:\n        [][1]\n    except IndexError:\n        raise", "IndexError", False),
        ("def f(): [][1]", "IndexError", False),
        ("def f(): nn.functional.embedding(torch.tensor([9]), torch.ones(4, 2))", "IndexError", False),
        ("def f(): torch.ones(2) + torch.ones(3)", "RuntimeError", False),
        ("def f(): nn.Embedding(2, 2, padding_idx=5)", "AssertionError", False),
        ("def f(): undefined", "NameError", False),
        ("def f(): f()", "RecursionError", False),
        ("import sys\ndef f(): sys.exit(3)", "SystemExit", False),
        ("def f(): raise SystemExit(3)", "SystemExit", True),
        ("def f(): raise KeyboardInterrupt", "KeyboardInterrupt", True),
        ("def f(): raise 'a string'", "TypeError", True),
        ("def f(x): return x", "TypeError", False),
    ],
)
def test_only_what_the_student_raises_is_their_own(code: str, named: str, own: bool) -> None:
    found = raised_by(code)
    assert (found["class"], found["own"]) == (named, own)


def test_ctrl_c_is_not_the_students() -> None:
    def press() -> None:
        raise KeyboardInterrupt

    answering = servant()
    answering.namespace["f"] = press
    with pytest.raises(KeyboardInterrupt):
        call(answering, "f")


@pytest.mark.parametrize(
    ("code", "classes"),
    [
        ("class ValueError(Exception): ...\ndef f(): raise ValueError('no')", ["Exception", "BaseException"]),
        (
            "class TooLong(ValueError): ...\ndef f(): raise TooLong('no')",
            ["ValueError", "Exception", "BaseException"],
        ),
        ("def f(): raise IndexError('no')", ["IndexError", "LookupError", "Exception", "BaseException"]),
    ],
)
def test_only_the_real_builtin_classes_count(code: str, classes: list[str]) -> None:
    found = raised_by(code)
    assert (found["classes"], found["message"]) == (classes, "no")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("raise RuntimeError('no')", ""),
        ("raise SystemExit", ""),
        ("return 3", ""),
        ("return 'x' * 10**6", "x" * TEXT_LIMIT),
        ("return 'a\\ud800'", "a?"),
        ("return type('Sly', (str,), {'__getitem__': lambda *a: 5})('plain')", "plain"),
    ],
    ids=["raises", "exits", "no text", "huge", "no unicode", "a subclass"],
)
def test_whatever_an_exception_says_its_message_is_a_short_text(body: str, message: str) -> None:
    found = raised_by(f"class Odd(ValueError):\n    def __str__(self): {body}\ndef f(): raise Odd")
    assert found == {
        "class": "Odd",
        "classes": ["ValueError", "Exception", "BaseException"],
        "message": message,
        "own": True,
    }
    assert type(found["message"]) is str


def test_a_huge_message_is_cut() -> None:
    assert raised_by("def f(): raise ValueError('x' * 10**6)")["message"] == "x" * TEXT_LIMIT


# Output


@pytest.mark.parametrize(
    ("body", "spoke"),
    [
        ("print('hello')", True),
        ("import sys; sys.stderr.write('hello')", True),
        ("import warnings; warnings.warn('old')", True),
        ("print('hello'); raise ValueError", True),
        ("return 1", False),
    ],
)
def test_what_students_print_goes_nowhere(body: str, spoke: bool, capfd: pytest.CaptureFixture[str]) -> None:
    assert call(servant(f"def f(): {body}"), "f")["spoke"] is spoke
    assert capfd.readouterr() == ("", "")


def test_filters_for_warnings_are_put_back() -> None:
    filters = list(warnings.filters)
    call(servant("import warnings\ndef f(): warnings.simplefilter('ignore')"), "f")
    assert warnings.filters == filters


@pytest.mark.parametrize(("request_", "error"), [({}, KeyError), ({"op": "eval"}, AttributeError)])
def test_what_is_not_of_the_protocol_is_refused(request_: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        servant().handle(request_)


def test_objects_are_known_by_their_number() -> None:
    answering = servant("def f(): return 'a'\ndef g(): return [1]")
    handles = [call(answering, function)["ok"]["handle"] for function in "fgf"]
    assert (handles, answering.objects) == ([0, 1, 2], ["a", [1], "a"])
