"""Verdicts do not depend on the hidden inputs that a secret draws, nor on where the code runs, nor on chance."""

from __future__ import annotations

import dataclasses
import functools
import random
from collections.abc import Iterator

import hypothesis
import numpy as np
import pytest
import torch
from helpers import ROOT
from hypothesis import given
from hypothesis import strategies as st

from autograder.course import Course, Settings
from autograder.judging.exam import Exam, Specimen, load_exam
from autograder.judging.judge import Judge
from autograder.sandbox.client import Sandbox
from autograder.sandbox.isolation import best
from autograder.sandbox.limits import Limits
from autograder.student.local import LocalStudent, module_namespace
from autograder.student.sandboxed import SandboxedStudent
from autograder.verdict import Outcome, TaskVerdict

COURSE = Course(ROOT)
LEARNED, FIXED = "learned_positions", "sinusoidal_positions"
SLUGS = (LEARNED, FIXED)
secrets = st.text(st.characters(codec="utf-8"), max_size=20)
SHARE = hypothesis.settings().max_examples / 100


def few(examples: int) -> hypothesis.settings:
    """So many examples in the gate, and in proportion where a larger profile is chosen."""
    return hypothesis.settings(max_examples=max(2, round(examples * SHARE)))


@functools.cache
def exam(slug: str) -> Exam:
    return load_exam(COURSE, slug)


@functools.cache
def named(slug: str) -> Judge:
    """One judge for all, as its surveys of specimens cost seconds."""
    return Judge(exam(slug), COURSE.settings())


def unnamed(slug: str, secret: str) -> Judge:
    """A judge with this secret that names no misconception, and needs no surveys for it."""
    return Judge(dataclasses.replace(exam(slug), specimens=()), Settings(secret=secret))


def local(slug: str, code: str) -> LocalStudent:
    return LocalStudent(module_namespace(f"{exam(slug).assignment.given}\n\n", code, "<submission>"))


def outcomes(verdict: TaskVerdict) -> list[tuple[str, Outcome]]:
    return [(check.check, check.outcome) for check in verdict.checks]


def rights() -> Iterator[tuple[str, str]]:
    for slug in SLUGS:
        yield slug, "reference"
        yield from ((slug, path.stem) for path in COURSE.alternatives(slug))


def right_answer(slug: str, name: str) -> str:
    if name == "reference":
        return exam(slug).assignment.all_answers
    return (COURSE.reference_text(slug).parent / "alternatives" / f"{name}.py").read_text()


answers = st.sampled_from([*rights()])
specimens = st.sampled_from([(slug, specimen) for slug in SLUGS for specimen in exam(slug).specimens])


@few(40)
@given(answers, secrets, secrets)
def test_a_right_answer_gets_full_marks_whatever_is_drawn(answer: tuple[str, str], secret: str, key: str) -> None:
    slug, name = answer
    student, judge = local(slug, right_answer(slug, name)), unnamed(slug, secret)
    verdicts = [judge.task(task.name, student, key) for task in exam(slug).assignment.tasks]
    attempted = [verdict for verdict in verdicts if verdict.attempted]
    assert attempted != []
    for verdict in attempted:
        assert [row for row in outcomes(verdict) if row[1] is not Outcome.PASSED] == []
        assert not verdict.follow_through


@few(60)
@given(specimens, secrets, secrets)
def test_a_wrong_answer_fails_the_same_checks_whatever_is_drawn(
    row: tuple[str, Specimen], secret: str, key: str
) -> None:
    slug, specimen = row
    code = f"{exam(slug).assignment.all_answers}\n\n{specimen.code}"
    usual = unnamed(slug, "").task(specimen.task, local(slug, code))
    drawn = unnamed(slug, secret).task(specimen.task, local(slug, code), key)
    assert outcomes(drawn) == outcomes(usual)
    assert drawn.score < drawn.max_score


