"""What may befall a run of `autograder grade` that is nobody's doing, and a small class for it to befall.

A fault is a function that takes a `Scene` and disturbs it: its name, and a docstring that says what is done and, after
`Holds:`, what must hold meanwhile, which it asserts. After each one, a further run must end with the gradebook, reports
and graded notebooks of an undisturbed one: `test_faults.py` sees to that, and `docs/security.md` lists them.
A kill at a random moment is one more (`test_kills.py`).
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from helpers import PROGRAMS, Ended, Program, all_gone, run, save, solved
from nbgrader.api import Gradebook

from autograder.cli import main
from autograder.course import CONFIG, COURSE_VARIABLE, Course

STUDENTS = [f"s{number}" for number in range(8)]
# Each takes a while, so that there is always one under way.
RIGHT = "import time\ntime.sleep(0.2)\n\n\ndef double(x):\n    return 2 * x\n"
WRONG = RIGHT.replace("2 * x", "x + 2")
HANGS = "while True:\n    pass\n"
TIME_JUMPS = """\
import itertools
import time

_real, _turn = time.time, itertools.count()


def _jumping():
    with open({told!r}, "a") as file:
        file.write("x")
    return _real() + (-400, 0, 400)[next(_turn) % 3] * 86400.0


time.time = _jumping
"""


def hand_in(course: Course, student: str, double: str) -> None:
    """A notebook with this answer to the first task, and the others right."""
    save(solved(course, double=double), course.root / "submitted" / student / "double" / "double.ipynb")


def hand_in_all(course: Course) -> None:
    """A class of which every third answer is wrong."""
    for number, student in enumerate(STUDENTS):
        hand_in(course, student, WRONG if number % 3 == 0 else RIGHT)


@dataclass(frozen=True)
class Scene:
    """A class that has handed in, in a course of its own, with an empty gradebook. `temporary`: where its runs have
    their temporary files; `seconds`: how long one of its submissions takes at least."""

    course: Course
    temporary: Path
    seconds: float

    @property
    def root(self) -> Path:
        return self.course.root

    @property
    def book(self) -> Path:
        return self.root / "gradebook.db"

    def configure(self, line: str) -> None:
        with (self.root / CONFIG).open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def start(self, *words: str, slug: str = "double", jobs: int = 1, **environment: str) -> Program:
        """The program, under way."""
        env = {key: value for key, value in os.environ.items() if key != COURSE_VARIABLE}
        env |= {"COLUMNS": "120", "USER": "tester", "TMPDIR": str(self.temporary)}
        return Program(
            [PROGRAMS / "autograder", "grade", slug, "--jobs", jobs, *words], cwd=self.root, env=env | environment
        )

    def grade(self, *words: str, slug: str = "double", **environment: str) -> Ended:
        """The program, to its end."""
        with self.start(*words, slug=slug, **environment) as process:
            out, err = process.communicate(timeout=240)
        return Ended(process.returncode, out, err)

    def grade_here(self) -> int:
        """The same code as the program's, in this process, which has imported it already. Gives the exit code."""
        with pytest.raises(SystemExit) as ended:
            main(["--course", str(self.root), "grade", "double", "--jobs", "1"])
        return int(ended.value.code or 0)

    def finished(self) -> list[Path]:
        """The reports that lie there."""
        return sorted((self.root / "reports" / "double").glob("[!.]*.json"))

    def forget(self) -> None:
        """As before its first run."""
        for name in ("reports", "autograded"):
            shutil.rmtree(self.root / name, ignore_errors=True)
        with contextlib.closing(sqlite3.connect(self.book)) as database:
            for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                if table not in ("alembic_version", "course"):
                    database.execute(f"DELETE FROM {table}")
            database.commit()

    def kept(self) -> Any:
        """Everything of the class that counts: in the gradebook, in reports/ and in autograded/. Ids, which are drawn,
        and durations are left out."""
        reports = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in self.finished()}
        for report in reports.values():
            del report["seconds"]
        marked = {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in (self.root / "autograded").rglob("*")
            if path.is_file()
        }
        return {"gradebook": in_gradebook(self.book), "reports": reports, "autograded": marked}

    def left(self) -> list[str]:
        """Files that are no result: half written, or temporary."""
        hidden = [*self.root.glob("autograded/**/.*"), *self.root.glob("reports/**/.*"), *self.root.glob("*.db-*")]
        return sorted(str(path) for path in [*hidden, *self.temporary.glob("autograder-*")])


