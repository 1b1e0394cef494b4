"""Assignments that are not ours: the sample notebooks inside the installed nbgrader package, as small courses."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import nbgrader
from nbgrader.api import Gradebook

from autograder.course import CONFIG, Course
from autograder.grading.stock import Nbgrader

PACKAGE = Path(nbgrader.__file__).parent
APPS = PACKAGE / "tests" / "apps" / "files"
PREPROCESSORS = PACKAGE / "tests" / "preprocessors" / "files"
GUIDE = PACKAGE / "docs" / "source" / "user_guide"

# Where a loop without an end is interrupted, in seconds: the time limit of nbgrader's own sample needs more than one.
STOCK = """\
c = get_config()
c.CourseDirectory.course_id = "elsewhere"
c.CourseDirectory.root = {root!r}
c.Execute.timeout = 6
"""
ENGINE = """\
c.Autograde.autograde_preprocessors = [
    "autograder.grading.nbgrader_step.RunBehindTheWall",
    "nbgrader.preprocessors.IgnorePattern",
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
"""


@dataclass(frozen=True)
class Sample:
    """A master notebook and what is handed in for it, by student; `beside`: files that lie with the submission."""

    master: Path
    submissions: dict[str, Path]
    beside: tuple[Path, ...] = ()


def _alone(folder: Path, *names: str) -> dict[str, Sample]:
    """Notebooks handed in as they are."""
    return {name: Sample(folder / f"{name}.ipynb", {"same": folder / f"{name}.ipynb"}) for name in names}


def _family(folder: Path, master: str, **submissions: str) -> Sample:
    return Sample(folder / f"{master}.ipynb", {who: folder / f"{name}.ipynb" for who, name in submissions.items()})


SAMPLES: dict[str, Sample] = {
    "submitted": _family(
        APPS,
        "submitted-unchanged",
        unchanged="submitted-unchanged",
        changed="submitted-changed",
        cheat="submitted-cheat-attempt",
        cheat2="submitted-cheat-attempt-alternative",
        gradecell="submitted-grade-cell-changed",
        lockedcell="submitted-locked-cell-changed",
    ),
    "autotest-simple": _family(
        APPS, "autotest-simple", unchanged="autotest-simple-unchanged", changed="autotest-simple-changed"
    ),
    "autotest-hashed": _family(
        APPS, "autotest-hashed", unchanged="autotest-hashed-unchanged", changed="autotest-hashed-changed"
    ),
    "autotest-hidden": _family(
        APPS,
        "autotest-hidden",
        unchanged="autotest-hidden-unchanged",
        right="autotest-hidden-changed-right",
        wrong="autotest-hidden-changed-wrong",
    ),
    "autotest-multi": _family(
        APPS, "autotest-multi", unchanged="autotest-multi-unchanged", changed="autotest-multi-changed"
    ),
    "open_relative_file": Sample(
        APPS / "open_relative_file.ipynb", {"same": APPS / "open_relative_file.ipynb"}, (APPS / "data.txt",)
    ),
    **_alone(
        APPS,
        "infinite-loop",
        "infinite-loop-with-output",
        "side-effects",
        "test-hidden-tests",
        "test-no-metadata",
        "test-v2",
        "test-with-output",
        "test",
        "timeout",
        "validating-environment-variable",
        "validation-zero-points",
    ),
    "preprocessed": _family(
        PREPROCESSORS,
        "submitted-unchanged",
        unchanged="submitted-unchanged",
        changed="submitted-changed",
        gradecell="submitted-grade-cell-changed",
        lockedcell="submitted-locked-cell-changed",
        answertype="submitted-answer-cell-type-changed",
        gradetype="submitted-grade-cell-type-changed",
    ),
    **_alone(
        PREPROCESSORS,
        "infinite-recursion",
        "long-output",
        "manually-graded-code-cell",
        "test_taskcell",
        "warning-pattern",
        "header",
    ),
}
# These have no mark: nbgrader refuses to make an assignment of them.
REFUSED = {
    **_alone(APPS, "test-v0", "test-v0-invalid", "test-v1", "too-new"),
    **_alone(
        PREPROCESSORS,
        "bad-markdown-cell-1",
        "bad-markdown-cell-2",
        "blank-grade-id",
        "blank-points",
        "cell-type-changed",
        "duplicate-grade-ids",
        "no-cell-type",
    ),
}

Scores = dict[str, float | None]


def make_course(root: Path, samples: dict[str, Sample], config: str = "") -> Course:
    """A course of these samples with all of it handed in; nothing is released yet."""
    root.mkdir()
    (root / CONFIG).write_text(STOCK.format(root=str(root)) + config, encoding="utf-8")
    shutil.copy(APPS / "autotests.yml", root / "autotests.yml")
    for name, sample in samples.items():
        places = {root / "source" / name: sample.master}
        places |= {root / "submitted" / who / name: path for who, path in sample.submissions.items()}
        for folder, notebook in places.items():
            folder.mkdir(parents=True)
            shutil.copy(notebook, folder / "p1.ipynb")
            for path in sample.beside:
                shutil.copy(path, folder / path.name)
    return Course(root)


def make_guides_course(root: Path, config: str = "") -> Course:
    """The course of nbgrader's user guide: ps1, with its two submissions."""
    root.mkdir()
    (root / CONFIG).write_text(STOCK.format(root=str(root)) + config, encoding="utf-8")
    shutil.copytree(GUIDE / "source" / "ps1", root / "source" / "ps1")
    shutil.copytree(GUIDE / "submitted", root / "submitted")
    return Course(root)


def autograde(course: Course, name: str, students: list[str]) -> dict[str, str]:
    """nbgrader's complaints, by student."""
    return dict(Nbgrader(course).autograde(name, students))


def scores(course: Course, name: str) -> dict[str, dict[str, Scores]]:
    """Each grade cell's auto_score, by student and notebook."""
    with Gradebook(f"sqlite:///{course.root}/gradebook.db", "elsewhere") as gradebook:
        return {
            one.student.id: {
                notebook.name: {grade.name: grade.auto_score for grade in notebook.grades} for notebook in one.notebooks
            }
            for one in gradebook.assignment_submissions(name)
        }
