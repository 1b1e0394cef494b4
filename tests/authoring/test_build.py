from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

from autograder.authoring.build import Built, build, source_notebook, stale, strays, write
from autograder.course import Course
from autograder.errors import AuthoringError
from autograder.judging.exam import load_exam

TEXT = "assignments/double/assignment.py"
REFERENCE = "solutions/double/reference.py"
SOURCE = "source/double/double.ipynb"
RELEASE = "release/double/double.ipynb"
Edit = Callable[[str, str, str], None]


def cells(notebook: bytes) -> dict[str, Any]:
    return {cell.id: cell for cell in nbformat.reads(notebook.decode(), as_version=4).cells}


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def complaint(course: Course) -> str:
    with pytest.raises(AuthoringError) as caught:
        build(course, "double")
    return str(caught.value)


def change(course: Course, name: str, old: bytes, new: bytes) -> None:
    path = course.root / name
    assert path.read_bytes().count(old) == 1
    path.write_bytes(path.read_bytes().replace(old, new))


def line_of(course: Course, name: str, piece: bytes) -> int:
    """The number of the first line that holds it, from 1."""
    return next(n for n, line in enumerate((course.root / name).read_bytes().splitlines(), 1) if piece in line)


def test_the_source_is_the_text_with_its_slots_filled(mini: Course) -> None:
    found = cells(build(mini, "double").source)
    assert [(name, cell.cell_type) for name, cell in found.items()] == [
        ("text-01", "markdown"),
        ("given-01", "code"),
        ("code-01", "code"),
        ("text-02", "markdown"),
        ("double-answer", "code"),
        ("double-example-01", "code"),
        ("double", "code"),
        ("text-03", "markdown"),
        ("quadruple-answer", "code"),
        ("quadruple", "code"),
        ("text-04", "markdown"),
        ("quiz-answer", "code"),
        ("quiz", "code"),
    ]
    assert found["text-02"].source == "## Task: `double`"
    assert found["code-01"].metadata["tags"] == ["skip-execution"]
    assert found["double-answer"].source == (
        'def double(x):\n    """Return twice `x` as a new tensor."""\n'
        "    ### BEGIN SOLUTION\n    return FACTOR * x\n    ### END SOLUTION"
    )


@pytest.mark.parametrize(
    ("name", "grade", "locked", "solution", "points"),
    [
        ("given-01", False, True, False, None),
        ("code-01", False, True, False, None),
        ("double-answer", False, False, True, None),
        ("double-example-01", True, True, False, 0),
        ("double", True, True, False, 2),
        ("quadruple", True, True, False, 1),
    ],
)
def test_each_code_cell_is_what_nbgrader_takes_it_for(
    mini: Course, *, name: str, grade: bool, locked: bool, solution: bool, points: float | None
) -> None:
    wanted = {"grade": grade, "grade_id": name, "locked": locked, "schema_version": 3, "solution": solution}
    wanted |= {"task": False} | ({} if points is None else {"points": points})
    assert cells(build(mini, "double").source)[name].metadata["nbgrader"] == wanted


def test_a_marking_cell_names_its_checks_and_hides_them(mini: Course) -> None:
    built = build(mini, "double")
    assert cells(built.source)["double"].source.splitlines() == [
        "# The autograder marks this task here: 2 points.",
        "### BEGIN HIDDEN TESTS",
        "# 1    Every value is doubled.",
        "# 0.5  The argument keeps its values.",
        "# 0.5  Integers stay integers.",
        "from autograder import mark",
        "",
        'mark("double", "double", globals())',
        "### END HIDDEN TESTS",
    ]
    assert cells(built.release)["double"].source == "# The autograder marks this task here: 2 points."


def test_the_release_holds_no_answer(mini: Course) -> None:
    built = build(mini, "double")
    found = cells(built.release)
    assert list(found) == list(cells(built.source))
    assert found["double-answer"].source == (
        'def double(x):\n    """Return twice `x` as a new tensor."""\n'
        "    # YOUR CODE HERE\n    raise NotImplementedError()"
    )
    assert found["quiz-answer"].source == (
        '# Set quiz_sign and quiz_zero to "a" or "b".\n# YOUR CODE HERE\nraise NotImplementedError()'
    )
    for piece in (b"SOLUTION", b"HIDDEN", b"autograder import", b"FACTOR * x", b"Every value", b'quiz_sign = \\"b\\"'):
        assert piece in built.source
        assert piece not in built.release


