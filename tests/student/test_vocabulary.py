from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from autograder.errors import Raised, StudentRaised
from autograder.student.local import LocalStudent
from autograder.student.vocabulary import Make, Result, Thing, encode, shown_call

LAYER = """\
from dataclasses import dataclass
from torch import nn

@dataclass
class Config:
    rows: int = 4

class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Embedding(config.rows, 2)
        self.twin = self.table
        self.register_buffer("ids", torch.arange(config.rows), persistent=False)
        self.loose = torch.ones(1)

    def forward(self, n, device):
        rows = self.table(torch.arange(n))
        return rows if self.training else 10 * rows

def shout(n):
    raise ValueError(f"{n} is too long")
"""
ROWS = torch.arange(8.0).view(4, 2)
MakeStudent = Callable[[str], LocalStudent]


@pytest.fixture
def learner(student: MakeStudent) -> LocalStudent:
    return student(LAYER)


@pytest.fixture
def layer(learner: LocalStudent) -> Thing:
    thing = learner.new("Layer", Make("Config", {"rows": 4}))
    thing.fill({"table.weight": ROWS})
    return thing


def told(call: Callable[[], Any]) -> StudentRaised:
    with pytest.raises(StudentRaised) as caught:
        call()
    return caught.value


def test_new_builds_and_a_thing_is_called(layer: Thing) -> None:
    result = layer(2, "cpu")
    assert (result.kind, result.shape, result.dtype, result.device) == ("tensor", (2, 2), "float32", "cpu")
    assert result.requires_grad is True
    assert result.data is not None
    assert result.data.tolist() == [[0.0, 1.0], [2.0, 3.0]]
    assert layer.name == "Layer"


def test_values_come_back_as_copies(learner: LocalStudent) -> None:
    learner.define("t = torch.zeros(2)\ndef give(): return t\ndef change(): t.add_(1)")
    first = learner.call("give")
    learner.call("change")
    assert first.data is not None
    assert first.data.tolist() == [0.0, 0.0]
    first.data.add_(5)
    assert learner.value("t").data.tolist() == [1.0, 1.0]  # type: ignore[union-attr]


def test_arguments_go_in_as_copies(learner: LocalStudent) -> None:
    learner.define("def change(x): return x.add_(1)")
    mine = torch.zeros(2)
    assert learner.call("change", mine).data.tolist() == [1.0, 1.0]  # type: ignore[union-attr]
    assert mine.tolist() == [0.0, 0.0]


def test_put_keeps_a_tensor_on_their_side(learner: LocalStudent) -> None:
    learner.define("def change(x): return x.add_(1)")
    mine = torch.zeros(2, dtype=torch.int32)
    held = learner.put(mine)
    assert (held.now().data.tolist(), held.now().dtype) == ([0, 0], "int32")  # type: ignore[union-attr]
    learner.call("change", held)
    assert held.now().data.tolist() == [1, 1]  # type: ignore[union-attr]
    assert mine.tolist() == [0, 0]


def test_put_transposed_is_not_contiguous(learner: LocalStudent) -> None:
    learner.define("def look(x): return torch.tensor([*x.stride(), x.is_contiguous()])")
    matrix = torch.arange(6).view(2, 3)
    held = learner.put(matrix, layout="transposed")
    assert held.now().data.tolist() == matrix.tolist()  # type: ignore[union-attr]
    assert learner.call("look", held).data.tolist() == [1, 2, 0]  # type: ignore[union-attr]
    assert learner.call("look", learner.put(matrix)).data.tolist() == [3, 1, 1]  # type: ignore[union-attr]


def test_overwrite_writes_into_a_result(learner: LocalStudent) -> None:
    learner.define("t = torch.zeros(2)\ndef give(): return t")
    learner.overwrite(learner.call("give"), torch.tensor([3.0, 4.0]))
    assert learner.value("t").data.tolist() == [3.0, 4.0]  # type: ignore[union-attr]


def test_things_may_be_arguments(learner: LocalStudent, layer: Thing) -> None:
    learner.define("def rows(layer): return len(layer.table.weight)")
    assert learner.call("rows", layer).value == 4


@pytest.mark.parametrize(
    ("what", "names"),
    [
        ("parameters", ["table.weight"]),
        ("buffers", ["ids"]),
        ("state_dict", ["table.weight", "twin.weight"]),
        ("loose", ["loose"]),
        ("gradients", []),
    ],
)
def test_a_modules_tensors_by_name(layer: Thing, what: str, names: list[str]) -> None:
    assert [item.name for item in layer.tensors(what)] == names


def test_a_shared_parameter_counts_once(layer: Thing) -> None:
    (table,) = layer.tensors("parameters")
    assert (table.shape, table.tensor.dtype, layer.count_parameters()) == ((4, 2), "float32", 8)


