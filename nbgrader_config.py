"""The course's one configuration file: nbgrader reads it, and so does this package."""

import os
import sys
from pathlib import Path

c = get_config()  # noqa: F821 - whoever loads this file provides it
root = Path(__file__).resolve().parent

c.CourseDirectory.course_id = "transformer-input-layer"
c.CourseDirectory.root = str(root)

# Hidden inputs are drawn from this secret: put one of your own here, and keep it, so that a regrade gives the same
# marks.
c.Autograder.secret = ""
# How much a failed check tells: "hint", or "counterexample" (also the first value that differs).
c.Autograder.hints = "counterexample"
# How many seconds one submission may run.
c.Autograder.seconds = 60.0

# What stands where students write. Whoever runs it unsolved reads what to do.
c.ClearSolutions.code_stub = {
    "python": '# YOUR CODE HERE\nraise NotImplementedError("Not solved yet: put your code in place of this line.")'
}

# Students' code runs behind a wall, with the judge outside, in place of a kernel. Without this, `nbgrader autograde`
# gives the same marks more slowly, with students' code beside all that you can read.
c.Autograde.autograde_preprocessors = [
    "autograder.grading.nbgrader_step.RunBehindTheWall",
    "nbgrader.preprocessors.IgnorePattern",
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]

# Our feedback page in place of nbgrader's, which shows hidden tests and lets a student's scripts run.
c.GenerateFeedback.exporter_class = "autograder.publishing.nbgrader_feedback.FeedbackExporter"
c.GenerateFeedback.preprocessors = []

# The formgrader shows graders what a student wrote and put out without what could run in their browsers.
c.HTMLExporter.sanitize_html = True
c.HTMLExporter.filters = {
    "markdown2html": "autograder.publishing.formgrader_filters.markdown2html",
    "clean_html": "autograder.publishing.formgrader_filters.clean_html",
}

# What a kernel warns of about itself is no news to who grades.
c.Execute.extra_arguments = ["--log-level=40"]

# The marking cells find the course, and nbgrader finds the programs that lie beside this Python, in a venv that is not
# activated.
os.environ["AUTOGRADER_COURSE"] = str(root)
programs = str(Path(sys.executable).parent)
if programs not in os.environ.get("PATH", "").split(os.pathsep):
    os.environ["PATH"] = os.pathsep.join([programs, os.environ.get("PATH", "")])