def test_a_marking_cell_stands_where_the_text_puts_it(mini: Course, edit: Edit) -> None:
    edit(TEXT, '# %% task="quiz" points=1', '# %% task="quiz" points=1\n\n# %% marks="double"')
    names = list(cells(build(mini, "double").source))
    assert names[4:] == [
        *("double-answer", "double-example-01", "text-03", "quadruple-answer", "quadruple", "text-04"),
        *("quiz-answer", "quiz", "double"),
    ]


def test_building_twice_gives_the_same_bytes(mini: Course) -> None:
    assert build(mini, "double") == build(mini, "double")


def test_the_folder_that_a_course_lies_in_leaves_no_trace(mini: Course, tmp_path: Path) -> None:
    built = build(mini, "double")
    moved = Course(mini.root.rename(tmp_path / "elsewhere"))
    assert build(moved, "double") == built


def test_the_release_is_what_the_real_command_makes(built: Course) -> None:
    before = snapshot(built.root / "release")
    assert list(before) == ["double/double.ipynb"]
    program = Path(sys.executable).with_name("nbgrader")
    done = subprocess.run(
        [program, "generate_assignment", "double", "--create", "--force"],
        cwd=built.root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert snapshot(built.root / "release") == before
    assert (built.root / "gradebook.db").is_file()


def test_building_touches_only_what_it_writes(mini: Course) -> None:
    before = snapshot(mini.root)
    built = build(mini, "double")
    assert snapshot(mini.root) == before
    assert write(mini, built) == [mini.root / SOURCE, mini.root / RELEASE]
    assert snapshot(mini.root) == before | {SOURCE: built.source, RELEASE: built.release}


def test_what_is_as_it_should_be_is_not_written_again(built: Course) -> None:
    change(built, RELEASE, b"Twice as much", b"Thrice as much")
    wanted = build(built, "double")
    assert write(built, wanted) == [built.root / RELEASE]
    assert write(built, wanted) == []
    assert stale(built, wanted) == []


def test_a_fresh_build_has_nothing_stale(built: Course) -> None:
    assert stale(built, build(built, "double")) == []
    assert strays(built) == []


@pytest.mark.parametrize("name", [SOURCE, RELEASE])
def test_an_edited_notebook_is_found_with_its_line(built: Course, name: str) -> None:
    line = line_of(built, name, b"Twice as much")
    change(built, name, b"Twice as much", b"Thrice as much")
    before = snapshot(built.root)
    assert stale(built, build(built, "double")) == [
        f"{name}:{line}: it is not what {TEXT} gives. Run `autograder build double`."
    ]
    assert snapshot(built.root) == before


@pytest.mark.parametrize(("piece", "offset"), [(b"", 0), (b"\n", 1)])
def test_a_notebook_cut_short_or_drawn_out_is_found_at_its_end(built: Course, piece: bytes, offset: int) -> None:
    path = built.root / RELEASE
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, piece]) if piece else b"".join(lines[:-1]))
    assert stale(built, build(built, "double")) == [
        f"{RELEASE}:{len(lines) + offset}: it is not what {TEXT} gives. Run `autograder build double`."
    ]


def test_an_edited_text_makes_both_notebooks_stale(built: Course, edit: Edit) -> None:
    lines = [line_of(built, name, b"Twice as much") for name in (SOURCE, RELEASE)]
    edit(TEXT, "# # Twice as much", "# # Thrice as much")
    assert stale(built, build(built, "double")) == [
        f"{name}:{line}: it is not what {TEXT} gives. Run `autograder build double`."
        for name, line in zip((SOURCE, RELEASE), lines, strict=True)
    ]


def test_an_edited_answer_makes_the_source_stale_only(built: Course, edit: Edit) -> None:
    line = line_of(built, SOURCE, b"FACTOR * x")
    edit(REFERENCE, "return FACTOR * x", "return x * FACTOR")
    assert stale(built, build(built, "double")) == [
        f"{SOURCE}:{line}: it is not what {TEXT} gives. Run `autograder build double`."
    ]


def test_missing_notebooks_are_found(mini: Course) -> None:
    before = snapshot(mini.root)
    assert stale(mini, build(mini, "double")) == [
        f"{SOURCE}: it is missing. Run `autograder build double`.",
        f"{RELEASE}: it is missing. Run `autograder build double`.",
    ]
    assert snapshot(mini.root) == before


