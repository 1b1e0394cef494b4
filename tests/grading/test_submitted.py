"""Reading what students handed in, whatever lies there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder.errors import CourseError
from autograder.grading import submitted
from autograder.grading.submitted import folders, is_notebook, read


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "submitted" / "ada" / "hw"
    made.mkdir(parents=True)
    return made


def directory(root: Path, **settings: object) -> CourseDirectory:
    config = Config()
    config.CourseDirectory.update(root=str(root), **settings)
    return CourseDirectory(config=config)


def names(folder: Path, ignored: tuple[str, ...] = ()) -> list[str]:
    return [name for name, _ in read("ada", folder, ignored).files]


@pytest.mark.parametrize("name", ["course", "course [2026]", "co*rse?", "{root}", "a+b (c)"])
def test_students_are_found_whatever_the_course_is_called(tmp_path: Path, name: str) -> None:
    for student in ("bob", "Zoë O'Neil", "[red]", "a.b+c", ".hidden"):
        (tmp_path / name / "submitted" / student / "hw").mkdir(parents=True)
    (tmp_path / name / "submitted" / "eve" / "hw2").mkdir(parents=True)
    root = tmp_path / name
    found = folders(directory(root), "hw")
    assert found == {student: root / "submitted" / student / "hw" for student in sorted(found)}
    assert list(found) == ["Zoë O'Neil", "[red]", "a.b+c", "bob"]


def test_those_to_be_left_out_are(tmp_path: Path) -> None:
    for student in ("ada", "bob", "guest"):
        (tmp_path / "submitted" / student / "hw").mkdir(parents=True)
    assert list(folders(directory(tmp_path, student_id_exclude="guest,bob"), "hw")) == ["ada"]


@pytest.mark.parametrize(
    ("structure", "place"),
    [
        ("{nbgrader_step}/{assignment_id}/{student_id}", "submitted/hw/ada"),
        ("{assignment_id}/{nbgrader_step}-{student_id}", "hw/submitted-ada"),
        ("work/{student_id}/{nbgrader_step}/{assignment_id}", "work/ada/submitted/hw"),
    ],
)
def test_another_structure_of_folders_is_followed(tmp_path: Path, structure: str, place: str) -> None:
    (tmp_path / place).mkdir(parents=True)
    assert folders(directory(tmp_path, directory_structure=structure), "hw") == {"ada": tmp_path / place}


def test_a_structure_outside_the_courses_folder_is_followed(tmp_path: Path) -> None:
    place = tmp_path / "elsewhere" / "submitted" / "ada" / "hw"
    place.mkdir(parents=True)
    structure = f"{tmp_path}/elsewhere/{{nbgrader_step}}/{{student_id}}/{{assignment_id}}"
    assert folders(directory(tmp_path / "course", directory_structure=structure), "hw") == {"ada": place}


@pytest.mark.parametrize("structure", ["{nbgrader_step}/{assignment_id}", "{nbgrader_step}/{who}", "{}", "{"])
def test_a_structure_without_students_is_refused(tmp_path: Path, structure: str) -> None:
    with pytest.raises(CourseError, match="directory_structure is "):
        folders(directory(tmp_path, directory_structure=structure), "hw")


def test_files_are_read_with_those_in_folders(folder: Path) -> None:
    (folder / "data" / "deep").mkdir(parents=True)
    (folder / "hw.ipynb").write_bytes(b"{}")
    (folder / "data" / "deep" / "x.csv").write_bytes(b"1\n")
    found = read("ada", folder, ())
    assert (found.student, dict(found.files), found.notes) == (
        "ada",
        {"hw.ipynb": b"{}", "data/deep/x.csv": b"1\n"},
        (),
    )


def test_what_nbgrader_ignores_and_hidden_folders_are_passed_over(folder: Path) -> None:
    for name in (".git/x", ".ipynb_checkpoints/hw.ipynb", "__pycache__/a.pyc", "feedback/hw.html", "b.pyc", "a.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    assert names(folder, (".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback")) == ["a.py"]


def test_what_is_no_file_is_named_and_left_out(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "a").symlink_to("/etc/passwd")
    (folder / "b").symlink_to("/etc")
    (folder / "c").symlink_to("c")
    (folder / "z").touch()
    found = read("ada", folder, ())
    assert [name for name, _ in found.files] == ["z"]
    assert sorted(found.notes) == [
        "a is a link and was left out",
        "b is a link and was left out",
        "c is a link and was left out",
        "pipe is a pipe and was left out",
    ]


def test_a_name_that_is_no_text_or_too_long_is_left_out(folder: Path) -> None:
    (Path(os.fsdecode(os.fsencode(folder) + b"/zo\xeb.txt"))).touch()
    deep = folder.joinpath(*["x" * 250] * 5)
    deep.mkdir(parents=True)
    (deep / "y").touch()
    found = read("ada", folder, ())
    assert found.files == ()
    assert sorted(found.notes) == [
        f"{'x' * 80} was left out: its name is too long, or no text",
        "zo?.txt was left out: its name is too long, or no text",
    ]


def test_what_is_too_much_is_left_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submitted, "SIZE_LIMIT", 1 << 20)
    monkeypatch.setattr(submitted, "FILES_LIMIT", 3)
    (folder / "a").write_bytes(b"x" * (1 << 20))
    (folder / "b").write_bytes(b"x")
    for name in "cdef":
        (folder / name).touch()
    found = read("ada", folder, ())
    assert [name for name, _ in found.files] == ["a", "c", "d"]
    assert found.notes == tuple(f"{n} was left out: a submission may have 1 MB in 3 files" for n in "bef")


def test_many_faults_are_counted(folder: Path) -> None:
    for number in range(20):
        (folder / f"{number:02d}").symlink_to("nowhere")
    notes = read("ada", folder, ()).notes
    assert (len(notes), notes[-1]) == (9, "and 12 more were left out")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read anything")
def test_what_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "a").touch(mode=0)
    (folder / "b").mkdir(mode=0)
    try:
        assert sorted(read("ada", folder, ()).notes) == [
            "a cannot be read: Permission denied",
            "b cannot be read: Permission denied",
        ]
    finally:
        (folder / "b").chmod(0o755)


def test_a_link_in_place_of_the_folder_is_not_followed(folder: Path) -> None:
    (folder.parent / "other").symlink_to(folder)
    (folder / "hw.ipynb").touch()
    found = read("ada", folder.parent / "other", ())
    assert (found.files, found.notes) == ((), ("other is a link, not a folder",))


@pytest.mark.parametrize(
    ("name", "is_one"), [("a.ipynb", True), ("A.IPYNB", True), ("a.ipynb.txt", False), ("ipynb", False), ("", False)]
)
def test_notebooks_are_known_by_their_names(name: str, is_one: bool) -> None:
    assert is_notebook(name) is is_one
