"""Who grades the grader must notice when it is wrong, and say where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import IPython.core.interactiveshell  # noqa: F401 - here once, and not in each worker
import pytest
from helpers import find, release, save
from mini import PICTURE

from autograder.auditing.run import audit_course
from autograder.auditing.verify import Audit
from autograder.authoring import build as building
from autograder.course import CONFIG, Course
from autograder.errors import AuthoringError

CHECKS = "autograder/checks/double/tensors.py"
QUIZ = "autograder/checks/double/quiz.py"
SPECIMENS = "autograder/specimens/double"
REFERENCE = "solutions/double/reference.py"
ALTERNATIVE = "solutions/double/alternatives/adds_itself.py"
SOLVED, UNSOLVED = "source/double/double.ipynb", "release/double/double.ipynb"
STALE = "it is not what assignments/double/assignment.py gives. Run `autograder build double`."

Edit = Callable[[str, str, str], None]
AddSpecimen = Callable[..., None]


@pytest.fixture
def audit(built: Course) -> Callable[[], Audit]:
    """Verifies the course as it is now, as the program does."""
    return lambda: audit_course(built, ["double"], 1)[0]


def test_all_is_well(audit: Callable[[], Audit]) -> None:
    found = audit()
    assert found.faults == ()
    assert found.ok
    assert found.counts == {"reference": 1, "unsolved": 1, "solved": 1, "alternative": 1, "specimen": 8}


def test_each_specimen_is_known_by_its_name_and_each_check_rejects_one(audit: Callable[[], Audit]) -> None:
    found = audit()
    specimens = [finding for finding in found.findings if finding.kind == "specimen"]
    assert [finding.names for finding in specimens] == [(Path(finding.file).stem,) for finding in specimens]
    assert {check for finding in specimens for check in finding.rejecting} == {
        ("double", "doubles"),
        ("double", "changes_nothing"),
        ("double", "keeps_the_dtype"),
        ("quadruple", "quadruples"),
        ("quadruple", "takes_one_number"),
        ("quiz", "sign"),
        ("quiz", "zero"),
    }


def test_its_json_form(audit: Callable[[], Audit]) -> None:
    row = json.loads(json.dumps(audit().to_dict()))
    assert (row["assignment"], row["faults"], row["counts"]["specimen"]) == ("double", [], 8)
    assert row["findings"][0] == {
        "kind": "reference",
        "file": REFERENCE,
        "faults": [],
        "rejecting": [],
        "names": [],
        "pictures": [],
    }
    assert row["findings"][-1] == {
        "kind": "specimen",
        "file": f"{SPECIMENS}/quiz/zero_grows.py",
        "faults": [],
        "rejecting": [["quiz", "zero"]],
        "names": ["zero_grows"],
        "pictures": [],
    }


def test_a_check_that_was_emptied(audit: Callable[[], Audit], edit: Edit) -> None:
    edit(
        CHECKS,
        """    result = student.call("double", torch.tensor([1, 2]))
    expect.dtype(result, "int64", otherwise="Look for a number type that you name.")
