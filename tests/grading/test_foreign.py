"""Assignments that are not ours: the marks that nbgrader gives for their cells' outputs, their time, their files."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from nbgrader.utils import determine_grade

from autograder.errors import SubmissionError
from autograder.grading.engine import Engine
from autograder.grading.foreign import fair, files_beside, run_cells
from autograder.sandbox.isolation import best
from autograder.sandbox.limits import Limits
from autograder.student.outputs import well_formed
from autograder.student.sandboxed import SandboxedStudent


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(best(), Limits(seconds=20, home_mb=4, output_chars=2000)) as engine:
        yield engine


@pytest.fixture
def student(engine: Engine) -> Iterator[SandboxedStudent]:
    with engine.student() as student:
        yield student


def result(text: str, **more: str) -> dict[str, Any]:
    data = {"text/plain": text, **more}
    return {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": 1}


def stream(name: str, text: str) -> dict[str, Any]:
    return {"output_type": "stream", "name": name, "text": text}


ERROR = {"output_type": "error", "ename": "AssertionError", "evalue": "", "traceback": []}


def mark(outputs: list[dict[str, Any]], points: float) -> float:
    """nbgrader's own mark for a grade cell with these outputs."""
    about = {"grade": True, "solution": False, "grade_id": "cell", "points": points}
    rows = [nbformat.from_dict(row) for row in outputs]
    grade: float = determine_grade(new_code_cell("", metadata={"nbgrader": about}, outputs=rows))[0]
    return grade


@pytest.mark.parametrize("text", ["0", "0.0", "0.5", "2.5", "4", "4.0", "1e-3", ".5", " 1 ", "1_0e-1"])
def test_a_number_from_0_to_the_points_is_the_mark(text: str) -> None:
    outputs, notes = fair([result(text)], 4)
    assert mark(outputs, 4) == mark([result(text)], 4) == float(text)
    assert notes == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("np.float64(0.5)", 0.5),
        ("np.float32(1.25)", 1.25),
        ("np.int64(3)", 3),
        ("tensor(0.5000)", 0.5),
        ("tensor(2)", 2),
        ("tensor(2.)", 2),
        ("tensor(0.5000, dtype=torch.float64)", 0.5),
        ("tensor(0.5000, grad_fn=<MeanBackward0>)", 0.5),
        ("tensor(0.5000, device='cuda:0')", 0.5),
        ("array(0.5)", 0.5),
        ("array(0.5, dtype=float32)", 0.5),
        ("Array(1.5, dtype=float32, weak_type=True)", 1.5),
        ("Decimal('0.25')", 0.25),
        ("Fraction(1, 4)", 0.25),
        ("4.000000000000001", 4.0),
        ("np.float64(0.0)", 0.0),
    ],
)
def test_a_number_of_a_library_counts_as_the_number(text: str, value: float) -> None:
    outputs, _ = fair([result(text)], 4)
    assert mark(outputs, 4) == value


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("-1.0", "its result, -1.0, is no mark from 0 to 4"),
        ("nan", "its result, nan, is no mark from 0 to 4"),
        ("inf", "its result, inf, is no mark from 0 to 4"),
        ("4.5", "its result, 4.5, is no mark from 0 to 4"),
        ("1e999", "its result, 1e999, is no mark from 0 to 4"),
        ("np.float64(nan)", "its result, np.float64(nan), is no mark from 0 to 4"),
        ("np.float64(inf)", "its result, np.float64(inf), is no mark from 0 to 4"),
        ("tensor(-0.5000)", "its result, tensor(-0.5000), is no mark from 0 to 4"),
        ("tensor(7)", "its result, tensor(7), is no mark from 0 to 4"),
        ("Fraction(1, 0)", "its result, Fraction(1, 0), is no mark from 0 to 4"),
        ("False", "its result is False"),
        ("np.False_", "its result is False"),
        ("tensor(False)", "its result is False"),
        ("", "its result has no text, so it is no mark"),
    ],
)
def test_what_is_no_mark_is_0_and_a_human_is_told(text: str, note: str) -> None:
    outputs, notes = fair([result(text, **{"text/html": "<b>4</b>"})], 4)
    assert mark(outputs, 4) == 0
    assert notes == [note]
    assert [row.get("text") for row in outputs] == [f"0 points: {note}.\n", None]
    assert outputs[1]["data"] == {"text/plain": "0.0"}


