"""For `nbgrader export --exporter autograder.publishing.nbgrader_plugins.CsvExport`, and its neighbours here: what
`autograder export` does, from nbgrader's own command line, in any nbgrader course."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.plugins import ExportPlugin
from traitlets import Bool, Unicode, UseEnum

from autograder.course import Course
from autograder.errors import AutograderError, CourseError
from autograder.grading.folders import report_path
from autograder.publishing.exports import Written
from autograder.publishing.exports.canvas import fill_gradebook
from autograder.publishing.exports.files import file_for, titles, write_csv, write_filled
from autograder.publishing.exports.moodle import fill_worksheet
from autograder.publishing.exports.scores import Filling
from autograder.publishing.gradescope import Visibility
from autograder.publishing.gradescope.bundle import export_gradescope
from autograder.publishing.marks import ClassMarks, marks_of


class _Export(ExportPlugin):  # type: ignore[misc]  # nbgrader is not typed
    """What they have in common: whose marks, and errors in one line."""

    usual_name = "grades.csv"

    zeros = Bool(False, help="Who handed in nothing has 0, and not an empty cell.").tag(config=True)

    def export(self, gradebook: Gradebook) -> None:
        with self._in_one_line():
            written = self.write(gradebook, file_for(Path(self.to) if self.to else None, Path(), self.usual_name))
            self.log.info("Wrote %s", written.path)
            for sentence in written.left_out:
                self.log.warning("Not in it: %s", sentence)

    def write(self, gradebook: Gradebook, path: Path) -> Written:
        """Write the file."""
        raise NotImplementedError

    @property
    def course(self) -> Course:
        """nbgrader's course, which need not be one of ours."""
        folders = getattr(self.parent, "coursedir", None)
        return Course(Path(folders.root) if folders else Path.cwd())

    def classes(self, gradebook: Gradebook) -> list[ClassMarks]:
        """The marks of each assignment that is asked for, of all if none is; of the students asked for, likewise.

        Raises CourseError where the gradebook does not know them.
        """
        known = [assignment.name for assignment in gradebook.assignments]
        asked = [str(name) for name in self.assignment] or known
        students = {str(name) for name in self.student}
        found = []
        for slug in asked:
            marks = marks_of(gradebook, slug, functools.partial(report_path, self.course, slug))
            if marks is None:
                raise CourseError(
                    f"the gradebook has no assignment {slug!r}", next_step=f"There are: {', '.join(known) or 'none'}."
                )
            strangers = sorted(students - {one.person.id for one in marks.students})
            if strangers:
                raise CourseError(
                    f"the gradebook has no student {strangers[0]!r}", next_step="See `nbgrader db student list`."
                )
            chosen = tuple(one for one in marks.students if not students or one.person.id in students)
            found.append(replace(marks, students=chosen))
        return found

    def one_class(self, gradebook: Gradebook) -> ClassMarks:
        """Raises CourseError if more than one assignment is asked for, or none is there."""
        classes = self.classes(gradebook)
        if len(classes) != 1:
            raise one_at_a_time(len(classes))
        return classes[0]

    @contextlib.contextmanager
    def _in_one_line(self) -> Iterator[None]:
        try:
            yield
        except AutograderError as error:
            self.log.error("%s", error)
            sys.exit(error.exit_code)


def one_at_a_time(number: int) -> CourseError:
    """What to say where one assignment is wanted."""
    return CourseError(
        f"one file is for one assignment, and here are {number}", next_step="Name one: --assignment \"['…']\"."
    )


class CsvExport(_Export):
    """A plain CSV file, quoted, with a column for each task: see `autograder export --to csv`."""

    def write(self, gradebook: Gradebook, path: Path) -> Written:
        return write_csv(path, self.classes(gradebook), Filling(zeros=self.zeros))


class _Filled(_Export):
    """A platform's own file, filled in."""

    scale = Bool(False, help="Scale the scores to the platform's points, where they differ.").tag(config=True)

    def template(self, setting: str, path: str) -> Path:
        """The file to fill in. Raises CourseError where it is not named."""
        if not path:
            raise CourseError(
                "no file to fill in is named", next_step=f"Download it, and set c.{type(self).__name__}.{setting}."
            )
        return Path(path)

    @property
    def filling(self) -> Filling:
        return Filling(zeros=self.zeros, scale=self.scale)


class CanvasExport(_Filled):
    """Canvas's gradebook, filled in: see `autograder export --to canvas`."""

    usual_name = "canvas.csv"

    gradebook = Unicode("", help="The CSV file that Canvas's gradebook exports.").tag(config=True)
    column = Unicode("", help="The assignment's column; default: the one that is called as the assignment is.").tag(
        config=True
    )

    def write(self, gradebook: Gradebook, path: Path) -> Written:
        template, marks = self.template("gradebook", self.gradebook), self.one_class(gradebook)
        made = fill_gradebook(
            template, marks, titles=titles(self.course, marks.slug), column=self.column, filling=self.filling
        )
        return write_filled(path, made, template)


class MoodleExport(_Filled):
    """Moodle's offline grading worksheet, filled in: see `autograder export --to moodle`."""

    usual_name = "moodle.csv"

    worksheet = Unicode("", help="The grading worksheet of the assignment, as Moodle gives it.").tag(config=True)

    def write(self, gradebook: Gradebook, path: Path) -> Written:
        template = self.template("worksheet", self.worksheet)
        return write_filled(path, fill_worksheet(template, self.one_class(gradebook), filling=self.filling), template)


class GradescopeExport(_Export):
    """An autograder for Gradescope: see `autograder export --to gradescope`."""

    usual_name = "gradescope.zip"

    visibility = UseEnum(Visibility, Visibility.VISIBLE, help="When students see their results.").tag(config=True)

    def write(self, gradebook: Gradebook, path: Path) -> Written:
        slugs = [str(name) for name in self.assignment] or [one.name for one in gradebook.assignments]
        if len(slugs) != 1:
            raise one_at_a_time(len(slugs))
        return export_gradescope(self.course, self.course.require(slugs[0]), into=path, visibility=self.visibility)