""",
        "",
    )
    why = "Not judged: the check expects nothing. This is not your fault."
    right = f"a right answer: check keeps_the_dtype of double not judged: {why}"
    doubt = f"check keeps_the_dtype of double: {why}"
    faults = audit().faults
    for file in (REFERENCE, SOLVED, ALTERNATIVE):
        assert [fault for fault in faults if fault.startswith(file)] == [f"{file}: {doubt}", f"{file}: {right}"]
    assert f"{SPECIMENS}/double/always_float.py: it is diagnosed as no misconception (failed: )" in faults
    assert "autograder/checks/double: check keeps_the_dtype of double rejects no specimen" in faults


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("2 * x", "2 * x", ""),
        ("2 * x", "2 * y", "stops with NameError: name 'y' is not defined"),
        ("2 * x", "2 * x.reshape(4, 1)", "shows something else of the reference than what it calls right"),
        ("2 * x", "3 * x", "shows something else of the reference than what it calls right"),
        ("torch.arange(4.0).reshape(2, 2)", "torch.zeros(2, 0)", "is drawn of no specimen"),
    ],
)
def test_a_picture_that_nobody_can_use(
    built: Course, audit: Callable[[], Audit], old: str, new: str, fault: str
) -> None:
    (built.checks("double") / "pictures.py").write_text(PICTURE.replace(old, new), encoding="utf-8")
    wanted = (f"autograder/checks/double: picture doubled of double {fault}",) if fault else ()
    assert audit().faults == wanted


def test_a_picture_where_hints_are_short_is_seen_of_none(built: Course, audit: Callable[[], Audit]) -> None:
    (built.checks("double") / "pictures.py").write_text(PICTURE, encoding="utf-8")
    config = built.root / CONFIG
    config.write_text(config.read_text(encoding="utf-8") + 'c.Autograder.hints = "hint"\n', encoding="utf-8")
    assert audit().faults == ()


def test_a_picture_and_a_reference_that_stops(built: Course, audit: Callable[[], Audit]) -> None:
    (built.checks("double") / "pictures.py").write_text(PICTURE, encoding="utf-8")
    reference = built.root / REFERENCE
    text = reference.read_text(encoding="utf-8")
    reference.write_text(text.replace("def double(x):", "print(nothing)\n\n\ndef double(x):", 1), encoding="utf-8")
    faults = audit().faults
    why = "stops with NameError: name 'nothing' is not defined"
    assert f"autograder/checks/double: picture doubled of double {why}" in faults
    assert (
        f"{REFERENCE}: it could not be graded: the module stopped with NameError: name 'nothing' is not defined"
        in faults
    )


def test_a_check_that_accepts_everything(audit: Callable[[], Audit], edit: Edit) -> None:
    edit(
        CHECKS,
        'expect.dtype(result, "int64", otherwise="Look for a number type that you name.")',
        'expect.true(True, seen="", otherwise="")',
    )
    assert audit().faults == (
        f"{SPECIMENS}/double/always_float.py: a wrong answer gets full marks in double",
        "autograder/checks/double: check keeps_the_dtype of double rejects no specimen",
    )


def test_a_check_that_rejects_right_answers(audit: Callable[[], Audit], edit: Edit) -> None:
    edit(CHECKS, "expect.close(result, torch.tensor(6.0)", "expect.close(result, torch.tensor(7.0)")
    why = "a right answer: check takes_one_number of quadruple failed: "
    faults = [fault for fault in audit().faults if why in fault]
    assert [fault.split(why)[0] for fault in faults] == [f"{file}: " for file in (REFERENCE, SOLVED, ALTERNATIVE)]
    assert [fault.endswith(" Four times 1.5 is 6.") for fault in faults] == [True, True, True]


def test_a_check_that_breaks(audit: Callable[[], Audit], edit: Edit) -> None:
    edit(CHECKS, 'expect.dtype(result, "int64"', 'expect.dtyp(result, "int64"')
    faults = [fault for fault in audit().faults if fault.startswith(REFERENCE)]
    assert faults[0] == (
        f"{REFERENCE}: check keeps_the_dtype of double: Not judged: the check itself failed (AttributeError: "
        "module 'autograder.judging.expect' has no attribute 'dtyp'). This is not your fault."
    )


def test_a_check_that_rejects_nothing(audit: Callable[[], Audit], built: Course) -> None:
    (built.specimens("double") / "quiz" / "zero_grows.py").unlink()
    assert audit().faults == ("autograder/checks/double: check zero of quiz rejects no specimen",)


NEEDLESS = """

@check(task="double", points=0.5, needs=(doubles,){})
def changes_no_zeros(student, draw):
    \"""Zeros stay too.\"""
    held = student.put(torch.ones(2))
    student.call("double", held)
    expect.equal(held.now(), torch.ones(2), otherwise="Look for what writes into the argument.")
"""


@pytest.fixture
def add_double(built: Course, edit: Edit) -> Callable[[str], None]:
    """`add_double(more)` writes a check that rejects what another one rejects, with `more` in its decorator."""

    def add(more: str = "") -> None:
        path = built.root / CHECKS
        path.write_text(path.read_text() + NEEDLESS.format(more))
        edit(CHECKS, "points=1)\ndef doubles", "points=0.5)\ndef doubles")
        building.write(built, building.build(built, "double"))

    return add


