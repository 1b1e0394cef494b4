"""What answers are worth: nothing for nonsense, little for a slip, much for the heart of the task.

Diagnoses cost no points, so the exams here have no specimens: that saves the time of the surveys.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator

import pytest
from helpers import ROOT

from autograder.course import Course
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge
from autograder.student.local import LocalStudent, module_namespace
from autograder.verdict import Outcome, TaskVerdict

COURSE = Course(ROOT)
LEARNED, FIXED = "learned_positions", "sinusoidal_positions"


@functools.cache
def judge(slug: str) -> Judge:
    return Judge(dataclasses.replace(load_exam(COURSE, slug), specimens=()), COURSE.settings())


def marked(slug: str, task: str, code: str) -> TaskVerdict:
    """The verdict on an answer to one task, with the reference's answers to the others."""
    assignment = judge(slug).exam.assignment
    namespace = module_namespace(f"{assignment.given}\n\n{assignment.all_answers}", code, "<submission>")
    return judge(slug).task(task, LocalStudent(namespace))


def given_away(verdict: TaskVerdict) -> list[str]:
    return [f"{check.check} ({check.points:g})" for check in verdict.checks if check.points]


# Bodies of functions and of forward that do nothing of what is asked. SHAPE stands for the right shape.
NONSENSE = {
    "stub": "raise NotImplementedError()",
    "refuses everything": "raise ValueError('this is too long')",
    "asserts": "assert False, 'not yet'",
    "none": "return None",
    "number": "return 0",
    "true": "return True",
    "text": "return 'a tensor'",
    "list": "return [[0.0]]",
    "not a tensor": "return object()",
    "empty tensor": "return torch.empty(0)",
    "uninitialised": "return torch.empty(SHAPE)",
    "zeros": "return torch.zeros(SHAPE)",
    "zeros with a gradient": "return torch.zeros(SHAPE, requires_grad=True)",
    "ones": "return torch.ones(SHAPE)",
    "nan": "return torch.full((SHAPE,), float('nan'))",
    "random": "return torch.rand(SHAPE)",
    "random normal": "return torch.randn(SHAPE)",
    "random, the same each time": "return torch.rand(SHAPE, generator=torch.Generator().manual_seed(1))",
    "random signs": "return torch.randint(2, (SHAPE,)) * 2.0 - 1",
    "a straight line": "return torch.linspace(-1, 1, torch.zeros(SHAPE).numel()).reshape(SHAPE)",
    "counting": "return torch.arange(torch.zeros(SHAPE).numel()).reshape(SHAPE)",
}

# By task: the frame of an answer, the right shape, and what an echo of the arguments may be.
FRAMES = {
    (LEARNED, "lookup"): (
        "class PositionalEmbedding(nn.Module):\n"
        "    def __init__(self, config):\n        super().__init__()\n        self.C = config.n_embd\n\n"
        "    def forward(self, T, device):\n        BODY\n",
        "T, self.C",
        ("T", "torch.arange(T, device=device)", "torch.arange(T, device=device)[:, None].expand(T, self.C).float()"),
    ),
    (LEARNED, "crop"): (
        "def crop_to_block_size(idx, block_size):\n    BODY\n",
        "len(idx), min(idx.shape[1], block_size)",
        ("idx", "idx.clone()", "block_size", "idx[:0]", "idx[:, :0]"),
    ),
    (LEARNED, "fusion"): (
        "class Embeddings(nn.Module):\n"
        "    def __init__(self, config):\n        super().__init__()\n        self.C = config.n_embd\n\n"
        "    def forward(self, idx):\n        BODY\n",
        "*idx.shape, self.C",
        ("idx", "idx.float()[..., None].expand(*idx.shape, self.C)"),
    ),
    (FIXED, "sinusoidal"): (
        "def sinusoidal_pe(max_len, d_model):\n    BODY\n",
        "max_len, d_model",
        (
            "max_len",
            "torch.arange(max_len)",
            "torch.arange(max_len).float()[:, None].expand(max_len, d_model)",
            "(torch.arange(max_len) / max_len)[:, None].expand(max_len, d_model).clone()",
            "torch.eye(max_len, d_model)",
        ),
    ),
    (FIXED, "offset_rotation"): (
        "def offset_rotation(k, d_model):\n    BODY\n",
        "d_model, d_model",
        ("k", "torch.eye(d_model)", "k * torch.eye(d_model)", "torch.eye(d_model).roll(k, 0)"),
    ),
    (FIXED, "wavelengths"): (
        "def wavelengths(d_model):\n    BODY\n",
        "d_model // 2",
        ("d_model", "torch.arange(d_model // 2)", "torch.arange(0, d_model, 2) / d_model"),
    ),
    (FIXED, "transformer_input"): (
        "class TransformerInput(nn.Module):\n"
        "    def __init__(self, vocab_size, d_model, max_len):\n"
        "        super().__init__()\n        self.C = d_model\n\n"
        "    def forward(self, token_ids):\n        BODY\n",
        "*token_ids.shape, self.C",
        ("token_ids", "token_ids.float()[..., None].expand(*token_ids.shape, self.C)"),
    ),
}
FRAMES[LEARNED, "block_size_cap"] = FRAMES[LEARNED, "lookup"]