@pytest.mark.parametrize("data", [{}, {"text/plain": None}, {"text/plain": ["1", "2"]}, {"text/html": "4"}, None])
def test_a_result_without_text_does_not_stop_nbgrader(data: Any) -> None:
    outputs, notes = fair([{**result(""), "data": data}], 4)
    assert (mark(outputs, 4), len(notes)) == (0, 1)


@pytest.mark.parametrize(
    "text",
    [
        "True",
        "np.True_",
        "tensor(True)",
        "'0.5'",
        "'well done'",
        "[1, 2]",
        "tensor([0.5000])",
        "np.float64(0.5) + x",
        "Grade(1)",
    ],
)
def test_other_results_are_full_marks_as_in_nbgrader_and_a_human_is_told(text: str) -> None:
    outputs, notes = fair([result(text)], 4)
    assert outputs == [result(text)]
    assert mark(outputs, 4) == 4
    assert notes == [f"its result is no number, which is full marks in nbgrader: {text}"]


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        ([], 4),
        ([stream("stdout", "hello")], 4),
        ([ERROR], 0),
        ([stream("stderr", "f.py:1: UserWarning: old\n")], 4),
        ([stream("stderr", "f.py:1: UserWarning: old\n"), result("1.5")], 1.5),
        ([result("1.5"), stream("stderr", "late")], 1.5),
        ([stream("stderr", "f.py:1: UserWarning: old\n"), ERROR], 0),
        ([result("1.5"), ERROR], 1.5),
        ([ERROR, result("1.5")], 0),
        ([result("1.5"), result("nan")], 1.5),
        ([{"output_type": "display_data", "data": {"text/plain": "2"}, "metadata": {}}], 4),
    ],
)
def test_the_first_output_that_decides(outputs: list[dict[str, Any]], expected: float) -> None:
    changed, notes = fair(outputs, 4)
    assert mark(changed, 4) == expected
    assert notes == []


@pytest.mark.parametrize("text", [f"tensor({'1' * 100_000}x)", f"Fraction({'1' * 100_000}, 3)", "1" * 100_000])
def test_a_result_without_end_is_read_at_once(text: str) -> None:
    assert mark(fair([result(text)], 4)[0], 4) == (0 if text.isdigit() else 4)


def test_text_on_stderr_that_is_no_warning_is_told() -> None:
    outputs, notes = fair([stream("stderr", "wrong\nanswer")], 1)
    assert outputs == [stream("stdout", "wrong\nanswer")]
    assert notes == ["it wrote to stderr, which costs nothing here: wrong answer"]


def test_a_cell_without_end_is_interrupted_and_what_it_did_stays(student: SandboxedStudent) -> None:
    cells = ["x = 1\nwhile True:\n    x += 1", "print(x > 1)", "import time\ntime.sleep(600)", "print('on')"]
    loop, seen, sleep, on = run_cells(student, cells, 2)
    assert [loop[-1]["ename"], sleep[-1]["ename"]] == ["CellTimeoutError", "CellTimeoutError"]
    assert (seen, on) == ([stream("stdout", "True\n")], [stream("stdout", "on\n")])


def test_an_alarm_of_the_cells_own_is_theirs(student: SandboxedStudent) -> None:
    alarm = "import signal\ndef late(*_):\n    raise TimeoutError('mine')\nsignal.signal(signal.SIGALRM, late)"
    outputs = run_cells(student, [alarm, "signal.setitimer(signal.ITIMER_REAL, 0.1)\nwhile True: pass"], 20)
    assert [row["evalue"] for row in outputs[1]] == ["mine"]


def test_a_cell_that_cannot_be_interrupted_costs_itself(student: SandboxedStudent) -> None:
    stubborn = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass"
    cells = ["x = 1", stubborn, "print(x)", "import os\nos._exit(0)", "print(x)"]
    outputs = run_cells(student, cells, 2)
    assert [rows[-1].get("ename", rows[-1].get("text")) for rows in outputs[1:]] == [
        "CellTimeoutError",
        "1\n",
        "Ended",
        "1\n",
    ]
    assert outputs[1][0]["evalue"] == "The cell ran longer than 2 seconds and could not be interrupted."