def test_a_stray_file_is_found(built: Course) -> None:
    (built.root / "release/double/answers.txt").write_text("quiz_sign = 'b'")
    (built.root / "release/double/.ipynb_checkpoints").mkdir()
    assert stale(built, build(built, "double")) == [
        "release/double/answers.txt: no text makes this file. Remove it.",
    ]


def test_a_stray_folder_is_found(built: Course) -> None:
    (built.root / "release/halve").mkdir()
    (built.root / "source/.cache.txt").touch()
    assert strays(built) == ["release/halve: no assignment is called 'halve'. Remove this folder."]


@pytest.mark.parametrize(
    ("old", "new", "cell"),
    [
        ("FACTOR = 2", "FACTOR = 2\n\n\ndef helper(x):\n    return FACTOR * x", "given-01"),
        ("# A function that doubles, and one that uses it.", "# return FACTOR * x", "text-01"),
        ("assert double(torch.ones(2))", "return FACTOR * x\nassert double(torch.ones(2))", "double-example-01"),
    ],
)
def test_a_solution_line_in_the_text_is_refused(mini: Course, edit: Edit, old: str, new: str, cell: str) -> None:
    edit(TEXT, old, new)
    before = snapshot(mini.root)
    assert complaint(mini) == (
        f"{REFERENCE}: line 4 of the answer to 'double' stands in the release, in cell '{cell}': return FACTOR * x. "
        "Write it differently in one of the two places."
    )
    assert snapshot(mini.root) == before


def test_a_short_solution_line_may_stand_in_the_text(mini: Course, edit: Edit) -> None:
    edit(REFERENCE, "return FACTOR * x", "y = x\n    return y + y")
    edit(TEXT, "FACTOR = 2", "FACTOR = 2\nx = 1\ny = x")
    assert b"y = x" in build(mini, "double").release


@pytest.mark.parametrize(
    ("new", "why"),
    [
        (
            "### BEGIN SOLUTION\nFACTOR = 2\n### END SOLUTION",
            "Solution region detected in a non-solution cell; "
            "please make sure all solution regions are within solution cells.",
        ),
        (
            "### BEGIN HIDDEN TESTS\nFACTOR = 2\n### END HIDDEN TESTS",
            "Hidden test region detected in a non-grade cell; "
            "please make sure all solution regions are within 'Autograder tests' cells.",
        ),
    ],
)
def test_what_nbgrader_refuses_is_passed_on(mini: Course, edit: Edit, new: str, why: str) -> None:
    edit(TEXT, "FACTOR = 2", new)
    assert complaint(mini) == f"{TEXT}: nbgrader cannot make the release: {why}"


def test_the_engines_own_lines_in_a_text_are_refused(mini: Course, edit: Edit) -> None:
    edit(TEXT, "FACTOR = 2", "FACTOR = 2\nfrom autograder import mark")
    assert complaint(mini) == f"{TEXT}: the release would show this to students: from autograder"


def test_points_that_do_not_add_up_are_refused(mini: Course, edit: Edit) -> None:
    edit(TEXT, '# %% task="quiz" points=1', '# %% task="quiz" points=3')
    assert complaint(mini) == (
        "autograder/checks/double: the slot 'quiz' says 3 points and its checks give 1. Make them equal."
    )


def test_a_course_may_hold_any_number_of_assignments(mini: Course) -> None:
    for kind in ("assignments", "solutions", "autograder/checks"):
        folder = mini.root / kind / "again"
        folder.mkdir()
        for path in sorted((mini.root / kind / "double").glob("*.py")):
            (folder / path.name).write_bytes(path.read_bytes())
    assert mini.assignments == ("again", "double")
    one, other = build(mini, "again"), build(mini, "double")
    assert b'mark(\\"again\\", \\"quiz\\", globals())' in one.source
    assert one.source.replace(b'mark(\\"again\\"', b'mark(\\"double\\"') == other.source
    assert [path.parent.name for path, _ in one.files(mini)] == ["again", "again"]


def test_the_notebook_is_valid_and_bears_no_outputs(mini: Course) -> None:
    notebook = source_notebook(load_exam(mini, "double"))
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [(cell.outputs, cell.execution_count) for cell in code] == [([], None)] * len(code)
    assert notebook.metadata == {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }


def test_what_is_built_goes_to_source_and_release(mini: Course) -> None:
    built = Built("double", b"s", b"r")
    assert list(built.files(mini)) == [(mini.root / SOURCE, b"s"), (mini.root / RELEASE, b"r")]
