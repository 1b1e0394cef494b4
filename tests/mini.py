"""A miniature course that the tests build, judge and break: a third assignment, of which the engine knows nothing."""

from __future__ import annotations

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


# Not of the course itself: a file of its checks that a test may add.
PICTURE = '''\
import torch

from autograder.judging.picture import picture


@picture(task="double")
def doubled(student):
    """Twice the numbers 0 to 3."""
    x = torch.arange(4.0).reshape(2, 2)
    return student.call("double", x), 2 * x
'''


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