def test_an_error_is_one_though_its_traceback_is_kept_from_being_shown(student: SandboxedStudent) -> None:
    cells = ["get_ipython().showtraceback = lambda *a, **k: None", "1 / 0", "def f(:"]
    _, error, syntax = run_cells(student, cells, 20)
    assert [row["ename"] for row in (*error, *syntax)] == ["ZeroDivisionError", "SyntaxError"]


def test_a_mark_counts_behind_a_flood_of_output(student: SandboxedStudent) -> None:
    (outputs,) = run_cells(student, ["print('x' * 5000)\n0.5"], 20)
    assert mark(fair(outputs, 2)[0], 2) == 0.5


def test_what_a_flood_of_figures_leaves_does_not_stop_the_cell(student: SandboxedStudent) -> None:
    cells = [
        "for number in range(3000): display(number)\nprint('end')\n0.5",
        "display({'image/png': 'x' * 3000, 'text/plain': 'a figure'}, raw=True)",
        "display({'application/json': {'x': 'y' * 5_000_000}}, raw=True)",
        "print(number)",
    ]
    rows, figure, data, on = run_cells(student, cells, 30)
    assert len(rows) <= 1001
    assert rows[-1]["data"] == {"text/plain": "0.5"}
    cut = "\n[The output was longer than allowed and is cut here.]"
    assert [row["data"] for row in figure] == [{"text/plain": f"a figure{cut}"}]
    assert [row["data"] for row in data] == [{"text/plain": cut}]
    assert on == [stream("stdout", "2999\n")]


def test_a_recursion_without_end_shows_its_ends(student: SandboxedStudent) -> None:
    (outputs,) = run_cells(student, ["def f():\n    f()\n\nf()"], 20)
    assert [row["ename"] for row in outputs] == ["RecursionError"]


def test_outputs_that_are_none_become_errors() -> None:
    rows = [stream("stdout", "a \ud800 b"), {"output_type": "marvel"}, {}]
    kept = well_formed(rows)
    assert kept[0] == stream("stdout", "a ? b")
    assert [row["output_type"] for row in kept[1:]] == ["error", "error"]
    assert mark(kept, 1) == 0


@pytest.mark.parametrize(
    "row",
    [
        stream("stdout", "text"),
        {**stream("stdout", "text"), "more": 1},
        {**stream("stdout", "text"), "text": 1},
        {"output_type": "stream", "name": "stdout"},
        {"output_type": ["stream"], "name": "stdout", "text": ""},
        ERROR,
        {**ERROR, "traceback": ["a", "b"]},
        {**ERROR, "traceback": "a"},
        {**ERROR, "traceback": [1]},
        {**ERROR, "evalue": None},
        result("1"),
        result("1", **{"image/png": "x"}),
        {**result("1"), "execution_count": None},
        {**result("1"), "execution_count": "1"},
        {**result("1"), "execution_count": -1},
        {**result("1"), "metadata": None},
        {**result("1"), "data": None},
        {**result("1"), "data": {"text/plain": ["a", "b"]}},
        {**result("1"), "data": {"text/plain": [1]}},
        {**result("1"), "data": {"text/plain": None}},
        {**result("1"), "data": {"application/json": {"a": [1]}}},
        {**result("1"), "data": {"application/vnd.plotly.v1+json": {"a": [1]}}},
        {"output_type": "display_data", "data": {"image/png": "x"}, "metadata": {}},
        {"output_type": "display_data", "data": {"image/png": "x"}},
    ],
    ids=str,
)
def test_outputs_are_told_from_others_as_nbformat_tells_them(row: dict[str, Any]) -> None:
    try:
        nbformat.validate(row, ref="output", version=4)
        valid = True
    except nbformat.ValidationError:
        valid = False
    assert (well_formed([row]) == [row]) == valid


FILES = {"data.csv": b"a,b\n1,2\n", "helper.py": b"def double(x):\n    return 2 * x\n", "deep/er/empty.bin": b""}
READS = (
    "import os\nimport helper\nprint(open('data.csv').read(), helper.double(4), os.path.getsize('deep/er/empty.bin'))"
)


