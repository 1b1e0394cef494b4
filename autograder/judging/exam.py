"""An assignment with its hidden checks and its known wrong answers, loaded from the course's folder."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from autograder.assignment import Assignment, read_assignment
from autograder.course import Course
from autograder.errors import AuthoringError
from autograder.judging.check import Check
from autograder.judging.fingerprint import fingerprint
from autograder.judging.picture import Sketch

_Decorated = TypeVar("_Decorated", Check, Sketch)


@dataclass(frozen=True)
class Specimen:
    """A known wrong answer to one task. `name` is the misconception that it stands for.

    `idea`: what the learner holds. `look`: what a student who holds it should look at. `same_as`: misconceptions that
    cannot be told apart from this one by what code does.
    """

    name: str
    task: str
    code: str
    idea: str
    look: str
    same_as: tuple[str, ...]


@dataclass(frozen=True)
class Exam:
    """Everything that judging needs of one assignment. `fingerprint` changes when a verdict may change."""

    assignment: Assignment
    checks: tuple[Check, ...]
    specimens: tuple[Specimen, ...]
    fingerprint: str = ""
    sketches: tuple[Sketch, ...] = ()

    def checks_of(self, task: str) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.task == task)

    def sketches_of(self, task: str) -> tuple[Sketch, ...]:
        return tuple(sketch for sketch in self.sketches if sketch.task == task)

    def specimens_of(self, task: str) -> tuple[Specimen, ...]:
        return tuple(specimen for specimen in self.specimens if specimen.task == task)


def load_exam(course: Course, slug: str) -> Exam:
    """Raises AuthoringError where texts, checks and specimens are not well formed or do not fit together."""
    assignment = read_assignment(course, slug)
    modules = tuple(_modules(course, course.checks(slug)))
    checks = tuple(_checks(course, assignment, modules))
    for task in assignment.tasks:
        total = sum(check.points for check in checks if check.task == task.name)
        if total != task.points:
            raise AuthoringError(
                f"the slot {task.name!r} says {task.points:g} points and its checks give {total:g}",
                where=course.where(course.checks(slug)),
                next_step="Make them equal.",
            )
    sketches = tuple(_sketches(course, assignment, modules))
    return Exam(assignment, checks, tuple(_specimens(course, assignment)), fingerprint(course, slug), sketches)


def read_specimen(path: Path, task: str, where: str) -> Specimen:
    """Raises AuthoringError if it cannot be parsed or its docstring lacks the sentence or the `Look at:`."""
    try:
        code = path.read_text(encoding="utf-8")
        words = ast.get_docstring(ast.parse(code)) or ""
    except UnicodeDecodeError as error:
        raise AuthoringError("this file is not UTF-8", where=where) from error
    except SyntaxError as error:
        raise AuthoringError(f"{error.msg}", where=f"{where}:{error.lineno}") from error
    paragraphs = [" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", words)]
    look = next((p.removeprefix("Look at:").strip() for p in paragraphs if p.startswith("Look at:")), "")
    if not paragraphs[0] or not look:
        raise AuthoringError(
            "a specimen's docstring says the learner's idea in its first paragraph and has one that begins `Look at:`",
            where=where,
        )
    same = re.findall(r"^Same as: *(\w+)", words, re.M)
    return Specimen(path.stem, task, code, paragraphs[0], look[0].upper() + look[1:], tuple(same))


def _sketches(course: Course, assignment: Assignment, modules: Sequence[ModuleType]) -> Iterator[Sketch]:
    for sketch in _defined(modules, Sketch):
        if sketch.task not in {task.name for task in assignment.tasks}:
            where = f"{course.where(course.checks(assignment.slug))}: picture {sketch.name}"
            raise AuthoringError(f"no task is called {sketch.task!r}", where=where)
        yield sketch


def _defined(modules: Iterable[ModuleType], kind: type[_Decorated]) -> Iterator[_Decorated]:
    """What these modules define of a kind, and do not import."""
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, kind) and value.function.__module__ == module.__name__:
                yield value


def _checks(course: Course, assignment: Assignment, modules: Sequence[ModuleType]) -> Iterator[Check]:
    folder = course.checks(assignment.slug)
    order = [task.name for task in assignment.tasks]
    found: dict[tuple[str, str], Check] = {}
    for check in _defined(modules, Check):
        where = f"{course.where(folder)}: check {check.name}"
        if (check.task, check.name) in found:
            raise AuthoringError("a second check of this name", where=where, next_step="Rename one of them.")
        if check.task not in order:
            raise AuthoringError(f"no task is called {check.task!r}", where=where)
        found[check.task, check.name] = check
    for check in found.values():
        for need in check.needs:
            if (check.task, need) not in found:
                raise AuthoringError(
                    f"it needs {need!r}, which is no check of its task",
                    where=f"{course.where(folder)}: check {check.name}",
                )
    placed: dict[tuple[str, str], Check] = {}

    def place(check: Check) -> None:
        """A check comes after those that it needs, in whatever file they stand."""
        for need in check.needs:
            place(found[check.task, need])
        placed.setdefault((check.task, check.name), check)

    for check in found.values():
        place(check)
    yield from sorted(placed.values(), key=lambda check: order.index(check.task))


def _modules(course: Course, folder: Path) -> Iterator[ModuleType]:
    """The modules of a folder, as a package of a name of its own, so that several courses live in one process."""
    package = f"autograder_checks_{folder.name}_{hashlib.sha256(str(folder).encode()).hexdigest()[:8]}"
    for name in [name for name in sys.modules if name == package or name.startswith(package + ".")]:
        del sys.modules[name]
    parent = ModuleType(package)
    parent.__path__ = [str(folder)]
    sys.modules[package] = parent
    importlib.invalidate_caches()
    for path in sorted(folder.glob("[!_]*.py")):
        try:
            yield importlib.import_module(f"{package}.{path.stem}")
        except AuthoringError as error:
            raise AuthoringError(str(error), where=course.where(path)) from error
        except Exception as error:
            raise AuthoringError(
                f"these checks cannot be loaded: {type(error).__name__}: {error}", where=course.where(path)
            ) from error


def _specimens(course: Course, assignment: Assignment) -> list[Specimen]:
    folder = course.specimens(assignment.slug)
    tasks = {task.name for task in assignment.tasks}
    found: dict[tuple[str, str], Specimen] = {}
    for path in sorted(folder.glob("*/*.py")):
        where, task = course.where(path), path.parent.name
        if task not in tasks:
            raise AuthoringError(f"no task is called {task!r}", where=where, next_step="Name its folder for a task.")
        found[task, path.stem] = read_specimen(path, task, where)
    for specimen in found.values():
        for name in specimen.same_as:
            other = found.get((specimen.task, name))
            if other is None or specimen.name not in other.same_as:
                why = "is no specimen of its task" if other is None else "does not say the same of it"
                raise AuthoringError(
                    f"`Same as: {name}`, which {why}",
                    where=course.where(folder / specimen.task / f"{specimen.name}.py"),
                )
    return list(found.values())
