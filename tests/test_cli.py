"""The command line: what it prints, where, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import IPython.core.interactiveshell  # noqa: F401 - here once, and not in each process apart
import pytest
from helpers import PROGRAMS, Command, Ended, Program, find, release, run, save, scores, solved

from autograder import __version__, cli
from autograder.cli import main
from autograder.course import Course

RIGHT = "def double(x):\n    return 2 * x\n"


Edit = Callable[[str, str, str], None]


@pytest.fixture
def command(mini: Course, program: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """`command(*words)` runs the program in this process, in the course's folder."""
    monkeypatch.chdir(mini.root)
    return program


def refused(line: str) -> Ended:
    """An error: one line on stderr, and exit code 2."""
    return Ended(2, "", f"autograder: {line}\n")


# What every command knows


@pytest.mark.parametrize(
    ("words", "usage", "sentence"),
    [
        ([], "autograder [OPTIONS] COMMAND [ARGS]...", "Build, grade and prove autograded exercises"),
        (
            ["build"],
            "autograder build [OPTIONS] [SLUG]...",
            "Make source/ and release/ from assignments/ and solutions/.",
        ),
        (["check"], "autograder check [OPTIONS] {PATH}...", "Grade files, each a notebook or a plain module"),
        (["verify"], "autograder verify [OPTIONS] [SLUG]...", "Grade the grader: every file whose marks are known"),
        (["demo"], "autograder demo [OPTIONS] [DIR]", "Make a class of right, wrong and damaged submissions"),
    ],
)
def test_help(command: Command, words: list[str], usage: str, sentence: str) -> None:
    ended = command(*words, "--help")
    assert (ended.code, ended.err) == (0, "")
    assert usage in ended.out
    assert sentence in ended.out


def test_the_help_names_every_command(command: Command) -> None:
    out = command("--help").out
    assert [name for name in ("build", "check", "verify", "demo") if f"│ {name} " not in out] == []


def test_without_a_command_the_help_is_shown(command: Command) -> None:
    ended = command()
    assert (ended.out.strip(), ended.err) == (command("--help").out.strip(), "")


def test_version(command: Command) -> None:
    assert command("--version") == Ended(0, f"{__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--zzz"], "No such option: --zzz. See `autograder --help`."),
        (["check", "--zzz"], "No such option: --zzz. See `autograder check --help`."),
        (["check"], "Missing argument 'PATH'. See `autograder check --help`."),
        (["chek", "x"], "No such command 'chek'. Did you mean 'check'? See `autograder --help`."),
    ],
)
def test_a_wrong_word_is_one_line(command: Command, words: list[str], line: str) -> None:
    assert command(*words) == refused(line)


@pytest.mark.parametrize(
    "words", [["verify", "--jobs", "0"], ["verify", "--jobs", "many"], ["demo", "--students", "2"]]
)
def test_a_bad_number_is_one_line(command: Command, words: list[str]) -> None:
    code, out, err = command(*words)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith(f"autograder: Invalid value for '{words[1]}': ")
    assert err.endswith(f" See `autograder {words[0]} --help`.\n")


@pytest.mark.parametrize(
    "words",
    [["build", "treble"], ["build", "--check", "treble"], ["verify", "treble"], ["demo", "--assignment", "treble"]],
)
def test_an_unknown_assignment(mini: Course, command: Command, words: list[str]) -> None:
    assert command(*words) == refused(f"{mini.root}: no assignment is called 'treble'. There are: double.")
    assert not (mini.root / "demo").exists()


def test_an_unknown_assignment_for_check(mini: Course, command: Command) -> None:
    ended = command("check", "--assignment", "treble", "solutions/double/reference.py")
    assert ended == refused(f"{mini.root}: no assignment is called 'treble'. There are: double.")


