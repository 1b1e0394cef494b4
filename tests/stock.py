"""nbgrader, driven in this process with the course's own configuration."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config, PyFileConfigLoader

from autograder.course import CONFIG, Course
from autograder.errors import ToolError


@dataclass(frozen=True)
class Marks:
    """One submission's marks in the gradebook. `tasks`: points by grade id; None where nbgrader waits for a human."""

    student: str
    score: float
    max_score: float
    tasks: dict[str, float | None]


class Nbgrader:
    """nbgrader for one course."""

    def __init__(self, course: Course) -> None:
        self._config = Config(PyFileConfigLoader(CONFIG, path=str(course.root)).load_config())
        self._coursedir = CourseDirectory(config=self._config)
        self._api = NbGraderAPI(coursedir=self._coursedir, config=self._config)
        self._api.log_level = logging.CRITICAL

    def generate_assignment(self, slug: str) -> None:
        """source/ → release/ and the gradebook. Raises ToolError with nbgrader's last word if it fails."""
        self._done(self._api.generate_assignment(slug, force=True, create=True), slug)

    def autograde(self, slug: str, students: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Grade one student after another. Gives each with nbgrader's complaint, empty if there was none."""
        for student in students:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # nbgrader's own, about its database: nobody here can act on them
                result = self._api.autograde(slug, student)
            yield student, "" if result["success"] else _last_line(result)

    def marks(self, slug: str, student: str) -> Marks:
        """What the gradebook holds. Raises MissingEntry if there is no such submission."""
        with Gradebook(self._coursedir.db_url, self._coursedir.course_id) as gradebook:
            submission = gradebook.find_submission(slug, student)
            tasks = {
                grade.name: None if grade.auto_score is None and grade.manual_score is None else float(grade.score)
                for notebook in submission.notebooks
                for grade in notebook.grades
                if grade.max_score
            }
            return Marks(student, float(submission.score), float(submission.max_score), tasks)

    def _done(self, result: dict[str, str], where: str) -> None:
        if not result["success"]:
            raise ToolError(f"nbgrader: {_last_line(result)}", where=where)


def _last_line(result: dict[str, str]) -> str:
    """The first thing that nbgrader's log calls an error, else its last word."""
    lines = [line for key in ("log", "error") for line in result.get(key, "").splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("[ERROR]")]
    return (errors[:1] or lines[-1:] or ["it failed"])[0].removeprefix("[ERROR]").strip()
