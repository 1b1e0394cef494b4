"""The engine inside nbgrader: a preprocessor in place of Execute, for `nbgrader autograde` and the formgrader's button.

nbgrader's own scoring, gradebook and feedback find the points in the marking cells' outputs, as after a kernel.
"""

from __future__ import annotations

import atexit
import functools
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader import utils
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute, NbGraderPreprocessor
from traitlets.config import Config

from autograder.course import Course, Settings, settings_of
from autograder.errors import CourseError
from autograder.grading import foreign
from autograder.grading.engine import Engine
from autograder.grading.folders import report_path
from autograder.grading.mark import judge_for
from autograder.grading.master import make_master
from autograder.grading.rebuild import Master
from autograder.grading.results import write_report
from autograder.sandbox.isolation import Isolation, best, weakness
from autograder.sandbox.limits import Limits
from autograder.student.vocabulary import Plain

_MARKS = "from autograder import mark\n"  # as `autograder build` writes it
_Outputs = dict[int, list[Plain]]


class RunBehindTheWall(NbGraderPreprocessor):  # type: ignore[misc]  # nbgrader has no types
    """Runs a submission's cells in the sandbox, and judges a course's own tasks from outside.

    In an assignment of other origin, in any nbgrader course, every cell runs, its grade cells too, as nbgrader means
    them. What a human should know goes to the log.
    """

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """The notebook with outputs. Raises CourseError where no wall can be had: it fails closed."""
        about = resources["nbgrader"]
        course = Course(Path(self._coursedir.root))
        self._require_no_link(resources)
        if about["assignment"] in course.assignments:
            return self._judged(nb, course, resources), resources
        if not Execute(parent=self).enabled:
            return nb, resources  # --no-execute: what was handed in counts, as whoever says it wants
        outputs, notes = self._run(nb, resources)
        for note in notes:
            self.log.warning("%s: %s", about["student"], note)
        for number, cell in enumerate(nb.cells):
            if cell.cell_type == "code":
                cell.outputs = [nbformat.from_dict(row) for row in outputs.get(number, [])]
                cell.execution_count = None
        return nb, resources

    @property
    def _coursedir(self) -> CourseDirectory:
        """nbgrader's, from whoever made this preprocessor."""
        above = self.parent
        while above is not None:
            found = getattr(above, "coursedir", None)
            if found is not None:
                return found
            above = above.parent
        return CourseDirectory(parent=self)

    def _engine(self, settings: Settings) -> Engine:
        return _engine(Limits.of(settings), _isolation(self.log, self._coursedir.root))

    def _judged(self, nb: NotebookNode, course: Course, resources: dict[str, Any]) -> NotebookNode:
        """The notebook rebuilt, run and marked."""
        slug, student = resources["nbgrader"]["assignment"], resources["nbgrader"]["student"]
        settings = course.settings()
        files, notes = self._files(resources, settings)
        master = _master(course.notebook("source", slug), self.config)
        report, marked = self._engine(settings).run_notebook(judge_for(course.root, slug), nb, master, files)
        report = replace(report, attention=(*notes, *report.attention))
        for sentence in report.attention:
            self.log.warning("%s: %s", student, sentence)
        # Without the fingerprint of what it rests on, `autograder grade` grades anew.
        write_report(report_path(course, slug, student), report, student, "")
        return marked

    def _run(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[_Outputs, list[str]]:
        _require_python(nb)
        _require_foreign(nb, resources["nbgrader"]["assignment"])
        self.log.info(
            "No assignment of this kit: its cells run in the sandbox, and nbgrader gives marks for their outputs"
        )
        settings = settings_of(self.config.get("Autograder", {}), "nbgrader's configuration")
        nbgraders = Execute(parent=self)
        seconds = nbgraders.timeout if nbgraders.timeout and nbgraders.timeout > 0 else settings.seconds
        skip = nbgraders.skip_cells_with_tag
        runs = [
            number
            for number, cell in enumerate(nb.cells)
            # A tag is the student's to set: it must not keep a grade cell from running.
            if cell.cell_type == "code" and (utils.is_grade(cell) or skip not in cell.metadata.get("tags", ()))
        ]
        files, notes = self._files(resources, settings)
        engine = self._engine(settings)

        def run() -> list[list[Plain]]:
            with engine.student() as student:
                student.put_files(files)
                return foreign.run_cells(student, [nb.cells[number].source for number in runs], seconds)

        ran = engine.unless_lost(run)
        outputs = dict(zip(runs, ran, strict=True))
        for number, cell in enumerate(nb.cells):
            if number in outputs and utils.is_grade(cell) and not utils.is_solution(cell):
                about = cell.metadata.nbgrader
                rows, found = foreign.fair(outputs[number], float(about["points"]))
                outputs[number] = rows
                notes += [f"{about['grade_id']}: {note}" for note in found]
        return outputs, notes

    def _require_no_link(self, resources: dict[str, Any]) -> None:
        """Raises CourseError if the notebook was handed in as a link, or its folder as one: nbgrader follows it, to the
        instructor's own notebook for one, whose answers the feedback would show."""
        folder = self._handed_in(resources)
        for place in (folder, folder / f"{resources['nbgrader']['notebook']}.ipynb"):
            if place.is_symlink():
                raise CourseError(
                    "it is a link, which leads to what may not be the student's",
                    where=str(place),
                    next_step="Put a copy of what was handed in into its place.",
                )

    def _handed_in(self, resources: dict[str, Any]) -> Path:
        folders, about = self._coursedir, resources["nbgrader"]
        return Path(folders.format_path(folders.submitted_directory, about["student"], about["assignment"]))

    def _files(self, resources: dict[str, Any], settings: Settings) -> tuple[dict[str, bytes], list[str]]:
        """What lies beside the notebook."""
        folders, about = self._coursedir, resources["nbgrader"]
        return foreign.files_beside(
            Path(resources["metadata"]["path"] or "."),
            self._handed_in(resources),
            Path(folders.format_path(folders.source_directory, ".", about["assignment"])),
            (settings.home_mb << 20) * 3 // 4,  # the rest is for what cells write
        )


def _require_python(nb: NotebookNode) -> None:
    """Raises CourseError for a notebook in another language."""
    metadata = nb.metadata
    language = metadata.get("kernelspec", {}).get("language") or metadata.get("language_info", {}).get("name")
    if language and language.lower() != "python":
        raise CourseError(
            f"its language is {language}, and the sandbox runs Python alone",
            next_step="Grade it with nbgrader's Execute in c.Autograde.autograde_preprocessors.",
        )


def _require_foreign(nb: NotebookNode, slug: str) -> None:
    """Raises CourseError for a notebook whose marking cells want hidden checks, which all would miss inside."""
    if any(utils.is_grade(cell) and not utils.is_solution(cell) and _MARKS in cell.source for cell in nb.cells):
        raise CourseError(
            f"its marking cells call hidden checks, but the course has no assignments/{slug}/",
            where=slug,
            next_step="Run nbgrader with the whole course.",
        )


@functools.cache
def _isolation(log: logging.Logger, root: str) -> Isolation:
    """The wall that this machine has for a course. What it does not hold back is said once in a log."""
    isolation = best(course=Path(root))
    if weakness(isolation):
        log.warning("%s", weakness(isolation))
    return isolation


def _master(source: Path, config: Config) -> Master:
    if not source.is_file():
        raise CourseError("it is missing", where=str(source), next_step="Run `autograder build` first.")
    return make_master(source, config)


# nbgrader makes its preprocessors anew for each notebook, and the sandbox takes seconds to start: one for each process.
@functools.cache
def _engine(limits: Limits, isolation: Isolation) -> Engine:
    engine = Engine(isolation, limits)
    atexit.register(engine.stop)
    return engine
