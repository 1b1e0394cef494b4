"""The engine: runs submissions behind a wall, and judges them from outside."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import nbformat
from nbformat import NotebookNode

from autograder.errors import StudentEnded, StudentRaised
from autograder.grading.mark import in_words
from autograder.grading.rebuild import Master, rebuild
from autograder.grading.submission import Step, plan, seed, ungraded
from autograder.judging.judge import Judge
from autograder.sandbox.client import Sandbox
from autograder.sandbox.isolation import Isolation
from autograder.sandbox.limits import Limits
from autograder.student.outputs import error_output
from autograder.student.sandboxed import SandboxedStudent
from autograder.student.vocabulary import Plain
from autograder.verdict import Report, TaskVerdict, absent

_TRIES = 3
_Result = TypeVar("_Result")


@dataclass
class _Run:
    """What came of a submission so far."""

    judged: dict[str, TaskVerdict] = field(default_factory=dict)
    outputs: dict[int, list[Plain]] = field(default_factory=dict)
    status: str = "graded"
    attention: list[str] = field(default_factory=list)

    def ended(self, error: StudentEnded, where: str) -> None:
        if self.status == "graded":
            self.status = _status(error)
        self.attention.append(f"{where}: {error}")


def _status(error: StudentEnded) -> str:
    """The report's word for what ended a submission."""
    return error.status if error.status in ("timed-out", "out-of-memory") else "crashed"


def stamp(verdict: TaskVerdict) -> list[Plain]:
    """A marking cell's outputs: the words, and the points as nbgrader's partial credit."""
    return [
        {"output_type": "stream", "name": "stdout", "text": in_words(verdict) + "\n"},
        {"output_type": "execute_result", "data": {"text/plain": repr(float(verdict.score))}, "metadata": {}}
        | {"execution_count": None},
    ]


class Engine:
    """Grades one submission after another, each in a process of its own. Use as a context manager."""

    def __init__(self, isolation: Isolation, limits: Limits, ahead: bool = False) -> None:
        """`ahead`: for many submissions, see `Sandbox`."""
        self._sandbox = Sandbox(isolation, limits, ahead)
        self._isolation = isolation

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End the sandbox."""
        self._sandbox.stop()

    def grade_module(self, judge: Judge, code: str) -> Report:
        """Run a module and judge each task whose names it defines; the others are not attempted."""
        return self.unless_lost(lambda: self._module(judge, code))

    def _module(self, judge: Judge, code: str) -> Report:
        started = time.perf_counter()
        assignment = judge.exam.assignment
        key = hashlib.sha256(code.encode()).hexdigest()
        with SandboxedStudent(self._sandbox) as student:
            try:
                student.run_module(assignment.given)
                student.run_module(code)
            except StudentRaised as error:
                why = f"the module stopped with {error.raised.name}: {error.raised.message}"
                return self._stamped(ungraded(judge, "invalid", why), started)
            except StudentEnded as error:
                return self._stamped(ungraded(judge, _status(error), str(error).rstrip(".")), started)
            run = _Run()
            for task in assignment.tasks:
                self._judge(judge, task.name, student, key, run)
        return self._report(judge, run, started)

    def grade_notebook(self, judge: Judge, notebook: NotebookNode, master: Master) -> Report:
        """Run a notebook cell by cell, and judge each task where its marking cell stands."""
        return self.run_notebook(judge, notebook, master)[0]

    def run_notebook(
        self, judge: Judge, notebook: NotebookNode, master: Master, files: Mapping[str, bytes] | None = None
    ) -> tuple[Report, NotebookNode]:
        """The report, and the notebook as it was rebuilt, run and marked. `files`: what its cells find beside it."""
        return self.unless_lost(lambda: self._notebook(judge, notebook, master, files))

    def _notebook(
        self, judge: Judge, notebook: NotebookNode, master: Master, files: Mapping[str, bytes] | None
    ) -> tuple[Report, NotebookNode]:
        started = time.perf_counter()
        rebuilt, attention = rebuild(notebook, master)
        steps = plan(rebuilt, judge.exam.assignment)
        run = _Run(attention=list(attention))
        with SandboxedStudent(self._sandbox) as student:
            if files:
                student.put_files(files)
            self._walk(judge, steps, student, seed(steps, files or {}), run)
        for number, rows in run.outputs.items():
            rebuilt.cells[number].outputs = [nbformat.from_dict(row) for row in rows]
        return self._report(judge, run, started), rebuilt

    def unless_lost(self, grade: Callable[[], _Result]) -> _Result:
        """What grading comes to; from the start where the sandbox itself was lost under it, which is no student's
        fault. The last try stands, whatever it is: a submission that ends its sandbox each time fails closed."""
        for _ in range(_TRIES - 1):
            before = self._sandbox.losses
            try:
                result = grade()
            except StudentEnded:  # while its files were written
                if self._sandbox.losses == before:
                    raise
            else:
                if self._sandbox.losses == before:
                    return result
        return grade()

    def student(self) -> SandboxedStudent:
        """A process for a submission that is judged elsewhere. Use as a context manager."""
        return SandboxedStudent(self._sandbox)

    def _walk(self, judge: Judge, steps: Sequence[Step], student: SandboxedStudent, key: str, run: _Run) -> None:
        for number, step in enumerate(steps, 1):
            if step.task is not None:
                self._judge(judge, step.task, student, key, run)
                if step.task in run.judged:
                    run.outputs[step.cell] = stamp(run.judged[step.task])
                continue
            try:
                run.outputs[step.cell] = student.run(step.code)
            except StudentEnded as error:
                run.outputs[step.cell] = [error_output("Ended", str(error))]
                run.ended(error, f"code cell {number}")

    def _judge(self, judge: Judge, task: str, student: SandboxedStudent, key: str, run: _Run) -> None:
        try:
            run.judged[task] = judge.task(task, student, key, run.judged)
        except StudentEnded as error:  # between checks: the cells themselves do not run a second time
            run.ended(error, task)
        run.attention += [f"{task}: in a check: {sentence}" for sentence in dict.fromkeys(student.incidents)]
        student.incidents.clear()

    def _report(self, judge: Judge, run: _Run, started: float) -> Report:
        lost = {task.task: task for task in ungraded(judge, run.status, "its process was lost").tasks}
        tasks = tuple(run.judged.get(task.name, lost[task.name]) for task in judge.exam.assignment.tasks)
        report = Report(
            judge.exam.assignment.slug, tasks, status=run.status, attention=(*run.attention, *absent(tasks))
        )
        return self._stamped(report, started)

    def _stamped(self, report: Report, started: float) -> Report:
        return replace(report, seconds=time.perf_counter() - started, isolation=self._isolation.value)