WRONG_OBJECTS = {
    "not written": "class NAME(nn.Module):\n    def __init__(self, *sizes):\n        raise NotImplementedError()\n",
    "empty module": "class NAME(nn.Module):\n    def __init__(self, *sizes):\n        super().__init__()\n",
    "super().__init__ forgotten": "class NAME(nn.Module):\n    def __init__(self, *sizes):\n        self.x = sizes\n",
    "identity": "class NAME(nn.Identity):\n    pass\n",
    "no module": "class NAME:\n    def __init__(self, *sizes):\n        pass\n\n"
    "    def __call__(self, *x):\n        return x[0]\n",
    "a function": "def NAME(*sizes):\n    return lambda *x: x[0]\n",
    "none": "NAME = None\n",
    "a linear layer": "class NAME(nn.Module):\n    def __init__(self, *sizes):\n        super().__init__()\n"
    "        self.layer = nn.Linear(4, 4)\n\n    def forward(self, *x):\n        return self.layer(torch.rand(3, 4))\n",
}

# Modules that learn what they should and do nothing with it; and the checks that this passes.
BEGUN = {
    (LEARNED, "lookup"): (
        FRAMES[LEARNED, "lookup"][0].replace(
            "self.C =", "self.table = nn.Embedding(config.block_size, config.n_embd)\n        self.C ="
        ),
        "T, self.C",
        ("learns_a_table (0.75)", "learns_nothing_else (0.5)"),
    ),
    (LEARNED, "fusion"): (
        FRAMES[LEARNED, "fusion"][0].replace(
            "self.C =",
            "self.token, self.position = TokenEmbedding(config), PositionalEmbedding(config)\n        self.C =",
        ),
        "*idx.shape, self.C",
        ("learns_two_tables (0.5)", "learns_nothing_else (0.5)"),
    ),
    (FIXED, "transformer_input"): (
        FRAMES[FIXED, "transformer_input"][0].replace(
            "self.C =", "self.table = nn.Embedding(vocab_size, d_model)\n        self.C ="
        ),
        "*token_ids.shape, self.C",
        ("learns_a_token_table (0.25)", "learns_nothing_else (0.25)"),
    ),
}


def nonsense(slug: str, task: str) -> Iterator[tuple[str, str]]:
    """What kind of nonsense, and its code."""
    frame, shape, echoes = FRAMES[slug, task]
    for kind, body in NONSENSE.items():
        yield kind, frame.replace("BODY", body).replace("SHAPE", shape)
    for echo in echoes:
        yield f"echo: {echo}", frame.replace("BODY", f"return {echo}")
    if frame.startswith("class"):
        name = frame.split("(")[0].removeprefix("class ")
        for kind, code in WRONG_OBJECTS.items():
            yield kind, code.replace("NAME", name)


