"""nbgrader's configuration and folders, as this course sets them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets import TraitError
from traitlets.config import Config, PyFileConfigLoader

from autograder.course import CONFIG, Course
from autograder.errors import CourseError


def configuration(course: Course) -> Config:
    """What the course's configuration file says to nbgrader."""
    config = Config(PyFileConfigLoader(CONFIG, path=str(course.root)).load_config())
    if "root" not in config.CourseDirectory:
        config.CourseDirectory.root = str(course.root)
    return config


def coursedir(course: Course, config: Config | None = None) -> CourseDirectory:
    """nbgrader's folders. Raises CourseError where nbgrader cannot take a setting."""
    with explained(course):
        return CourseDirectory(config=config or configuration(course))


def report_path(course: Course, slug: str, student: str) -> Path:
    """Where a student's report lies."""
    return course.root / "reports" / slug / f"{student}.json"


@contextlib.contextmanager
def explained(course: Course) -> Iterator[None]:
    """What traitlets, or a class of nbgrader's, cannot take of the course's configuration, as CourseError."""
    try:
        yield
    except (TraitError, ValueError) as error:
        raise CourseError(f"nbgrader cannot take a setting: {error}", where=str(course.root / CONFIG)) from error
