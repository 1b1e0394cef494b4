"""A mistake is paid for once: later tasks that use a wrong answer are judged with the reference in its place, and what
a submission lacks is filled in."""

from __future__ import annotations

import dataclasses
import functools

import pytest
from helpers import ROOT

from autograder.course import Course
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge
from autograder.student.local import LocalStudent, module_namespace
from autograder.verdict import Outcome, TaskVerdict

COURSE = Course(ROOT)
LEARNED, FIXED = "learned_positions", "sinusoidal_positions"

# Wrong positions with a right cap, in ways that reach the later tasks.
WRONG_POSITIONS = {
    "from one": "self.table(torch.arange(T, device=device) + 1)",
    "zeros": "torch.zeros(T, self.C, device=device)",
    "scaled": "2 * self.table(torch.arange(T, device=device))",
    "detached": "self.table(torch.arange(T, device=device)).detach()",
    "transposed": "self.table(torch.arange(T, device=device)).t()",
    "nothing": "None",
    "own error": "self.not_there",
}
POSITIONS = """
class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size, self.C = config.block_size, config.n_embd
        self.table = nn.Embedding(config.block_size + 2, config.n_embd)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"{T} positions are more than {self.block_size}")
        return RESULT
"""
WRONG_TABLES = {
    "cosine in every column": "return torch.arange(max_len)[:, None].float().cos().repeat(1, d_model)",
    "from one": "return right(max_len + 1, d_model)[1:]",
    "transposed": "return right(max_len, d_model).t()",
    "float64": "return right(max_len, d_model).double() * 2",
    "not written": "raise NotImplementedError()",
    "none": "return None",
}


@functools.cache
def judge(slug: str) -> Judge:
    return Judge(load_exam(COURSE, slug), COURSE.settings())


def reference(slug: str, *tasks: str) -> str:
    assignment = judge(slug).exam.assignment
    return "\n\n".join(assignment.task(task).answer for task in tasks)


def verdicts(slug: str, code: str, *tasks: str) -> list[TaskVerdict]:
    namespace = module_namespace(judge(slug).exam.assignment.given, code, "<submission>")
    return [judge(slug).task(task, LocalStudent(namespace)) for task in tasks]


@pytest.mark.parametrize("result", WRONG_POSITIONS.values(), ids=WRONG_POSITIONS)
def test_a_wrong_positional_embedding_leaves_fusion_fully_judged(result: str) -> None:
    code = POSITIONS.replace("RESULT", result) + "\n\n" + reference(LEARNED, "fusion", "crop", "quiz")
    lookup, cap, crop, fusion, quiz = verdicts(LEARNED, code, "lookup", "block_size_cap", "crop", "fusion", "quiz")
    assert lookup.score < lookup.max_score
    assert [(v.score, v.max_score) for v in (cap, crop, fusion, quiz)] == [(4, 4), (2, 2), (6, 6), (2, 2)]
    assert [check.outcome for check in fusion.checks] == [Outcome.PASSED] * len(fusion.checks)
    assert [v.follow_through for v in (lookup, cap, crop, fusion, quiz)] == [False, False, False, True, False]


def test_an_own_mistake_in_fusion_is_still_paid_for_and_named() -> None:
    wrong = """
class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.token = TokenEmbedding(config)
        self.position = PositionalEmbedding(config)

    def forward(self, idx):
        return self.token(idx) + self.position(idx.shape[1], idx.device).detach()
"""
    code = POSITIONS.replace("RESULT", WRONG_POSITIONS["from one"]) + wrong
    (fusion,) = verdicts(LEARNED, code, "fusion")
    assert (fusion.score, fusion.follow_through) == (5.0, True)
    assert fusion.misconceptions == ("detached_position_vectors",)


@pytest.mark.parametrize("cap", ["pass", "raise IndexError(T)", "T = self.block_size"])
def test_a_wrong_cap_costs_nothing_but_the_cap(cap: str) -> None:
    right = POSITIONS.replace("config.block_size + 2", "config.block_size")
    right = right.replace("RESULT", "self.table(torch.arange(T, device=device))")
    code = right.replace('raise ValueError(f"{T} positions are more than {self.block_size}")', cap)
    code += "\n\n" + reference(LEARNED, "fusion")
    lookup, capped, fusion = verdicts(LEARNED, code, "lookup", "block_size_cap", "fusion")
    assert (lookup.score, fusion.score, fusion.follow_through) == (6.0, 6.0, False)
    assert capped.score == 0.0


@pytest.mark.parametrize("body", WRONG_TABLES.values(), ids=WRONG_TABLES)
def test_a_wrong_table_leaves_the_input_layer_fully_judged(body: str) -> None:
    right = reference(FIXED, "sinusoidal").replace("sinusoidal_pe", "right")
    code = f"{right}\n\ndef sinusoidal_pe(max_len, d_model):\n    {body}\n\n" + reference(FIXED, "transformer_input")
    table, layer = verdicts(FIXED, code, "sinusoidal", "transformer_input")
    assert table.score < table.max_score / 2
    assert (layer.score, layer.max_score, layer.follow_through) == (5.0, 5.0, True)


@pytest.mark.parametrize(
    ("slug", "task"),
    [
        (slug, task)
        for slug, tasks in {
            LEARNED: ("lookup", "block_size_cap", "crop", "fusion", "quiz"),
            FIXED: ("sinusoidal", "offset_rotation", "wavelengths", "transformer_input", "quiz"),
        }.items()
        for task in tasks
    ],
)
def test_each_task_can_be_answered_alone(slug: str, task: str) -> None:
    """What it needs of the others is filled in, and is no follow-through: there is no mistake to follow."""
    (verdict,) = verdicts(slug, reference(slug, task), task)
    assert (verdict.score, verdict.follow_through) == (verdict.max_score, False)


def test_a_task_that_is_lacking_is_not_judged_and_says_so() -> None:
    lookup, fusion = verdicts(LEARNED, reference(LEARNED, "fusion"), "lookup", "fusion")
    assert (lookup.attempted, lookup.score, fusion.score) == (False, 0.0, 6.0)
    assert {check.outcome for check in lookup.checks} == {Outcome.NOT_JUDGED}
    assert {check.message for check in lookup.checks} == {"Not attempted: `PositionalEmbedding` is not defined."}


@pytest.mark.parametrize("slug", [LEARNED, FIXED])
def test_what_is_not_judged_earns_nothing_and_names_the_failed_check(slug: str) -> None:
    """For every known wrong answer, of every task: one cause, one message."""
    exam = judge(slug).exam
    before = exam.assignment.all_answers
    plain = Judge(dataclasses.replace(exam, specimens=()), COURSE.settings())  # no surveys: none is named here
    for specimen in exam.specimens:
        namespace = module_namespace(f"{exam.assignment.given}\n\n{before}", specimen.code, specimen.name)
        verdict = plain.task(specimen.task, LocalStudent(namespace))
        titles = {c.check: c.title for c in verdict.checks if c.outcome is not Outcome.PASSED}
        needs = {check.name: check.needs for check in exam.checks_of(specimen.task)}
        for check in verdict.checks:
            lost = [titles[need] for need in needs[check.check] if need in titles]
            assert (check.outcome is Outcome.NOT_JUDGED) == bool(lost), (specimen.name, check.check)
            if lost:
                assert (check.points, check.message) == (0.0, f"Not judged: it depends on “{lost[0]}”")
