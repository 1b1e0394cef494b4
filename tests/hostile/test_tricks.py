"""A submission can harm no mark but its own, and learns nothing hidden."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator

import psutil
import pytest
from helpers import Program
from trial import (
    IN_THE_ENVIRONMENT,
    LIMITS,
    Classroom,
    Strangers,
    Traces,
    Trick,
    descendants,
    grade,
    leaks,
    make_course,
    reaches_the_student,
    said,
    scores,
    tricks,
    verdicts,
)

from autograder.grading.engine import Engine
from autograder.sandbox.isolation import Isolation, probe_bubblewrap, probe_landlock
from autograder.verdict import Report

WORKS = {Isolation.BUBBLEWRAP: probe_bubblewrap(), Isolation.LANDLOCK: probe_landlock()}


def _tried() -> list[object]:
    parameters = []
    for trick in tricks():
        for level in (Isolation.BUBBLEWRAP, Isolation.LANDLOCK):
            if level is Isolation.LANDLOCK and not trick.landlock:
                continue
            marks = [pytest.mark.skipif(not WORKS[level].works and not os.environ.get("CI"), reason=WORKS[level].why)]
            if trick.open:
                marks.append(pytest.mark.xfail(strict=True, reason=trick.open))
            name = f"{level}-{trick.family}-{trick.name}"
            parameters.append(pytest.param(level, trick, marks=marks, id=name))
    return sorted(parameters, key=lambda parameter: str(parameter.id))


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Classroom]:
    course = make_course(tmp_path_factory.mktemp("hostile"))
    return {"double": Classroom.of(course, "double"), "learned_positions": Classroom.real()}


@pytest.fixture(scope="module")
def strangers() -> Strangers:
    """What other modules' tests left running below this process."""
    return frozenset(descendants())


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory, strangers: Strangers) -> Iterator[dict[Isolation, Engine]]:
    """One for each wall. The host's environment has something to find, and its temporary folder holds nothing else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("temporary")))
        patch.setenv("CANARY", IN_THE_ENVIRONMENT)
        made = {level: Engine(level, LIMITS) for level in WORKS}
        yield made
        for engine in made.values():
            engine.stop()


@pytest.fixture(scope="module")
def alone(rooms: dict[str, Classroom], engines: dict[Isolation, Engine]) -> dict[Isolation, Report]:
    """What the honest submission gets before anybody else has been graded."""
    room = rooms["double"]
    return {level: verdicts(grade(engines[level], room, room.honest())[0]) for level in WORKS if WORKS[level].works}


@pytest.mark.parametrize(("level", "trick"), _tried())
def test_the_trick_gains_nothing_and_leaves_nothing(
    level: Isolation,
    trick: Trick,
    rooms: dict[str, Classroom],
    engines: dict[Isolation, Engine],
    alone: dict[Isolation, Report],
    strangers: Strangers,
) -> None:
    room, engine = rooms[trick.course], engines[level]
    before = Traces.now(strangers)
    notebook = room.hand_in(trick)
    report, outputs = grade(engine, room, notebook)
    text = reaches_the_student(notebook, report, outputs)
    assert leaks(text, room) == []
    assert report.status in trick.status, report.attention
    assert scores(report) in trick.scores, said(outputs)[-2000:]
    unnamed = [s for s in report.attention if not any(re.search(pattern, s) for pattern in trick.attention)]
    assert unnamed == []
    assert [p for p in trick.attention if not any(re.search(p, s) for s in report.attention)] == []
    assert [pattern for pattern in trick.says if not re.search(pattern, said(outputs), re.M)] == [], said(outputs)[
        -2000:
    ]
    assert Traces.now(strangers).unlike(before) == []
    honest = rooms["double"]
    assert verdicts(grade(engine, honest, honest.honest())[0]) == alone[level]


def test_what_is_left_behind_is_seen(engines: dict[Isolation, Engine], strangers: Strangers) -> None:
    """And what was there before, a stranger's end for one, is not taken for it."""
    with Program(["sleep", "60"]) as earlier:
        known = strangers | {psutil.Process(earlier.pid)}
        before = Traces.now(known)
        with Program(["sleep", "60"]) as later, tempfile.TemporaryFile(), tempfile.NamedTemporaryFile() as file:
            earlier.kill()
            earlier.wait()
            found = "\n".join(Traces.now(known).unlike(before))
            assert re.search(rf"^left: .*'pid': {later.pid}\b", found, re.M)
            assert f"files: {file.name} is left" in found
            assert "(deleted) is left" in found
            assert not re.search(rf"'pid': {earlier.pid}\b", found)
            later.kill()
    assert Traces.now(known).unlike(before) == []
