"""The engine inside nbgrader: a preprocessor in place of Execute, for `nbgrader autograde` and the formgrader's button.

nbgrader's own scoring, gradebook and feedback find the points in the marking cells' outputs, as after a kernel.
"""

from __future__ import annotations

import atexit
import functools
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets.config import Config

from autograder.assignment import SKIP
from autograder.course import Course
from autograder.errors import CourseError
from autograder.grading.engine import Engine, sound
from autograder.grading.mark import judge_for
from autograder.grading.master import make_master
from autograder.grading.rebuild import Master
from autograder.sandbox.isolation import best
from autograder.sandbox.limits import Limits


class RunBehindTheWall(NbGraderPreprocessor):  # type: ignore[misc]  # nbgrader has no types
    """Runs a submission's cells in the sandbox, and judges the course's own tasks from outside.

    In an assignment of other origin every cell runs, its marking cells too, as nbgrader means them.
    """

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """The notebook with outputs. Raises CourseError where no wall can be had: it fails closed."""
        course, slug = Course.find(), resources["nbgrader"]["assignment"]
        engine = _engine(course.root)
        code = [number for number, cell in enumerate(nb.cells) if cell.cell_type == "code"]
        if slug in course.assignments:
            master = _master(course.notebook("source", slug), self.config)
            report, marked = engine.run_notebook(judge_for(course.root, slug), nb, master)
            for sentence in report.attention:
                self.log.warning("%s: %s", resources["nbgrader"]["student"], sentence)
            return marked, resources
        run = [n for n in code if SKIP not in nb.cells[n].metadata.get("tags", ()) or _grades(nb.cells[n])]
        outputs = dict(zip(run, engine.run_cells([nb.cells[n].source for n in run]), strict=True))
        for number in code:
            nb.cells[number].outputs = sound(outputs.get(number, []))
            nb.cells[number].execution_count = None
        return nb, resources


def _grades(cell: NotebookNode) -> bool:
    """Whether nbgrader takes points from a cell: a tag of the student's must not keep it from running."""
    return bool(cell.metadata.get("nbgrader", {}).get("grade"))


def _master(source: Path, config: Config) -> Master:
    if not source.is_file():
        raise CourseError("it is missing", where=str(source), next_step="Run `autograder build` first.")
    return make_master(source, config)


# nbgrader makes its preprocessors anew for each notebook, and the sandbox takes seconds to start: one for each process.
@functools.cache
def _engine(root: Path) -> Engine:
    engine = Engine(best(), Limits.of(Course(root).settings()))
    atexit.register(engine.stop)
    return engine