def in_gradebook(path: Path) -> Any:
    """What a gradebook holds of the assignment, by the names of things."""
    with Gradebook(f"sqlite:///{path}", "mini") as gradebook:
        assignment = gradebook.find_assignment("double")
        cells = sorted((cell.name, cell.type) for one in assignment.notebooks for cell in one._base_cells)
        source = sorted((cell.name, cell.source) for one in assignment.notebooks for cell in one.source_cells)
        students: dict[str, Any] = {}
        for submission in gradebook.assignment_submissions("double"):
            grades = {
                g.name: (g.auto_score, g.manual_score, g.extra_credit, g.max_score, g.needs_manual_grade)
                for one in submission.notebooks
                for g in one.grades
            }
            said = {c.name: (c.auto_comment, c.manual_comment) for one in submission.notebooks for c in one.comments}
            late = [one.late_submission_penalty for one in submission.notebooks]
            students[submission.student.id] = (grades, said, late, str(submission.timestamp))
        return {"cells": cells, "source": source, "students": students, "known": len(gradebook.students)}


def ends_as_if_nothing_had_been(scene: Scene, undisturbed: Any) -> None:
    done = {path.name: path.stat().st_mtime_ns for path in scene.finished()}
    assert scene.grade_here() == 0
    assert scene.kept() == undisturbed
    assert scene.left() == []
    after = {path.name: path.stat().st_mtime_ns for path in scene.finished()}
    assert {name: after[name] for name in done} == done


def cast(process: Program) -> Mapping[str, psutil.Process]:
    """Who is who among a run's processes: `run`, and of `forkserver`, `worker` and `zygote` those that are there."""
    found: dict[str, psutil.Process] = {}
    with contextlib.suppress(psutil.Error):
        found["run"] = psutil.Process(process.pid)
        servers = [one for one in found["run"].children() if "forkserver" in " ".join(one.cmdline())]
        for server in servers:
            found["forkserver"] = server
            for worker in server.children():
                found["worker"] = worker
                inner = worker.children()
                while inner and inner[0].name() == "bwrap":
                    inner = inner[0].children()
                if inner:
                    found["zygote"] = inner[0]
    return found


# Killed at a random moment

VICTIMS = ("run", "worker", "zygote", "forkserver")
KILLS = range(52)


@dataclass(frozen=True)
class Kill:
    """`kill -9`: of whom, after how many submissions are done, and how far into the next one; `jobs`: of how many
    workers the run has."""

    victim: str
    jobs: int
    after: int
    part: float

    @classmethod
    def drawn(cls, seed: int) -> Kill:
        chance = random.Random(seed)
        return cls(
            VICTIMS[seed % len(VICTIMS)], chance.choice((1, 2)), chance.randrange(len(STUDENTS) // 2), chance.random()
        )

    def strike(self, scene: Scene) -> bool:
        """A run in which this happens, to its end. Gives whether it did: on a busy machine a run may be over first."""
        struck = False
        with scene.start(jobs=self.jobs) as process:
            while process.poll() is None and not (len(scene.finished()) >= self.after and self.victim in cast(process)):
                time.sleep(0.001)
            time.sleep(self.part * scene.seconds)  # the draw: whatever is under way by then
            others = process.below()
            with contextlib.suppress(KeyError, psutil.NoSuchProcess):
                cast(process)[self.victim].kill()
                struck = True
            out, err = process.communicate(timeout=240)
        if self.victim == "run" and process.returncode == 0:
            struck = False
        assert process.returncode == (-signal.SIGKILL if struck and self.victim == "run" else 0), (out, err)
        assert all_gone(others)
        return struck


# Faults

A_LINE = "Marks written before this are kept; the next run goes on."


def one_line(ended: Ended, *words: str) -> None:
    assert (ended.code, ended.out.strip(), ended.err.count("\n")) == (2, "", 1), ended
    assert [word for word in words if word not in ended.err] == [], ended.err


@contextlib.contextmanager
def stopped(process: Program) -> Iterator[None]:
    """It does nothing meanwhile, and does not end."""
    process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)