@pytest.mark.parametrize(("slug", "task"), FRAMES)
def test_nonsense_earns_nothing(slug: str, task: str) -> None:
    verdicts = {kind: marked(slug, task, code) for kind, code in nonsense(slug, task)}
    assert len(verdicts) >= len(NONSENSE) + 3
    assert {kind: given_away(verdict) for kind, verdict in verdicts.items() if verdict.score} == {}


@pytest.mark.parametrize(("slug", "task", "most"), [(slug, task, most) for (slug, task), (_, _, most) in BEGUN.items()])
def test_the_right_parameters_alone_earn_a_quarter_at_most(slug: str, task: str, most: tuple[str, ...]) -> None:
    """`__init__` is right and forward is nonsense: that is worth the checks on what is learned, and no other."""
    frame, shape, _ = BEGUN[slug, task]
    for body in NONSENSE.values():
        verdict = marked(slug, task, frame.replace("BODY", body).replace("SHAPE", shape))
        assert given_away(verdict) == list(most), body
        assert verdict.score <= verdict.max_score / 4


@pytest.mark.parametrize("slug", [LEARNED, FIXED])
def test_the_same_letter_for_every_question_is_worth_what_guessing_is(slug: str) -> None:
    names = judge(slug).exam.assignment.task("quiz").names
    for value in ("'a'", "'b'", "'c'", "'d'"):
        assert marked(slug, "quiz", "".join(f"{name} = {value}\n" for name in names)).score == 0.5
    for value in ("None", "'e'", "'abcd'", "''", "1", "['a', 'b', 'c', 'd']", "lambda: 'a'", "object()"):
        assert marked(slug, "quiz", "".join(f"{name} = {value}\n" for name in names)).score == 0.0


# The check that is the heart of a task: who fails it, or is not judged in it for want of what it needs, has not done
# the task; who passes it has slipped at most.
HEARTS = {
    (LEARNED, "lookup"): "rows_follow_the_table",
    (LEARNED, "block_size_cap"): "too_long_is_refused",
    (LEARNED, "crop"): "keeps_the_last_tokens",
    (LEARNED, "fusion"): "adds_token_and_position",
    (FIXED, "sinusoidal"): "follows_the_formula",
    (FIXED, "offset_rotation"): "carries_each_row_to_the_next",
    (FIXED, "wavelengths"): "one_turn_of_each_pair",
    (FIXED, "transformer_input"): "adds_the_encoding",
}
CUT_GRADIENTS = {
    (LEARNED, "lookup"): ("detached_rows", "no_grad_around_the_lookup", "data_attribute_cuts_gradient", "frozen_table"),
    (LEARNED, "fusion"): ("detached_sum", "detached_token_vectors", "detached_position_vectors"),
    (FIXED, "transformer_input"): ("token_vectors_detached",),
}


@pytest.mark.parametrize(("slug", "task"), HEARTS)
def test_a_slip_costs_less_than_half_and_a_wrong_core_more(slug: str, task: str) -> None:
    verdicts = specimen_verdicts(slug, task)
    most = judge(slug).exam.assignment.task(task).points
    for name, verdict in verdicts.items():
        passed = {check.check for check in verdict.checks if check.outcome is Outcome.PASSED}
        slipped = HEARTS[slug, task] in passed
        assert (verdict.score < most, verdict.score > most / 2, slipped) == (True, slipped, slipped), name
    between = [name for name, verdict in verdicts.items() if 0 < verdict.score < most]
    assert between != []
    for name in CUT_GRADIENTS.get((slug, task), ()):
        assert most / 2 < verdicts[name].score < most


def specimen_verdicts(slug: str, task: str) -> dict[str, TaskVerdict]:
    """The verdict on each known wrong answer to a task, by its name."""
    specimens = load_exam(COURSE, slug).specimens_of(task)
    return {specimen.name: marked(slug, task, specimen.code) for specimen in specimens}
