"""What docs/authoring.md shows is an exercise that works."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from autograder.auditing.survivors import audit_mutants, equivalents
from autograder.auditing.verify import verify
from autograder.authoring.build import build, write
from autograder.course import Course
from autograder.grading.engine import Engine
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge

DOCS = Path(__file__).resolve().parents[1] / "docs"

TEXT = """\
# %% [markdown]
# # Doubling

# %% tags=["given"]
import torch

# %% task="double" points=1.5

# %%
assert double(torch.tensor(3)) == 6, "twice three is six"
"""
IMPORTS = """\
import torch

from autograder.judging import expect
from autograder.judging.check import Draw, check
from autograder.judging.picture import picture
from autograder.student.vocabulary import Result, Student


"""


def test_the_exercise_of_the_authors_guide(mini: Course, engine: Engine) -> None:
    guide = (DOCS / "authoring.md").read_text("utf-8")
    answer, check, picture, specimen = re.findall(r"```python\n(.*?)```", guide, re.S)
    for name, text in (
        ("assignments/doubling/assignment.py", TEXT),
        ("solutions/doubling/reference.py", answer),
        ("autograder/checks/doubling/double.py", f"{IMPORTS}{check}\n\n{picture}"),
        ("autograder/specimens/doubling/double/doubling_is_squaring.py", specimen),
    ):
        path = mini.root / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    write(mini, build(mini, "doubling"))
    with ThreadPoolExecutor(1) as pool:
        audit = verify(mini, "doubling", pool)
    assert audit.faults == ()
    assert audit.counts == {"reference": 1, "unsolved": 1, "solved": 1, "specimen": 1}
    assert [finding.names for finding in audit.findings if finding.kind == "specimen"] == [("doubling_is_squaring",)]
    squared = "def double(x):\n    return x * x\n"
    (drawn,) = engine.grade_module(Judge(load_exam(mini, "doubling")), squared).tasks[0].pictures
    assert (drawn.theirs[1], drawn.right[1]) == ((16.0, 25.0, 36.0, 49.0), (8.0, 10.0, 12.0, 14.0))
    tried = audit_mutants(mini, "doubling", [engine])
    assert (tried.made, tried.faults) == (tried.killed, ())
    assert tried.made["double"] > 0


def test_the_list_of_the_authors_guide(mini: Course) -> None:
    """It is an entry of the course's own list."""
    (text,) = re.findall(r"```toml\n(.*?)```", (DOCS / "authoring.md").read_text("utf-8"), re.S)
    mini.equivalents("double").write_text(text, encoding="utf-8")
    (entry,) = equivalents(mini, "double")
    assert entry in equivalents(Course(DOCS.parent), "sinusoidal_positions")


def test_decisions_and_guide_link_to_what_is_there() -> None:
    for page in (*DOCS.glob("*.md"), DOCS.parent / "README.md"):
        for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
