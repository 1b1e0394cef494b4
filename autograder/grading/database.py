"""The way to nbgrader's database: opened with patience, and what goes wrong there in one line."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import nbgrader
from alembic.script import ScriptDirectory
from nbgrader import api
from sqlalchemy import URL, create_engine, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from autograder.errors import CourseError, ToolError

# How long another program may hold the database before this one gives up, unless the address says otherwise.
_LOCK_SECONDS = 60


def open_gradebook(url: str, course_id: str) -> api.Gradebook:
    """The gradebook at this address, made if there is none.

    It waits for another program's lock for a minute, or as long as the address says: `sqlite:///gradebook.db?timeout=5`
    in seconds, `postgresql+psycopg://…?options=-c lock_timeout=5000` in milliseconds. Raises ToolError where it cannot
    be used, or another nbgrader's tables are in it: to those nothing is added.
    """
    with explained(url):
        address = _patient(_address(url))
        found, known = _version(address), _known_version()
        if found not in (None, known):
            raise ToolError(
                f"the gradebook is another nbgrader's (its tables are {found}, {nbgrader.__version__} has {known})",
                where=_words(url),
                next_step="Run `nbgrader db upgrade`, or use the nbgrader that made it.",
            )
        return api.Gradebook(address.render_as_string(hide_password=False), course_id)


def has_gradebook(url: str) -> bool:
    """Whether there is a gradebook at this address; looking makes none. Raises ToolError if it cannot be reached."""
    address = _address(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
        return False
    with explained(url):
        engine = create_engine(_patient(address))
        try:
            return inspect(engine).has_table("submitted_assignment")
        finally:
            engine.dispose()


@contextlib.contextmanager
def explained(url: str) -> Iterator[None]:
    """The database's own complaint in one line, without the statement that it was about, as ToolError."""
    try:
        yield
    except SQLAlchemyError as error:
        lines = str(getattr(error, "orig", None) or error).splitlines()
        raise ToolError(
            f"the gradebook cannot be used: {lines[0] if lines else type(error).__name__}",
            where=_words(url),
            next_step="Marks written before this are kept; the next run goes on. If nbgrader is newer than the "
            "gradebook, run `nbgrader db upgrade`.",
        ) from error
    except ImportError as error:
        raise ToolError(
            f"the gradebook cannot be used: {error}",
            where=_words(url),
            next_step="Install its driver; for PostgreSQL, `pip install 'psycopg[binary]'` and write "
            "postgresql+psycopg:// in c.CourseDirectory.db_url.",
        ) from error
    except (OSError, subprocess.CalledProcessError) as error:  # nbgrader starts it to make a new gradebook
        raise ToolError(
            f"nbgrader cannot make a gradebook: {error}",
            where=_words(url),
            next_step="The program `alembic`, installed with nbgrader, must be on PATH.",
        ) from error


def _address(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError as error:
        raise CourseError(
            "it is no address of a database",
            where="c.CourseDirectory.db_url",
            next_step="It looks like sqlite:///gradebook.db or postgresql+psycopg://user:password@host/name.",
        ) from error


def _words(url: str) -> str:
    return _address(url).render_as_string(hide_password=True)


def _patient(address: URL) -> URL:
    kind = address.get_backend_name()
    if kind == "sqlite" and "timeout" not in address.query:
        return address.update_query_dict({"timeout": str(_LOCK_SECONDS)})
    if kind == "postgresql" and "options" not in address.query:
        return address.update_query_dict({"options": f"-c lock_timeout={_LOCK_SECONDS * 1000}"})
    return address


def _version(address: URL) -> str | None:
    """The revision of its tables; None where nobody wrote it down."""
    engine = create_engine(address)
    try:
        if not inspect(engine).has_table("alembic_version"):
            return None
        with engine.connect() as connection:
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            return None if found is None else str(found)
    finally:
        engine.dispose()


def _known_version() -> str | None:
    """The revision that the installed nbgrader has."""
    return ScriptDirectory(str(Path(nbgrader.__file__).parent / "alembic")).get_current_head()