def test_two_checks_that_reject_the_same(audit: Callable[[], Audit], add_double: Callable[[str], None]) -> None:
    add_double("")
    why = 'rejects no specimen that no other check rejects. Write one, or say in its @check(…) why it stays: double="…"'
    assert audit().faults == (
        f"autograder/checks/double: check changes_nothing of double {why}",
        f"autograder/checks/double: check changes_no_zeros of double {why}",
    )


def test_a_deliberate_double(audit: Callable[[], Audit], add_double: Callable[[str], None], edit: Edit) -> None:
    add_double(', double="zeros are a case that students ask about"')
    edit(
        CHECKS,
        "points=0.5, needs=(doubles,))\ndef changes_nothing",
        "points=0.5, needs=(doubles,), double='x')\ndef changes_nothing",
    )
    assert audit().faults == ()


def test_a_check_that_is_no_double(audit: Callable[[], Audit], edit: Edit) -> None:
    edit(QUIZ, "points=0.5)\ndef zero", "points=0.5, double='it looks alike')\ndef zero")
    assert audit().faults == (
        "autograder/checks/double: check zero of quiz is declared a double, and alone rejects zero_grows",
    )


def test_a_specimen_that_was_made_right(audit: Callable[[], Audit], edit: Edit) -> None:
    edit(f"{SPECIMENS}/double/squares.py", "return x * x", "return 2 * x")
    assert audit().faults == (f"{SPECIMENS}/double/squares.py: a wrong answer gets full marks in double",)


def test_specimens_that_show_each_others_mistakes(audit: Callable[[], Audit], edit: Edit) -> None:
    edit(f"{SPECIMENS}/double/squares.py", "return x * x", "return x + 2")
    assert audit().faults == (
        f"{SPECIMENS}/double/adds_two.py: it is diagnosed as no misconception (failed: doubles)",
        f"{SPECIMENS}/double/squares.py: it is diagnosed as no misconception (failed: doubles)",
    )


def test_a_specimen_with_the_diagnosis_of_another(
    audit: Callable[[], Audit], add_specimen: AddSpecimen, built: Course
) -> None:
    add_specimen("double", "adds_two_too", "def double(x):\n    return x + 2\n")
    (built.specimens("double") / "double" / "adds_two.py").rename(built.specimens("double") / "double" / "z.py")
    faults = audit().faults
    assert [fault.split(": ", 1)[0] for fault in faults] == [
        f"{SPECIMENS}/double/adds_two_too.py",
        f"{SPECIMENS}/double/z.py",
    ]
    assert all("it is diagnosed as " in fault for fault in faults)


def test_specimens_that_cannot_be_told_apart_have_to_say_so(
    audit: Callable[[], Audit], add_specimen: AddSpecimen, edit: Edit
) -> None:
    code = "def double(x):\n    return 2 + x\n"
    add_specimen("double", "plus_two", code)
    unknown = "it is diagnosed as no misconception (failed: doubles)"
    assert audit().faults == (
        f"{SPECIMENS}/double/adds_two.py: {unknown}",
        f"{SPECIMENS}/double/plus_two.py: {unknown}",
    )
    edit(f"{SPECIMENS}/double/adds_two.py", "what 10 becomes.", "what 10 becomes.\n\nSame as: plus_two")
    add_specimen("double", "plus_two", code, "adds_two")
    assert audit().faults == ()


def test_a_specimen_that_is_wrong_elsewhere_too(audit: Callable[[], Audit], add_specimen: AddSpecimen) -> None:
    code = "def double(x):\n    return x + 3\n\n\ndef quadruple(x):\n    return x + 5\n"
    add_specimen("double", "adds_three", code)
    assert audit().faults == (
        f"{SPECIMENS}/double/adds_three.py: it loses marks in quadruple too (failed: quadruples)",
    )


