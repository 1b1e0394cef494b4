"""A gradebook in each kind of database."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from sqlalchemy import create_engine, text


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