@pytest.mark.parametrize("words", [["build"], ["check", "x.py"], ["verify"], ["demo"]])
def test_not_in_a_course(tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert command(*words) == refused(
        f"{tmp_path}: this is not a course: no nbgrader_config.py beside a folder assignments/, here or above. "
        "Go to the course's folder, or name it with --course."
    )


def test_a_course_that_is_named(
    mini: Course, tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.py").write_text(RIGHT)
    ended = command("--course", mini.root, "check", "--json", "ada.py")
    assert (ended.code, ended.err, scores(json.loads(ended.out))["double"]) == (0, "", 2.0)
    assert command("--course", tmp_path, "build").code == 2


def test_a_course_that_is_named_counts_more_than_the_one_in_the_environment(
    mini: Course, tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOGRADER_COURSE", str(mini.root))
    assert command("--course", tmp_path, "build") == refused(
        f"{tmp_path}: this is not a course: no nbgrader_config.py beside a folder assignments/, here or above. "
        "Go to the course's folder, or name it with --course."
    )


def test_in_a_folder_of_the_course(mini: Course, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mini.reference_text("double").parent)
    ended = command("check", "--json", "reference.py")
    assert (ended.code, json.loads(ended.out)["score"], json.loads(ended.out)["path"]) == (0, 4.0, "reference.py")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (
            "c.Autograder.hint = 'hint'",
            "c.Autograder has no setting 'hint'. There are: "
            "secret, hints, seconds, check_seconds, memory_mb, home_mb, output_chars, processes.",
        ),
        ("c.Autograder.hints = 'all'", "c.Autograder.hints is 'all'. Set 'hint' or 'counterexample'."),
        ("c.Autograder.seconds = 0", "c.Autograder.seconds is 0. Set a positive number."),
        ("1 / 0", "it cannot be run: division by zero"),
    ],
)
def test_a_wrong_setting_is_one_line(mini: Course, command: Command, edit: Edit, line: str, why: str) -> None:
    edit("nbgrader_config.py", 'c.Autograder.secret = "mini"', line)
    assert command("check", "solutions/double/reference.py") == refused(f"{mini.root}/nbgrader_config.py: {why}")


def test_an_error_of_the_program_itself_is_not_hidden(
    mini: Course, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    def broken(start: Path | None) -> Course:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(cli.Course, "find", broken)
    with pytest.raises(ZeroDivisionError, match=r"^ours$"):
        main(["build"])


def test_an_interrupt_ends_quietly(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(start: Path | None) -> Course:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.Course, "find", interrupted)
    assert command("build") == Ended(130, "", "")


# build


def test_build_writes_and_then_has_nothing_to_do(command: Command) -> None:
    wrote = "wrote source/double/double.ipynb\nwrote release/double/double.ipynb\n"
    assert command("build") == Ended(0, wrote, "")
    assert command("build", "double") == Ended(0, "double is as it should be\n", "")


def test_build_check_finds_nothing_wrong(built: Course, command: Command) -> None:
    line = "1 assignments: source/ and release/ are what the texts give, and no answer is in release/\n"
    assert command("build", "--check") == Ended(0, line, "")


def test_build_check_names_what_is_stale_and_writes_nothing(built: Course, command: Command, edit: Edit) -> None:
    edit("release/double/double.ipynb", "# Twice as much", "# Thrice as much")
    before = built.notebook("release", "double").read_bytes()
    line = next(n for n, text in enumerate(before.decode().splitlines(), 1) if "Thrice" in text)
    (built.root / "release" / "treble").mkdir()
    assert command("build", "--check") == Ended(
        1,
        f"release/double/double.ipynb:{line}: it is not what assignments/double/assignment.py gives. "
        "Run `autograder build double`.\n"
        "release/treble: no assignment is called 'treble'. Remove this folder.\n",
        "",
    )
    assert built.notebook("release", "double").read_bytes() == before


def test_build_check_of_what_was_never_built(mini: Course, command: Command) -> None:
    assert command("build", "--check") == Ended(
        1,
        "source/double/double.ipynb: it is missing. Run `autograder build double`.\n"
        "release/double/double.ipynb: it is missing. Run `autograder build double`.\n",
        "",
    )
    assert not (mini.root / "source").exists()


def test_texts_that_do_not_fit_are_one_line(mini: Course, command: Command, edit: Edit) -> None:
    edit("solutions/double/reference.py", '# %% task="quiz"', '# %% task="quizz"')
    ended = command("build")
    line = next(
        n for n, text in enumerate(mini.reference_text("double").read_text().splitlines(), 1) if "quizz" in text
    )
    assert ended == refused(
        f"solutions/double/reference.py:{line}: an answer to 'quizz', which is no task. "
        "Make a slot for it in assignments/double/assignment.py, or remove it."
    ) or ended == refused(
        f"assignments/double/assignment.py:{line}: the slot 'quiz' has no answer. "
        'Write a cell `# %% task="quiz"` in solutions/double/reference.py.'
    )
    assert not (mini.root / "source").exists()


# check


def test_check_shows_each_task(mini: Course, command: Command) -> None:
    assert command("check", "solutions/double/reference.py") == Ended(
        0,
        "solutions/double/reference.py  double: 4 of 4\n  double: 2 of 2\n  quadruple: 1 of 1\n  quiz: 1 of 1\n",
        "",
    )


def test_check_says_what_was_wrong(mini: Course, command: Command, tmp_path: Path) -> None:
    path = tmp_path / "[bold]ada.py"
    path.write_text("def double(x):\n    return x + 2\n\n\ndef quadruple(x):\n    return double(double(x))\n")
    code, out, err = command("check", path)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert "".join(out.splitlines()).startswith(f"{path}  double: 1 of 4  double: 0 of 2")
    assert "    failed: Every value is doubled." in lines
    assert "What 10 becomes. [adds two]" in " ".join(" ".join(lines).split())
    assert "    not judged: The argument keeps its values." in lines
    assert "  quadruple: 1 of 1  (judged with a right answer in place of an earlier, wrong one)" in lines
    assert lines[-1] == "  quiz: not attempted"


def test_check_shows_why_there_are_no_marks(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(RIGHT + "raise ValueError('mine')\n")
    code, out, err = command("check", path)
    assert (code, err) == (0, "")
    assert out.split("\n", 1)[0].endswith("double: 0 of 4  (invalid)")
    assert out.splitlines()[-1] == "  look at: the module stopped with ValueError: mine"


def test_check_gives_json(mini: Course, command: Command, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def double(x):\n    return x + 2\n")
    code, out, err = command("check", "--json", "solutions/double/reference.py", wrong)
    assert (code, err) == (0, "")
    first, second = map(json.loads, out.splitlines())
    assert (first["path"], scores(first)) == (
        "solutions/double/reference.py",
        {"double": 2.0, "quadruple": 1.0, "quiz": 1.0},
    )
    assert (second["path"], scores(second)) == (str(wrong), {"double": 0.0, "quadruple": 0.0, "quiz": 0.0})
    assert {key: value for key, value in second.items() if key not in ("seconds", "tasks", "path")} == {
        "format": 1,
        "assignment": "double",
        "status": "graded",
        "score": 0.0,
        "max_score": 4.0,
        "isolation": "bubblewrap",
        "attention": ["quadruple was not attempted", "quiz was not attempted"],
    }
    check = second["tasks"][0]["checks"][0]
    message = check.pop("message")
    assert message.endswith(" What 10 becomes.")
    assert check == {
        "check": "doubles",
        "title": "Every value is doubled.",
        "outcome": "failed",
        "points": 0.0,
        "max_points": 1.0,
        "misconception": "adds_two",
    }


def test_what_cannot_be_graded_is_one_line_each_and_the_others_are_graded(
    built: Course, command: Command, tmp_path: Path
) -> None:
    folder = tmp_path / "handed-in"
    right, last = save(solved(built), folder / "a.ipynb"), folder / "z.py"
    last.write_text(RIGHT)
    (folder / "broken.ipynb").write_text("{")
    (folder / "broken.py").write_text("def double(:\n")
    (folder / "latin.py").write_bytes(b"# \xe9\n")
    (folder / "nothing.py").write_text("x = 1\n")
    (folder / "notes.txt").write_text("x = 1\n")
    (folder / "large.py").write_text("#" * 20_000_001)
    (folder / "folder.ipynb").mkdir()
    (folder / "crash.py").write_text(RIGHT + "import os\nos._exit(9)\n")
    names = ("broken.ipynb", "broken.py", "latin.py", "nothing.py", "notes.txt", "large.py", "folder.ipynb", "gone.py")
    bad = [folder / name for name in names]
    code, out, err = command("check", "--json", right, *bad, folder / "crash.py", folder, last)
    assert code == 2
    graded = [json.loads(line) for line in out.splitlines()]
    assert [(Path(report["path"]).name, report["status"], report["score"]) for report in graded] == [
        ("a.ipynb", "graded", 4.0),
        ("crash.py", "crashed", 0.0),
        ("z.py", "graded", 2.0),
    ]
    names_of_tasks = "double, quadruple, quiz_sign, quiz_zero"
    assert err.splitlines() == [
        f"autograder: {folder}{line}"
        for line in (
            "/broken.ipynb: it is not a notebook that can be read. Save it in Jupyter and try again.",
            "/broken.py:1: it is not Python: invalid syntax",
            "/latin.py: it is not UTF-8 text",
            f"/nothing.py: it defines no name of a task. There are: {names_of_tasks}.",
            "/notes.txt: it is neither .py nor .ipynb. Name a notebook or a Python module.",
            "/large.py: it has 20,000,001 bytes; 20,000,000 are allowed",
            "/folder.ipynb: it is not a file. Name a .ipynb or .py file.",
            "/gone.py: there is no such file. Check the path.",
            ": it is a directory. Name a notebook or a Python module.",
        )
    ]


def test_a_notebook_without_its_source_costs_the_module_after_it_nothing(
    built: Course, command: Command, tmp_path: Path
) -> None:
    path = save(release(built), tmp_path / "double.ipynb")
    built.notebook("source", "double").unlink()
    code, out, err = command("check", "--json", path, "solutions/double/reference.py")
    assert (code, json.loads(out)["score"]) == (2, 4.0)
    assert err == "autograder: source/double/double.ipynb: it is missing. Run `autograder build` first.\n"


def test_check_tells_what_was_changed(built: Course, command: Command, tmp_path: Path) -> None:
    notebook = solved(built)
    find(notebook, "given-01").source = "FACTOR = 3"
    path = save(notebook, tmp_path / "double.ipynb")
    assert command("check", path).out.splitlines()[-1] == (
        "  look at: the locked cell given-01 was changed; the original was used"
    )


# verify


def test_verify_passes_and_gives_json(built: Course, command: Command) -> None:
    code, out, _ = command("verify", "--jobs", "1", "--json")
    audit = json.loads(out)
    assert (code, audit["assignment"], audit["faults"]) == (0, "double", [])
    assert audit["counts"] == {"reference": 1, "unsolved": 1, "solved": 1, "alternative": 1, "specimen": 8}
    assert [row["names"] for row in audit["findings"] if row["file"].endswith("squares.py")] == [["squares"]]


def test_verify_fails_with_a_line_for_each_fault(built: Course, command: Command, edit: Edit) -> None:
    edit("autograder/specimens/double/double/squares.py", "return x * x", "return 2 * x")
    code, out, _ = command("verify", "--jobs", "1")
    assert code == 1
    assert out.splitlines() == [
        "autograder/specimens/double/double/squares.py: a wrong answer gets full marks in double",
        "double: 1 reference, 1 unsolved, 1 solved, 1 alternative, 8 specimen; 1 faults",
    ]


def test_verify_mutants_and_the_page(built: Course, command: Command) -> None:
    page = built.root / "docs" / "grader-quality.md"
    counts = "double: 1 reference, 1 unsolved, 1 solved, 1 alternative, 8 specimen"
    code, out, _ = command("verify", "--mutants", "--write", "--jobs", "1")
    killed = re.fullmatch(rf"{counts}; (\d+) of (\d+) mutants killed; 0 faults\n", out)
    assert killed is not None
    assert (code, killed[1]) == (0, killed[2])
    text = page.read_text("utf-8")
    assert f"| mutants killed | {killed[1]} of {killed[2]}; 0 are equivalent |" in text
    page.write_text(text.replace("8 of 8", "7 of 8"), "utf-8")
    code, out, _ = command("verify", "--mutants", "--jobs", "1", "--json", "double")
    audit = json.loads(out)
    assert code == 1
    assert audit["faults"] == [
        "docs/grader-quality.md: what it says of double is not what was found. "
        "Run `autograder verify --mutants --write`."
    ]
    assert sum(audit["mutants"]["killed"].values()) == int(killed[1])


def test_verify_writes_no_page_with_faults(built: Course, command: Command, edit: Edit) -> None:
    edit("autograder/specimens/double/double/squares.py", "return x * x", "return 2 * x")
    code, out, _ = command("verify", "--mutants", "--write", "--jobs", "1")
    assert code == 1
    assert out.splitlines()[:-1] == [
        "autograder/specimens/double/double/squares.py: a wrong answer gets full marks in double",
    ]
    assert not (built.root / "docs").exists()


@pytest.mark.parametrize("words", [["--write"], ["--write", "--mutants", "double"]])
def test_verify_writes_the_whole_page_or_none(command: Command, words: list[str]) -> None:
    assert command("verify", *words) == refused(
        "Invalid value for '--write': the page is on mutants too, and on all assignments. "
        "See `autograder verify --help`."
    )


def test_verify_mutants_without_cosmic_ray(built: Course, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cosmic_ray.operators.provider", None)
    assert command("verify", "--mutants") == refused(
        "mutants are made by cosmic-ray, which is not installed. Run `pip install 'cosmic-ray>=8.7'`."
    )


# The program itself


def test_the_program(mini: Course, tmp_path: Path) -> None:
    """Its exit code, its streams and its course, as a shell sees them."""
    (tmp_path / "ada.py").write_text(RIGHT)
    ended = run("autograder", "--course", mini.root, "check", "--json", "gone.py", "ada.py", cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (
        2,
        "autograder: gone.py: there is no such file. Check the path.\n",
    )
    assert (json.loads(ended.stdout)["path"], json.loads(ended.stdout)["score"]) == ("ada.py", 2.0)


def test_the_program_outside_a_course(tmp_path: Path) -> None:
    ended = run("autograder", "build", cwd=tmp_path)
    assert (ended.returncode, ended.stdout, ended.stderr) == (
        2,
        "",
        f"autograder: {tmp_path}: this is not a course: no nbgrader_config.py beside a folder assignments/, "
        "here or above. Go to the course's folder, or name it with --course.\n",
    )


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("--course", "{root}", "check", "ada.py")])
def test_a_reader_that_goes_away_ends_the_program_without_a_traceback(mini: Course, words: tuple[str, ...]) -> None:
    (mini.root / "ada.py").write_text(RIGHT)
    read, write = os.pipe()
    os.close(read)
    call = [str(PROGRAMS / "autograder"), *(word.format(root=mini.root) for word in words)]
    ended = subprocess.run(call, stdout=write, stderr=subprocess.PIPE, cwd=mini.root, text=True, check=False)
    os.close(write)
    assert (ended.returncode, ended.stderr) == (1, "")


def test_a_reader_that_goes_away_after_the_first_line(mini: Course) -> None:
    (mini.root / "ada.py").write_text(RIGHT)
    words = [PROGRAMS / "autograder", "check", "--json", *["ada.py"] * 100]  # more than a pipe holds
    with Program(words, cwd=mini.root) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["score"] == 2.0
        process.stdout.close()
        process.stdout = None
        assert (process.communicate(timeout=120)[1], process.returncode) == ("", 1)


def test_the_pipes_of_a_sandbox_that_dies_do_not_end_the_program(command: Command) -> None:
    before = signal.getsignal(signal.SIGPIPE)
    assert command("--version").code == 0
    assert signal.getsignal(signal.SIGPIPE) is before is signal.SIG_IGN


def test_a_command_imports_no_more_than_it_needs(built: Course) -> None:
    """Each of these takes a second or so, and a worker that grades has its own."""
    save(solved(built, double="def double(x):\n    return x + 2\n"), built.root / "submitted/ada/double/double.ipynb")
    code = """
import sys
from autograder.cli import main
try:
    main(sys.argv[1:])
except SystemExit as ended:
    print("imported:", ended.code, [name for name in NAMES if sys.modules.get(name)])
"""
    code = code.replace("NAMES", repr(("torch", "matplotlib", "IPython", "rfc3987_syntax")))
    for words in (
        ["--version"],
        ["grade", "double", "--jobs", "1"],
        ["export", "double", "--to", "csv"],
        ["feedback", "double"],
    ):
        ended = run("python", "-c", code, *words, cwd=built.root)
        assert (words, ended.stdout.splitlines()[-1:]) == (words, ["imported: 0 []"]), ended.stderr