def test_a_specimen_that_cannot_be_run(audit: Callable[[], Audit], add_specimen: AddSpecimen) -> None:
    add_specimen("double", "stops", "raise ValueError('mine')\n\n\ndef double(x):\n    return x\n")
    faults = [fault for fault in audit().faults if "stops.py" in fault]
    assert faults[0] == (
        f"{SPECIMENS}/double/stops.py: it could not be graded: the module stopped with ValueError: mine"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('"""An idea."""\n', ""),
        ("def double(x):\n    return x\n", ""),
        ('"""An idea.\n\nLook at: it.\n"""\n\ndef double(:\n', ":6: invalid syntax"),
    ],
)
def test_a_specimen_that_is_not_well_formed_stops_everything(built: Course, text: str, why: str) -> None:
    (built.specimens("double") / "double" / "half.py").write_text(text)
    says = "a specimen's docstring says the learner's idea in its first paragraph and has one that begins `Look at:`"
    with pytest.raises(AuthoringError) as caught:
        audit_course(built, ["double"], 1)
    assert str(caught.value) == f"{SPECIMENS}/double/half.py{why or ': ' + says}"


def test_an_alternative_that_is_wrong(audit: Callable[[], Audit], edit: Edit) -> None:
    edit(ALTERNATIVE, "return x + x + x + x", "return x + x + x")
    (fault, *more) = audit().faults
    assert more == [
        f"{ALTERNATIVE}: a right answer: check takes_one_number of quadruple not judged: "
        "Not judged: it depends on “Every value is four times what it was.”"
    ]
    assert fault.startswith(f"{ALTERNATIVE}: a right answer: check quadruples of quadruple failed: 3 of 3 values ")


def test_an_alternative_that_answers_nothing(audit: Callable[[], Audit], built: Course) -> None:
    (built.root / "solutions/double/alternatives/empty.py").write_text("x = 1\n")
    assert audit().faults == ("solutions/double/alternatives/empty.py: it defines no name of a task",)


def test_a_reference_that_is_wrong(audit: Callable[[], Audit], edit: Edit) -> None:
    edit(REFERENCE, 'quiz_zero = "a"', 'quiz_zero = "b"')
    faults = audit().faults
    why = "a right answer: check zero of quiz failed: You chose b."
    assert [fault for fault in faults if fault.startswith(f"{REFERENCE}: {why}")] != []
    assert [fault for fault in faults if fault.startswith(f"{SOLVED}:") and fault.endswith(STALE)] != []


@pytest.mark.parametrize("kind", ["source", "release"])
def test_a_built_file_that_was_edited(audit: Callable[[], Audit], built: Course, kind: str) -> None:
    path = built.notebook(kind, "double")
    lines = path.read_text().splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines, 1) if "Twice as much" in line)
    lines[number - 1] = lines[number - 1].replace("Twice", "Thrice")
    path.write_text("".join(lines))
    assert audit().faults == (f"{kind}/double/double.ipynb:{number}: {STALE}",)


def test_a_built_file_that_is_missing(audit: Callable[[], Audit], built: Course) -> None:
    built.notebook("release", "double").unlink()
    assert audit().faults == (
        f"{UNSOLVED}: it is missing; run `autograder build`",
        f"{UNSOLVED}: it is missing. Run `autograder build double`.",
    )


def test_a_release_with_an_answer_in_it(audit: Callable[[], Audit], built: Course) -> None:
    notebook = release(built)
    find(notebook, "quiz-answer").source = 'quiz_sign = "b"'
    save(notebook, built.notebook("release", "double"))
    first, second = audit().faults
    assert first == f"{UNSOLVED}: quiz scores 0.5 without an answer"
    assert second.endswith(STALE)


def test_faults_come_in_the_same_order_on_many_cores(built: Course, edit: Edit) -> None:
    edit(f"{SPECIMENS}/double/squares.py", "return x * x", "return 2 * x")
    edit(f"{SPECIMENS}/quiz/zero_grows.py", 'quiz_zero = "b"', 'quiz_zero = "a"')
    one, two = (audit_course(built, ["double"], jobs)[0] for jobs in (1, 2))
    assert one == two
    assert len(one.faults) == 3