def test_files_lie_where_cells_run_and_lie_there_again(student: SandboxedStudent) -> None:
    student.put_files(FILES)
    outputs = run_cells(student, [READS, "open('data.csv', 'w')", "import os\nos._exit(0)", READS], 20)
    assert outputs[0] == [stream("stdout", "a,b\n1,2\n 8 0\n")]
    assert outputs[3] == [stream("stdout", " 8 0\n")]  # the cells before it ran again, on the files as they were


def test_a_file_of_several_pieces_arrives_whole() -> None:
    data = os.urandom(1 << 20) * 33
    with Engine(best(), Limits(home_mb=40)) as engine, engine.student() as student:
        student.put_files({"big": data})
        code = "import hashlib\nprint(hashlib.sha256(open('big', 'rb').read()).hexdigest())"
        (outputs,) = run_cells(student, [code], 60)
    assert outputs == [stream("stdout", hashlib.sha256(data).hexdigest() + "\n")]


def test_modules_of_the_standard_library_come_first(student: SandboxedStudent) -> None:
    student.put_files({"string.py": b"raise RuntimeError\n", "colorsys.py": b"raise RuntimeError\n"})
    (outputs,) = run_cells(student, ["import colorsys\nprint(colorsys.rgb_to_hsv(0, 0, 0))"], 20)
    assert outputs == [stream("stdout", "(0.0, 0.0, 0)\n")]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("../x", b"", "'../x': a file's name that leads out of its folder"),
        ("a/../../x", b"", "'a/../../x': a file's name that leads out of its folder"),
        ("/etc/x", b"", "'/etc/x': a file's name that leads out of its folder"),
        ("", b"", "'': a file's name that leads out of its folder"),
        ("x", bytes((4 << 20) + 1), "its files are larger than the 4 MB that it may have"),
        ("x" * 300, b"", f"'{'x' * 300}': it cannot be put into the sandbox: File name too long"),
    ],
)
def test_files_that_may_not_go_in(student: SandboxedStudent, name: str, data: bytes, message: str) -> None:
    with pytest.raises(SubmissionError) as caught:
        student.put_files({name: data})
    assert str(caught.value) == message


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path, Path]:
    """autograded/, submitted/ and source/, as nbgrader leaves them: it has followed every link."""
    for name in ("autograded", "submitted", "source"):
        (tmp_path / name / "sub").mkdir(parents=True)
    return tmp_path / "autograded", tmp_path / "submitted", tmp_path / "source"


def test_what_lies_beside_a_notebook(folders: tuple[Path, Path, Path]) -> None:
    autograded, submitted, source = folders
    for folder in (autograded, submitted):
        (folder / "p1.ipynb").write_text("{}")
        (folder / "data.csv").write_bytes(b"1,2")
        (folder / "sub" / "x.py").write_bytes(b"x = 1")
    assert files_beside(autograded, submitted, source, 1 << 20) == ({"data.csv": b"1,2", "sub/x.py": b"x = 1"}, [])


def test_links_are_left_out_and_told(folders: tuple[Path, Path, Path], tmp_path: Path) -> None:
    autograded, submitted, source = folders
    secret = tmp_path / "gradebook.db"
    secret.write_bytes(b"marks")
    (autograded / "link").symlink_to(secret)
    (submitted / "copied").symlink_to(secret)  # what it led to is a file of its own by now
    (autograded / "copied").write_bytes(b"marks")
    (submitted / "data").symlink_to(secret)  # the instructor's took its place
    (autograded / "data").write_bytes(b"1")
    (source / "data").write_bytes(b"1")
    os.mkfifo(autograded / "pipe")
    files, notes = files_beside(autograded, submitted, source, 1 << 20)
    assert files == {"data": b"1"}
    assert sorted(notes) == [
        "copied is not in the sandbox: it was handed in as a link",
        "link is not in the sandbox: it is no regular file",
        "pipe is not in the sandbox: it is no regular file",
    ]


def test_what_does_not_fit_is_left_out_and_told(folders: tuple[Path, Path, Path]) -> None:
    autograded, submitted, source = folders
    sizes = {"a": 20_000, "b": 5000, "c": 1, "huge": 40_000}
    for name, size in sizes.items():
        (autograded / name).write_bytes(b"x" * size)
    files, notes = files_beside(autograded, submitted, source, 30_000)
    assert sorted(files) == ["b", "c"]
    assert sorted(notes) == [
        "a is not in the sandbox: there is no room for it",
        "huge is not in the sandbox: there is no room for it",
    ]
