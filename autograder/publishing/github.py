"""A repository for students on GitHub: the notebooks, and a workflow that runs the visible examples at each push."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from autograder.course import Course
from autograder.errors import CourseError
from autograder.publishing import examples
from autograder.publishing.exports.table import write_file

# Students must not get the hidden checks, and this package holds them: so it is not installed there.
_NEEDS = ("torch", "numpy", "matplotlib", "ipykernel", "nbclient", "nbformat")

_WORKFLOW = """\
# Runs the visible examples of the notebooks at each push. The marks come from hidden tests, which are not here.
name: Examples
on: [push, workflow_dispatch]
permissions:
  contents: read
jobs:
  examples:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "{python}"
      - name: Install what the notebooks need
        run: python -m pip install --extra-index-url https://download.pytorch.org/whl/cpu {needs}
      - name: Run the examples
        run: python .github/examples.py {notebooks}
"""


def workflow(slugs: Sequence[str]) -> str:
    """The workflow, as YAML, with the versions that are installed here."""
    pinned = [f"{name}=={metadata.version(name).partition('+')[0]}" for name in _NEEDS]
    return _WORKFLOW.format(
        python=f"3.{sys.version_info.minor}", needs=" ".join(pinned), notebooks=" ".join(f"{s}.ipynb" for s in slugs)
    )


def install(course: Course, folder: Path) -> list[str]:
    """Put the workflow, its program and the released notebooks into a repository; a sentence for each file.

    A notebook that is there stays as it is: it may be a student's. Raises CourseError where a notebook is not built,
    ToolError where nothing can be written.
    """
    slugs = course.assignments
    for slug in slugs:
        released = course.notebook("release", slug)
        if not released.is_file():
            raise CourseError("it is missing", where=course.where(released), next_step="Run `autograder build` first.")
    files = {
        ".github/workflows/examples.yml": workflow(slugs).encode(),
        ".github/examples.py": Path(examples.__file__).read_bytes(),
    }
    said = []
    for name, data in files.items():
        write_file(folder / name, data)
        said.append(f"wrote {folder / name}")
    for slug in slugs:
        place = folder / f"{slug}.ipynb"
        if place.exists():
            said.append(f"left {place} as it is")
        else:
            shutil.copyfile(course.notebook("release", slug), place)
            said.append(f"wrote {place}")
    return said
