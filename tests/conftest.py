"""A miniature course that the tests build, judge and break: a third assignment, of which the engine knows nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import settings

from autograder.course import COURSE_VARIABLE, Course
from autograder.grading.engine import Engine
from autograder.judging.exam import Exam, load_exam
from autograder.judging.judge import Judge
from autograder.sandbox.isolation import best
from autograder.sandbox.limits import Limits
from autograder.student.local import LocalStudent, module_namespace

# The same examples in every run, and no time limit for one: a busy machine is no failure.
settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.register_profile("fuzz", deadline=None, max_examples=20_000, database=None, print_blob=True)
# Other examples in each run, and many more of them: `pytest --hypothesis-profile thorough tests/content`.
settings.register_profile("thorough", settings.get_profile("suite"), derandomize=False, max_examples=3000)
settings.load_profile("suite")

SLUG = "double"

CONFIG = """\
import os
import sys
from pathlib import Path

c = get_config()
root = Path(__file__).resolve().parent
c.CourseDirectory.course_id = "mini"
c.CourseDirectory.root = str(root)
c.Autograder.secret = "mini"
os.environ["AUTOGRADER_COURSE"] = str(root)
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
"""

ASSIGNMENT = """\
# %% [markdown]
# # Twice as much
#
# A function that doubles, and one that uses it.

# %% tags=["given"]
import torch

FACTOR = 2

# %% tags=["skip-execution"]
raise RuntimeError("this cell is not run when a submission is graded")

# %% [markdown]
# ## Task: `double`

# %% task="double" points=2

# %%
assert double(torch.ones(2)).tolist() == [2.0, 2.0], "twice one is two"

# %% [markdown]
# ## Task: `quadruple`

# %% task="quadruple" points=1

# %% [markdown]
# ## Questions
#
# What is twice a negative number, (a) larger or (b) smaller? What is twice zero, (a) zero or (b) two?

# %% task="quiz" points=1
"""

REFERENCE = '''\
# %% task="double"
def double(x):
    """Return twice `x` as a new tensor."""
    ### BEGIN SOLUTION
    return FACTOR * x
    ### END SOLUTION


# %% task="quadruple"
def quadruple(x):
    """Return four times `x`."""
    ### BEGIN SOLUTION
    return double(double(x))
    ### END SOLUTION


# %% task="quiz"
# Set quiz_sign and quiz_zero to "a" or "b".
### BEGIN SOLUTION
quiz_sign = "b"
quiz_zero = "a"
### END SOLUTION
'''

ALTERNATIVE = '''\
"""Adds instead of multiplying."""


def double(x):
    return x + x


def quadruple(x):
    return x + x + x + x
'''

CHECKS = '''\
import torch

from autograder.judging import expect
from autograder.judging.check import check


@check(task="double", points=1)
def doubles(student, draw):
    """Every value is doubled."""
    x = draw.normal(2, 3)
    result = expect.returns(student.call, "double", x, otherwise="A tensor must come back.")
    expect.close(result, 2 * x, tolerance=1e-5, otherwise="Compare each value with twice the value given.")


@check(task="double", points=0.5, needs=(doubles,))
def changes_nothing(student, draw):
    """The argument keeps its values."""
    x = draw.normal(4)
    held = student.put(x)
    student.call("double", held)
    expect.equal(held.now(), x, otherwise="Look for what writes into the argument.")


@check(task="double", points=0.5, needs=(doubles,))
def keeps_the_dtype(student, draw):
    """Integers stay integers."""
    result = student.call("double", torch.tensor([1, 2]))
    expect.dtype(result, "int64", otherwise="Look for a number type that you name.")


@check(task="quadruple", points=0.75)
def quadruples(student, draw):
    """Every value is four times what it was."""
    x = draw.normal(3)
    result = expect.returns(student.call, "quadruple", x, otherwise="A tensor must come back.")
    expect.close(result, 4 * x, tolerance=1e-5, otherwise="Compare each value with four times the value given.")


@check(task="quadruple", points=0.25, needs=(quadruples,))
def takes_one_number(student, draw):
    """A tensor without axes works too."""
    result = expect.returns(student.call, "quadruple", torch.tensor(1.5), otherwise="Count the axes.")
    expect.close(result, torch.tensor(6.0), tolerance=1e-5, otherwise="Four times 1.5 is 6.")
'''

QUIZ = '''\
from autograder.judging import expect
from autograder.judging.check import check


@check(task="quiz", points=0.5)
def sign(student, draw):
    """The question about negative numbers is answered rightly."""
    expect.choice(student, "quiz_sign", "b", among="ab", otherwise="Double a debt.")


@check(task="quiz", points=0.5)
def zero(student, draw):
    """The question about zero is answered rightly."""
    expect.choice(student, "quiz_zero", "a", among="ab", otherwise="Double nothing.")
'''

# Known wrong answers: task, name, the learner's idea, what to look at, code.
SPECIMENS = (
    ("double", "adds_two", "Doubling is adding two.", "what 10 becomes.", "def double(x):\n    return x + 2\n"),
    ("double", "squares", "Doubling is squaring.", "what 3 becomes.", "def double(x):\n    return x * x\n"),
    (
        "double",
        "doubles_in_place",
        "The argument is there to be used up.",
        "the underscore in `mul_`.",
        "def double(x):\n    return x.mul_(2)\n",
    ),
    (
        "double",
        "always_float",
        "Numbers are floats.",
        "what `.float()` does to integers.",
        "def double(x):\n    return 2 * x.float()\n",
    ),
    (
        "quadruple",
        "doubles_once",
        "Once is enough.",
        "how often you double.",
        "def quadruple(x):\n    return double(x)\n",
    ),
    (
        "quadruple",
        "needs_an_axis",
        "Every tensor has rows.",
        "a tensor without axes.",
        "def quadruple(x):\n    return torch.stack([4 * row for row in x])\n",
    ),
    ("quiz", "debts_shrink", "Doubling always gives more.", "the number line.", 'quiz_sign = "a"\n'),
    ("quiz", "zero_grows", "Doubling always gives more.", "0 + 0.", 'quiz_zero = "b"\n'),
)


def specimen_text(idea: str, look: str, code: str) -> str:
    """A specimen's file."""
    return f'"""{idea}\n\nLook at: {look}\n"""\n\n\n{code}'