@few(12)
@given(specimens, secrets)
def test_both_kinds_of_student_get_the_same_verdict(sandbox: Sandbox, row: tuple[str, Specimen], key: str) -> None:
    """To the word: messages, with the numbers in them, and names."""
    slug, specimen = row
    code = f"{exam(slug).assignment.all_answers}\n\n{specimen.code}"
    with SandboxedStudent(sandbox) as there:
        there.run_module(exam(slug).assignment.given)
        there.run_module(code)
        judged = named(slug).task(specimen.task, there, key)
    assert judged == named(slug).task(specimen.task, local(slug, code), key)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(best(), Limits()) as sandbox:
        yield sandbox


# Chance in a student's code

SEEDS = """
import random
import numpy as np
import torch

torch.manual_seed(SEED)
np.random.seed(SEED)
random.seed(SEED)
torch.rand(SEED % 7 + 1), np.random.rand(3), random.random()
"""
DRAWS = """
import functools

def _restless(function):
    @functools.wraps(function)
    def wrapped(*args, **kwargs):
        torch.manual_seed(SEED)
        np.random.seed(SEED)
        random.seed(SEED)
        torch.randn(SEED % 5 + 1), np.random.rand(2), random.random()
        return function(*args, **kwargs)
    return wrapped

"""
# What seeds and draws in each call, or each time that an object is built.
RESTLESS = {
    "lookup": "PositionalEmbedding.forward = _restless(PositionalEmbedding.forward)",
    "block_size_cap": "PositionalEmbedding.__init__ = _restless(PositionalEmbedding.__init__)",
    "crop": "crop_to_block_size = _restless(crop_to_block_size)",
    "fusion": "Embeddings.forward = _restless(Embeddings.forward)",
    "offset_rotation": "offset_rotation = _restless(offset_rotation)",
    "wavelengths": "wavelengths = _restless(wavelengths)",
    "transformer_input": "TransformerInput.forward = _restless(TransformerInput.forward)",
}
WRONG = {
    "lookup": "positions_from_one",
    "block_size_cap": "slice_truncates_silently",
    "crop": "keeps_the_first_tokens",
    "fusion": "token_added_twice",
    "offset_rotation": "reflection_not_rotation",
    "wavelengths": "forgets_two_pi",
    "transformer_input": "token_added_twice",
}


def slug_of(task: str) -> str:
    return next(slug for slug in SLUGS if task in [t.name for t in exam(slug).assignment.tasks])


@pytest.mark.parametrize("seed", [0, 20_171_612])
@pytest.mark.parametrize("task", RESTLESS)
@pytest.mark.parametrize("kind", ["right", "wrong"])
def test_what_a_student_seeds_or_draws_changes_no_word_of_the_verdict(task: str, seed: int, kind: str) -> None:
    """In the cells and in each call; the key of the hidden inputs is held, as other text would draw others."""
    slug = slug_of(task)
    code = exam(slug).assignment.all_answers
    if kind == "wrong":
        specimen = next(s for s in exam(slug).specimens_of(task) if s.name == WRONG[task])
        code += f"\n\n{specimen.code}"
    restless = "\n\n".join((SEEDS, code, DRAWS, RESTLESS[task], SEEDS)).replace("SEED", str(seed))
    quiet = named(slug).task(task, local(slug, code), "key")
    assert named(slug).task(task, local(slug, restless), "key") == quiet
    assert quiet.misconceptions == (() if kind == "right" else (WRONG[task],))


def test_the_generators_of_this_process_play_no_part() -> None:
    """Neither those that a verdict could read, nor those that it would leave changed."""
    code = exam(FIXED).assignment.all_answers + "\n\ndef wavelengths(d_model):\n    return torch.rand(d_model // 2)\n"
    found = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        np.random.seed(seed)
        random.seed(seed)
        before = torch.get_rng_state(), str(np.random.get_state()), random.getstate()
        found.append(named(FIXED).task("wavelengths", local(FIXED, code)))
        after = torch.get_rng_state(), str(np.random.get_state()), random.getstate()
        assert (torch.equal(before[0], after[0]), before[1:] == after[1:]) == (True, True)
    assert found[0] == found[1]
    assert found[0].score == 0.0
