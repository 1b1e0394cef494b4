"""`autograder export SLUG --to gradescope`: the zip that an instructor uploads."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from pathlib import Path

from autograder.course import CONFIG, Course
from autograder.grading.executors import packed
from autograder.grading.folders import coursedir
from autograder.grading.grade import Grading
from autograder.publishing.exports import Written
from autograder.publishing.exports.files import file_for
from autograder.publishing.exports.table import write_file
from autograder.publishing.gradescope import Visibility
from autograder.publishing.gradescope.content import Content
from autograder.publishing.gradescope.results import not_graded
from autograder.publishing.gradescope.scripts import RUN, SETUP
from autograder.publishing.gradescope.wheel import make_wheel, pins, zipped
from autograder.sandbox.isolation import Isolation

_OLDEST, _NEWEST = 11, 14


def export_gradescope(
    course: Course,
    slug: str,
    *,
    into: Path | None = None,
    visibility: Visibility = Visibility.VISIBLE,
    isolation: Isolation | None = None,
) -> Written:
    """Write the zip. The hidden checks, the reference and the secret are in it: it is for Gradescope alone.

    `isolation`: as for `grade`; default: the strongest that works there, never none. Raises CourseError where the
    course is not as it should be, ToolError where nothing can be written.
    """
    path = file_for(into, course.root, "gradescope.zip")
    write_file(path, bundle(course, slug, visibility, isolation))
    return Written(path, 0)


def bundle(course: Course, slug: str, visibility: Visibility, isolation: Isolation | None) -> bytes:
    """The zip: the same bytes for the same course."""
    setup = Grading(course, slug, isolation or Isolation.BUBBLEWRAP).setup
    content = Content(setup, tuple(coursedir(course).ignore), visibility, isolation)
    name, wheel = make_wheel()
    files = {
        "setup.sh": _setup_script().encode(),
        "run_autograder": RUN.encode(),
        "not_graded.json": json.dumps(not_graded(), indent=1).encode(),
        "setup.json": content.to_json().encode(),
        "constraints.txt": pins().encode(),
        name: wheel,
    }
    with zipfile.ZipFile(io.BytesIO(packed(setup).content)) as texts:
        for one in texts.namelist():
            if one != CONFIG:  # it may hold a database's password; what it sets is in setup.json
                files[f"course/{one}"] = texts.read(one)
    return zipped(files, frozenset({"setup.sh", "run_autograder"}))


def _setup_script() -> str:
    """This Python's version first: the pins were made with it."""
    here = sys.version_info.minor
    minors = sorted(range(_OLDEST, _NEWEST + 1), key=lambda minor: (minor != here, minor))
    pythons = " ".join(f"python3.{minor}" for minor in minors)
    return SETUP.replace("@PYTHONS@", pythons).replace("@VERSION@", f"3.{here}")
