"""What tests of `autograder grade` share: the command, what it leaves, and a gradebook in each kind of database."""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import Command, Ended, release, save, solved
from nbgrader.api import Gradebook
from sqlalchemy import create_engine, text
from three import CLASS, WRONG, Clerk, notebook_of, with_clerk

from autograder.course import Course
from autograder.grading import grade as grading
from autograder.sandbox.isolation import Isolation


@pytest.fixture
def grade(program: Command) -> Command:
    """`grade(course, *words, slug="double")` runs `autograder grade` in this process, with one worker."""

    def call(course: Course, *words: str, slug: str = "double") -> Ended:
        jobs = () if "--jobs" in words else ("--jobs", "1")
        return program("--course", course.root, "grade", slug, *words, *jobs)

    return call


@pytest.fixture
def listing() -> Callable[[Path], dict[str, tuple[int, int]]]:
    """`listing(folder)`: every path in it, with size and time of change. Compiled files of checks count, too."""

    def look(folder: Path) -> dict[str, tuple[int, int]]:
        found = {str(path.relative_to(folder)): path.lstat() for path in folder.rglob("*")}
        return {name: (stat.st_size, stat.st_mtime_ns) for name, stat in found.items()}

    return look


@pytest.fixture(scope="session")
def in_gradebook() -> Callable[..., dict[str, Any]]:
    """`in_gradebook(course, what)`: for each student, an attribute of each grade that has points, by grade id."""

    def look(course: Course, what: str = "auto_score", slug: str = "double") -> dict[str, Any]:
        with Gradebook(f"sqlite:///{course.root}/gradebook.db", "") as gradebook:
            return {
                one.student.id: {g.name: getattr(g, what) for n in one.notebooks for g in n.grades if g.max_score}
                for one in gradebook.assignment_submissions(slug)
            }

    return look


@pytest.fixture(scope="session")
def report_of() -> Callable[..., Any]:
    """`report_of(course, student)`: the report that lies in reports/."""

    def read(course: Course, student: str, slug: str = "double") -> Any:
        return json.loads((course.root / "reports" / slug / f"{student}.json").read_text(encoding="utf-8"))

    return read


@pytest.fixture(scope="session")
def three(tmp_path_factory: pytest.TempPathFactory, make_course: Callable[[Path], Course]) -> Course:
    """A class of three: a right answer, a wrong one, and none."""
    course = make_course(tmp_path_factory.mktemp("again") / "mini")
    save(solved(course), notebook_of(course, "ada"))
    save(solved(course, double=WRONG), notebook_of(course, "bob"))
    save(release(course), notebook_of(course, "cleo"))
    return course


@pytest.fixture
def course(three: Course, tmp_path: Path) -> Course:
    """The class, not graded."""
    shutil.copytree(three.root, tmp_path / "course")
    return Course(tmp_path / "course")


@pytest.fixture
def clerk(monkeypatch: pytest.MonkeyPatch) -> Clerk:
    return with_clerk(monkeypatch)


@pytest.fixture(scope="session")
def graded_three(three: Course, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The class, graded by a clerk."""
    made = Course(tmp_path_factory.mktemp("graded") / "mini")
    shutil.copytree(three.root, made.root)
    with pytest.MonkeyPatch.context() as patch:
        clerk = with_clerk(patch)
        run = grading.Grading(made, "double", Isolation.NONE)
        run.run(run.students(), jobs=1)
    assert clerk.got == [*CLASS]
    return made


@pytest.fixture
def graded(graded_three: Course, tmp_path: Path) -> Course:
    shutil.copytree(graded_three.root, tmp_path / "graded")
    return Course(tmp_path / "graded")


def _folder_of_programs() -> Path | None:
    """Where Debian, or PATH, has PostgreSQL's server; the newest."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[-3].split(".")[0]))
    on_path = shutil.which("pg_ctl")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """A server of this session's own, on a socket in its folder: the address of its first database."""
    programs = _folder_of_programs()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is not installed: apt-get install postgresql")
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        before: list[str] = []
        if os.getuid() == 0:  # the server refuses to run as root
            user = next(name for name in ("postgres", "nobody") if name in {row.pw_name for row in pwd.getpwall()})
            row = pwd.getpwnam(user)
            os.chown(folder, row.pw_uid, row.pw_gid)
            before = ["setpriv", f"--reuid={row.pw_uid}", f"--regid={row.pw_gid}", "--clear-groups"]

        def ask(program: str, *arguments: str) -> None:
            subprocess.run(
                [*before, str(programs / program), *arguments],
                cwd=folder,
                check=True,
                timeout=120,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )

        data = str(folder / "data")
        ask("initdb", "-D", data, "-U", "tester", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        ask("pg_ctl", "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql+psycopg://tester@/postgres?host={folder}"
        finally:
            ask("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")


def _create(server: str, words: str = "") -> str:
    """Make a database on the server: its address."""
    name = f"course_{uuid.uuid4().hex}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with contextlib.closing(engine.connect()) as connection:
        connection.execute(text(f"CREATE DATABASE {name} {words}"))
    engine.dispose()
    return server.replace("/postgres?", f"/{name}?")


@pytest.fixture(scope="session")
def postgresql_gradebook(postgresql_server: str) -> str:
    """The address of a gradebook with nothing in it: nbgrader takes seconds to make one."""
    address = _create(postgresql_server)
    Gradebook(address, "course").close()
    return address


@pytest.fixture(scope="session")
def sqlite_gradebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gradebook with nothing in it."""
    path = tmp_path_factory.mktemp("empty") / "gradebook.db"
    Gradebook(f"sqlite:///{path}", "course").close()
    return path


@pytest.fixture
def postgresql(postgresql_server: str, postgresql_gradebook: str) -> str:
    """The address of a gradebook of this test's own."""
    name = postgresql_gradebook.split("@/")[1].split("?", maxsplit=1)[0]
    return _create(postgresql_server, f"TEMPLATE {name}")


@pytest.fixture
def sqlite(sqlite_gradebook: Path, tmp_path: Path) -> str:
    """The address of a gradebook of this test's own."""
    shutil.copy(sqlite_gradebook, tmp_path)
    return f"sqlite:///{tmp_path}/gradebook.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The address of a gradebook in each kind of database that is promised."""
    address: str = request.getfixturevalue(request.param)
    return address


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/gradebook.db"
    return _create(request.getfixturevalue("postgresql_server"))