def mini_files() -> dict[str, str]:
    """The miniature course, path by path."""
    files = {
        "nbgrader_config.py": CONFIG,
        f"assignments/{SLUG}/assignment.py": ASSIGNMENT,
        f"solutions/{SLUG}/reference.py": REFERENCE,
        f"solutions/{SLUG}/alternatives/adds_itself.py": ALTERNATIVE,
        f"autograder/checks/{SLUG}/tensors.py": CHECKS,
        f"autograder/checks/{SLUG}/quiz.py": QUIZ,
    }
    for task, name, idea, look, code in SPECIMENS:
        files[f"autograder/specimens/{SLUG}/{task}/{name}.py"] = specimen_text(idea, look, code)
    return files


@pytest.fixture(autouse=True)
def environment() -> Iterator[None]:
    """A course's configuration sets environment variables: no test leaves them to the next."""
    with mock.patch.dict(os.environ):
        os.environ.pop(COURSE_VARIABLE, None)
        yield


@pytest.fixture
def mini(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    """The miniature course in a folder of its own; nothing is built yet."""
    # A check that a test rewrites within a second would be taken from the cache of compiled files.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return _written(tmp_path / "mini")


def _written(root: Path) -> Course:
    for name, text in mini_files().items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Course(root)


@pytest.fixture(scope="session")
def make_course() -> Callable[[Path], Course]:
    """`make_course(folder)` makes the miniature course there, with source/ and release/ built: for a class that many
    tests look at."""

    def make(root: Path) -> Course:
        from autograder.authoring import build as building

        course = _written(root)
        building.write(course, building.build(course, SLUG))
        return course

    return make


@pytest.fixture
def edit(mini: Course) -> Callable[[str, str, str], None]:
    """`edit(path, old, new)` replaces the one place where `old` stands in a file of the miniature course."""

    def replace(name: str, old: str, new: str) -> None:
        path = mini.root / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    return replace


@pytest.fixture
def add_specimen(mini: Course) -> Callable[[str, str, str], None]:
    """`add_specimen(task, name, code, same_as)` writes one more known wrong answer."""

    def add(task: str, name: str, code: str, same_as: str = "") -> None:
        look = f"{name}.\n\nSame as: {same_as}" if same_as else f"{name}."
        path = mini.specimens(SLUG) / task / f"{name}.py"
        path.write_text(specimen_text(f"The idea of {name}.", look, code), encoding="utf-8")

    return add


@pytest.fixture
def built(mini: Course) -> Course:
    """The miniature course with source/ and release/ built."""
    from autograder.authoring import build as building  # nbgrader takes seconds to import: only for those who build

    building.write(mini, building.build(mini, SLUG))
    return mini


@pytest.fixture
def exam(mini: Course) -> Exam:
    return load_exam(mini, SLUG)


@pytest.fixture
def judge(exam: Exam) -> Judge:
    return Judge(exam)


@pytest.fixture
def student() -> Callable[[str], LocalStudent]:
    """`student(code)` runs a submission's code after the given cell."""

    def make(code: str) -> LocalStudent:
        return LocalStudent(module_namespace("import torch\n\nFACTOR = 2", code, "<submission>"))

    return make


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """One sandbox for all tests: each submission has a process of its own in it."""
    with Engine(best(), Limits()) as engine:
        yield engine