def test_backward_and_gradients(layer: Thing) -> None:
    gradient = torch.tensor([[1.0, 2.0]])
    for _ in range(2):
        layer.backward(layer(1, "cpu"), gradient)
    (found,) = layer.tensors("gradients")
    assert found.tensor.data is not None
    assert found.tensor.data.tolist() == [[2.0, 4.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]
    layer.clear_gradients()
    assert layer.tensors("gradients") == []


def test_train_and_eval(layer: Thing) -> None:
    layer.eval()
    assert layer(2, "cpu").data.tolist() == [[0.0, 10.0], [20.0, 30.0]]  # type: ignore[union-attr]
    layer.train()
    assert layer(2, "cpu").data.tolist() == [[0.0, 1.0], [2.0, 3.0]]  # type: ignore[union-attr]


def test_move_to_a_dtype_and_to_a_device_where_a_cpu_index_is_refused(layer: Thing) -> None:
    layer.move(dtype="float64")
    assert layer(1, "cpu").dtype == "float64"
    layer.move(device="meta")
    assert (layer(1, "meta").device, layer(1, "meta").data) == ("meta", None)
    error = told(lambda: layer(1, torch.device("meta"), one_device=True))
    assert str(error) == (
        "`Layer(1, device(type='meta'))` raised RuntimeError: Expected all tensors to be on the same device, "
        "but found at least two devices, cpu and meta!"
    )


def test_built_on_meta_has_shapes_only(learner: LocalStudent) -> None:
    thing = learner.new("Layer", Make("Config", {"rows": 10**12}), built_on="meta")
    assert thing.count_parameters() == 2 * 10**12


def test_what_the_students_code_raises_is_told_with_the_call(learner: LocalStudent) -> None:
    error = told(lambda: learner.call("shout", 5))
    assert str(error) == "`shout(5)` raised ValueError: 5 is too long."
    assert error.doing == "`shout(5)`"
    assert error.raised == Raised("ValueError", ("ValueError", "Exception", "BaseException"), "5 is too long", True)


def test_an_exception_without_a_message_is_told_by_its_name(learner: LocalStudent) -> None:
    learner.define("def f(): raise LookupError")
    assert str(told(lambda: learner.call("f"))) == "`f()` raised LookupError."


@pytest.mark.parametrize("body", ["None", "3", "'text'", "[1]", "torch.ones(1)", "ValueError()"])
def test_new_refuses_what_is_no_object(learner: LocalStudent, body: str) -> None:
    learner.define(f"def Maker(): return {body}")
    assert str(told(lambda: learner.new("Maker"))) == "`Maker()` raised TypeError: it built no object."


def test_a_name_that_is_not_there(learner: LocalStudent) -> None:
    assert learner.has("Layer") is True
    assert learner.has("Nothing") is False
    assert str(told(lambda: learner.new("Nothing"))) == "`Nothing()` raised KeyError: 'Nothing'."
    assert str(told(lambda: learner.value("Nothing"))) == "reading Nothing raised KeyError: 'Nothing'."


def test_define_that_fails_says_what_was_tried(learner: LocalStudent) -> None:
    error = told(lambda: learner.define("1 / 0"))
    assert str(error) == "filling in the reference raised ZeroDivisionError: division by zero."


def test_replace_puts_the_reference_in_place(learner: LocalStudent) -> None:
    with pytest.raises(LookupError, match=r"^no reference is known to this student$"):
        learner.replace("shout")
    learner.reference = lambda names: "\n".join(f"def {name}(n): return 'reference'" for name in names)
    learner.replace("shout")
    assert learner.call("shout", 1).value == "reference"


def test_state_is_what_code_can_change_for_all(learner: LocalStudent) -> None:
    before = learner.state()
    learner.define("def draw(): return torch.rand(1)")
    kept = torch.get_rng_state()
    learner.call("draw")
    after = learner.state()
    torch.set_rng_state(kept)
    assert {key for key in before if before[key] != after[key]} == {"torch's random state"}


def test_speech_is_noted(learner: LocalStudent) -> None:
    learner.define("def loud():\n    print('x')\n    return 1\ndef quiet(): return 1")
    assert [learner.call(name).spoke for name in ("loud", "quiet")] == [True, False]


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("torch.ones(1, 5, 8)", "a tensor of shape (1, 5, 8)"),
        ("None", "None"),
        ("2.5", "2.5"),
        ("True", "True"),
        ("'five'", "a string"),
        ("[1]", "a list"),
        ("(1,)", "a tuple"),
        ("{}", "a dict"),
        ("torch.ones(1).numpy()", "a ndarray"),
        ("ValueError('no')", "a ValueError (returned, not raised)"),
        ("IndexError('no')", "an IndexError (returned, not raised)"),
        ("10**5000", "an int"),
    ],
)
def test_results_are_described_in_words(learner: LocalStudent, expression: str, words: str) -> None:
    learner.define(f"def f(): return {expression}")
    assert learner.call("f").describe() == words


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        ((), "`f()`"),
        ((3, "cpu"), "`f(3, 'cpu')`"),
        ((torch.ones(2, 5),), "`f(a tensor of shape (2, 5))`"),
        ((Make("Config", {"rows": 4, "columns": 2}),), "`f(Config(rows=4, columns=2))`"),
        ((torch.device("meta"),), "`f(device(type='meta'))`"),
    ],
)
def test_calls_are_shown_as_a_student_would_write_them(args: tuple[Any, ...], shown: str) -> None:
    assert shown_call("f", args) == shown


def test_held_tensors_and_things_are_shown_by_a_word(learner: LocalStudent, layer: Thing) -> None:
    assert shown_call("f", (learner.put(torch.ones(1)), layer)) == "`f(idx, Layer)`"


def test_arguments_are_encoded_as_the_protocol_says(learner: LocalStudent, layer: Thing) -> None:
    tensor = torch.ones(1)
    assert encode(tensor) == {"kind": "tensor", "value": tensor, "layout": "plain"}
    assert encode(torch.device("meta")) == {"kind": "device", "device": "meta"}
    assert encode(layer) == {"kind": "object", "handle": layer.handle}
    assert encode(learner.put(tensor)) == {"kind": "object", "handle": layer.handle + 1}
    assert encode(Make("Config", {"rows": 4})) == {"kind": "make", "name": "Config", "fields": {"rows": 4}}
    assert encode("cpu") == {"kind": "plain", "value": "cpu"}


def test_a_result_knows_nothing_that_was_not_told() -> None:
    assert Result("none") == Result(
        kind="none",
        handle=None,
        dtype="",
        shape=(),
        device="",
        requires_grad=False,
        data=None,
        value=None,
        type_name="",
    )
