"""Frozen results, and their JSON form (format 1)."""

from __future__ import annotations

import dataclasses
import json
import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

FORMAT = 1


class Outcome(StrEnum):
    """What became of a check. Only `passed` earns points."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_JUDGED = "not judged"


@dataclass(frozen=True)
class CheckVerdict:
    """One check of one submission. `message` is for the student; empty where the check passed."""

    check: str
    title: str
    outcome: Outcome
    points: float
    max_points: float
    message: str = ""
    misconception: str | None = None


Numbers = tuple[tuple[float | None, ...], ...]


@dataclass(frozen=True)
class Picture:
    """Two matrices of one shape to look at beside each other: the student's, in which None is no number, and the right
    one."""

    title: str
    theirs: Numbers
    right: Numbers


@dataclass(frozen=True)
class TaskVerdict:
    """One task of one submission. `follow_through`: judged with the reference in place of an earlier, wrong answer."""

    task: str
    checks: tuple[CheckVerdict, ...]
    follow_through: bool = False
    attempted: bool = True
    pictures: tuple[Picture, ...] = ()

    @property
    def score(self) -> float:
        return sum(check.points for check in self.checks)

    @property
    def max_score(self) -> float:
        return sum(check.max_points for check in self.checks)

    @property
    def misconceptions(self) -> tuple[str, ...]:
        """The names that its failed checks were given, each once, in order."""
        return tuple(dict.fromkeys(check.misconception for check in self.checks if check.misconception))


def absent(tasks: tuple[TaskVerdict, ...]) -> tuple[str, ...]:
    """A sentence for each task that was not attempted."""
    return tuple(f"{task.task} was not attempted" for task in tasks if not task.attempted)


@dataclass(frozen=True)
class Report:
    """One submission's marks. `status` is "graded", or the reason why it could not be wholly."""

    assignment: str
    tasks: tuple[TaskVerdict, ...]
    status: str = "graded"
    seconds: float = 0.0
    isolation: str = "none"
    attention: tuple[str, ...] = ()

    @property
    def score(self) -> float:
        return sum(task.score for task in self.tasks)

    @property
    def max_score(self) -> float:
        return sum(task.max_score for task in self.tasks)

    @property
    def concerns(self) -> tuple[str, ...]:
        """What of `attention` a human should look at: all but that a task was not attempted."""
        expected = absent(self.tasks)
        return tuple(sentence for sentence in self.attention if sentence not in expected)

    def task(self, name: str) -> TaskVerdict:
        return next(task for task in self.tasks if task.task == name)

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "assignment": self.assignment,
            "status": self.status,
            "score": self.score,
            "max_score": self.max_score,
            "seconds": round(self.seconds, 3),
            "isolation": self.isolation,
            "tasks": [
                {
                    "task": task.task,
                    "score": task.score,
                    "max_score": task.max_score,
                    "follow_through": task.follow_through,
                    "attempted": task.attempted,
                    "checks": [dataclasses.asdict(check) for check in task.checks],
                }
                | ({"pictures": [dataclasses.asdict(one) for one in task.pictures]} if task.pictures else {})
                for task in self.tasks
            ],
            "attention": list(self.attention),
        }

    @classmethod
    def from_dict(cls, row: Any) -> Report:
        """A report from its JSON form. Raises ValueError for anything that is not one."""
        try:
            if row["format"] != FORMAT:
                raise ValueError(f"a report of format {row['format']!r}")
            tasks = tuple(
                TaskVerdict(
                    _text(task["task"]),
                    tuple(_check(check) for check in task["checks"]),
                    follow_through=task["follow_through"] is True,
                    attempted=task["attempted"] is True,
                    pictures=tuple(_picture(one) for one in task.get("pictures", ())),
                )
                for task in row["tasks"]
            )
            return cls(
                _text(row["assignment"]),
                tasks,
                status=_text(row["status"]),
                seconds=_number(row["seconds"]),
                isolation=_text(row["isolation"]),
                attention=tuple(map(_text, row["attention"])),
            )
        except (KeyError, TypeError, AttributeError, OverflowError) as error:
            raise ValueError(f"not a report: {error}") from error

    def to_json(self, **more: Any) -> str:
        """One line of JSON. `more`: entries to put beside the report's own, such as a path."""
        text = json.dumps({**self.to_dict(), **more}, ensure_ascii=False)
        return text.encode("utf-8", "replace").decode()  # a student's message may hold half a character


def _check(row: Any) -> CheckVerdict:
    outcome, points, most = Outcome(row["outcome"]), _number(row["points"]), _number(row["max_points"])
    if not 0 <= points <= most or (points and outcome is not Outcome.PASSED):
        raise ValueError(f"{points} of {most} points for a check that {outcome}")
    misconception = None if row["misconception"] is None else _text(row["misconception"])
    return CheckVerdict(
        _text(row["check"]), _text(row["title"]), outcome, points, most, _text(row["message"]), misconception
    )


def _picture(row: Any) -> Picture:
    picture = Picture(_text(row["title"]), _numbers(row["theirs"]), _numbers(row["right"]))
    if [*map(len, picture.theirs)] != [*map(len, picture.right)] or len({*map(len, picture.right)}) != 1:
        raise ValueError("a picture of two shapes")
    if not picture.right[0]:
        raise ValueError("a picture of nothing")
    return picture


def _numbers(rows: Any) -> Numbers:
    return tuple(tuple(None if value is None else _number(value) for value in row) for row in rows)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"text expected, not {value!r}")
    return value


def _number(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise ValueError(f"a number expected, not {value!r}")
    return float(value)