@contextlib.contextmanager
def mounted(place: Path, *words: str) -> Iterator[None]:
    """A mount, which only some machines let one make."""
    done = subprocess.run(["mount", *words, str(place)], check=False, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"for want of the right to mount: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@contextlib.contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nothing in this folder can be written. Root may write whatever its mode says: for root it is a mount."""
    if os.geteuid() == 0:
        with mounted(folder, "--bind", str(folder)):
            subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
            yield
    else:
        folder.chmod(0o555)
        try:
            yield
        finally:
            folder.chmod(0o755)


def full_disk(scene: Scene, name: str, room: int) -> None:
    """A run with so many bytes left on the file system that one of its folders is on; then there is room again."""
    place = scene.root / name
    place.mkdir(exist_ok=True)
    with mounted(place, "-t", "tmpfs", "-o", "size=256k", "tmpfs"):
        if name == "gradebook":
            shutil.move(scene.book, place)
            scene.configure(f'c.CourseDirectory.db_url = "sqlite:///{place}/gradebook.db"')
        with contextlib.suppress(OSError), (place / "ballast").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        os.truncate(place / "ballast", (place / "ballast").stat().st_size - room)
        ended = scene.grade()
        (place / "ballast").unlink()
        kept = shutil.copytree(place, scene.root / "kept")
    one_line(ended, f"{'sqlite:///' if name == 'gradebook' else ''}{place}/")
    assert any(why in ended.err for why in ("No space left", "database or disk is full", "disk I/O error")), ended.err
    shutil.copytree(kept, scene.root if name == "gradebook" else place, dirs_exist_ok=True)
    shutil.rmtree(kept)
    if name == "gradebook":
        scene.configure(f'c.CourseDirectory.db_url = "sqlite:///{scene.book}"')


def disk_full_in_autograded(scene: Scene) -> None:
    """The disk is full while graded notebooks are written.

    Holds: one line that names the file; exit 2.
    """
    full_disk(scene, "autograded", 32768)


def disk_full_in_reports(scene: Scene) -> None:
    """The disk is full while reports are written.

    Holds: one line that names the file; exit 2.
    """
    full_disk(scene, "reports", 8192)


def disk_full_in_gradebook(scene: Scene) -> None:
    """The disk is full while the gradebook is written.

    Holds: one line that names the gradebook; exit 2; no submission is half written.
    """
    full_disk(scene, "gradebook", 8192)


def gradebook_locked(scene: Scene) -> None:
    """Another program holds the gradebook for longer than a run waits.

    Holds: one line; exit 2.
    """
    scene.configure(f'c.CourseDirectory.db_url = "sqlite:///{scene.book}?timeout=0.2"')
    with contextlib.closing(sqlite3.connect(scene.book, isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        ended = scene.grade()
    one_line(ended, f"{scene.book}", "database is locked", A_LINE)


def gradebook_locked_meanwhile(scene: Scene) -> None:
    """Another program takes the gradebook in the middle of a run, and lets it go while the run waits.

    Holds: the run waits, and ends with everything.
    """
    with scene.start() as process:
        process.until(lambda: len(scene.finished()) >= 2)
        with contextlib.closing(sqlite3.connect(scene.book, isolation_level=None, timeout=60)) as holder:
            holder.execute("BEGIN EXCLUSIVE")
            held = len(scene.finished())
            time.sleep(2 * scene.seconds)
            assert len(scene.finished()) <= held + 1  # the one whose marks were in the book
            holder.execute("COMMIT")
        assert process.communicate(timeout=240)[1] == ""
    assert process.returncode == 0


def gradebook_read_only(scene: Scene) -> None:
    """The gradebook can only be read.

    Holds: one line; exit 2; not a byte of it changes.
    """
    scene.configure(f'c.CourseDirectory.db_url = "sqlite:///file:{scene.book}?mode=ro&uri=true"')
    before = scene.book.read_bytes()
    one_line(scene.grade(), "attempt to write a readonly database", A_LINE)
    assert scene.book.read_bytes() == before
    scene.configure(f'c.CourseDirectory.db_url = "sqlite:///{scene.book}"')


def course_read_only(scene: Scene) -> None:
    """The course's folder can only be read.

    Holds: one line; exit 2; nothing in it changes.
    """
    with read_only(scene.root):
        ended = scene.grade()
    assert ended.code == 2
    assert ended.err.splitlines()[-1].startswith(f"autograder: {scene.root}: it cannot be written: "), ended.err
    assert scene.finished() == []


def gradebook_of_an_older_nbgrader(scene: Scene) -> None:
    """The gradebook is an older nbgrader's, which knew no courses.

    Holds: one line that says `nbgrader db upgrade`; not a byte of it changes; upgraded, it is written.
    """
    with contextlib.closing(sqlite3.connect(scene.book)) as database:
        database.executescript(
            """
            DROP TABLE course;
            DROP TABLE assignment;
            CREATE TABLE assignment (id VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(128) NOT NULL UNIQUE,
                                     duedate DATETIME);
            UPDATE alembic_version SET version_num = '282d30a0218e';
            """
        )
    before = scene.book.read_bytes()
    one_line(scene.grade(), "another nbgrader's (its tables are 282d30a0218e", "Run `nbgrader db upgrade`")
    assert scene.book.read_bytes() == before
    upgraded = run("nbgrader", "db", "upgrade", cwd=scene.root)
    assert upgraded.returncode == 0, upgraded.stderr
    for backup in scene.root.glob("gradebook.db.*"):
        backup.unlink()


def gradebook_half_made(scene: Scene) -> None:
    """A run was killed while it made a new gradebook: tables, and no word on whose they are.

    Holds: the next run takes it.
    """
    with contextlib.closing(sqlite3.connect(scene.book)) as database:
        database.execute("DROP TABLE alembic_version")
        database.execute("DROP TABLE comment")
        database.commit()


def report_half_written(scene: Scene) -> None:
    """A report ends in the middle, as after a power cut, and a graded notebook is gone.

    Holds: these two submissions are graded again, and no other.
    """
    assert scene.grade().code == 0
    path = scene.finished()[0]
    path.write_bytes(path.read_bytes()[:100])
    shutil.rmtree(scene.root / "autograded" / STUDENTS[1])
    ended = scene.grade()
    assert (ended.code, "2 submissions graded in" in ended.out) == (0, True), ended


def clock_goes_back(scene: Scene) -> None:
    """Half a class is graded, then the clock goes back by years: all that is there is from the future.

    Holds: what is graded is left alone, the rest is graded.
    """
    assert scene.grade("--student", STUDENTS[0], "--student", STUDENTS[1]).code == 0
    later = time.time() + 20 * 365 * 86400
    for path in [scene.root, *scene.root.rglob("*")]:
        os.utime(path, (later, later))
    before = [path.stat().st_mtime_ns for path in scene.finished()]
    ended = scene.grade()
    assert (ended.code, f"{len(STUDENTS) - 2} submissions graded in" in ended.out) == (0, True), ended
    assert [path.stat().st_mtime_ns for path in scene.finished()[:2]] == before


def clock_jumps(scene: Scene) -> None:
    """During a run, the wall clock jumps by 400 days each time that the run or a worker looks at it.

    Holds: no submission is stopped early or late, and none is marked otherwise.
    """
    place, told = scene.temporary / "jumps", scene.temporary / "told"
    place.mkdir()
    (place / "sitecustomize.py").write_text(TIME_JUMPS.format(told=str(told)), encoding="utf-8")
    ended = scene.grade(PYTHONPATH=os.pathsep.join(filter(None, [str(place), os.environ.get("PYTHONPATH", "")])))
    assert (ended.code, ended.err, f"{len(STUDENTS)} submissions graded in" in ended.out) == (0, "", True), ended
    assert told.stat().st_size > 0
    shutil.rmtree(place)
    told.unlink()


def two_runs_at_once(scene: Scene) -> None:
    """A second run is started in the middle of the first.

    Holds: the second says in one line that it must wait, exit 2; the first ends with everything.
    """
    with scene.start() as first:
        first.until(scene.finished)
        with stopped(first):
            second = scene.grade()
        assert first.communicate(timeout=240)[1] == ""
    assert first.returncode == 0
    one_line(second, f"{scene.root}: another `autograder grade` is at work. Wait for it to end.")


def two_assignments_at_once(scene: Scene) -> None:
    """A run of another assignment of the same course is started in the middle of the first.

    Holds: the same; started again, the other ends with its own marks, and each has touched its own alone.
    """
    for place in ("assignments", "solutions", "autograder/checks", "autograder/specimens"):
        shutil.copytree(scene.root / place / "double", scene.root / place / "twice")
    built = run("autograder", "build", "twice", cwd=scene.root)
    assert built.returncode == 0, built.stderr
    save(solved(scene.course, "twice"), scene.root / "submitted" / STUDENTS[0] / "twice" / "twice.ipynb")
    with scene.start() as first:
        first.until(scene.finished)
        with stopped(first):
            second = scene.grade(slug="twice")
        assert first.communicate(timeout=240)[1] == ""
    one_line(second, "another `autograder grade` is at work")
    before = scene.kept()
    assert scene.grade(slug="twice").code == 0
    after = scene.kept()
    mine = {name: text for name, text in after["autograded"].items() if "/twice/" not in name}
    assert {**after, "autograded": mine} == before
    report = json.loads((scene.root / "reports" / "twice" / f"{STUDENTS[0]}.json").read_text(encoding="utf-8"))
    assert report["score"] == 4.0
    shutil.rmtree(scene.root / "autograded" / STUDENTS[0] / "twice")


def ctrl_c(scene: Scene) -> None:
    """Ctrl-C while two submissions hang.

    Holds: exit 130 without a word; no process is left; what is finished stays.
    """
    for student in ("t1", "t2"):
        hand_in(scene.course, student, HANGS)
    with scene.start(jobs=2) as process:
        process.until(lambda: len(scene.finished()) == len(STUDENTS))
        others = process.below()
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (130, "")
        assert all_gone(others)
    for student in ("t1", "t2"):
        shutil.rmtree(scene.root / "submitted" / student)


@dataclass(frozen=True)
class Fault:
    """A row of the register. `slow`: it takes many seconds."""

    do: Callable[[Scene], None]
    slow: bool = False

    @property
    def name(self) -> str:
        return self.do.__name__.replace("_", " ")

    @property
    def done(self) -> str:
        """What is done, in a sentence."""
        return self._words()[0]

    @property
    def holds(self) -> str:
        """What must hold meanwhile."""
        return self._words()[1]

    def _words(self) -> tuple[str, str]:
        done, mark, holds = " ".join((self.do.__doc__ or "").split()).partition(" Holds: ")
        if not (done and mark and holds):
            raise ValueError(f"the fault {self.do.__name__} does not say what is done and what holds")
        return done, holds


FAULTS = (
    Fault(disk_full_in_autograded, slow=True),
    Fault(disk_full_in_reports, slow=True),
    Fault(disk_full_in_gradebook, slow=True),
    Fault(gradebook_locked, slow=True),
    Fault(gradebook_locked_meanwhile, slow=True),
    Fault(gradebook_read_only),
    Fault(course_read_only, slow=True),
    Fault(gradebook_of_an_older_nbgrader, slow=True),
    Fault(gradebook_half_made),
    Fault(report_half_written, slow=True),
    Fault(clock_goes_back, slow=True),
    Fault(clock_jumps, slow=True),
    Fault(two_runs_at_once, slow=True),
    Fault(two_assignments_at_once, slow=True),
    Fault(ctrl_c, slow=True),
)
