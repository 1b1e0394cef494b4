"""A file that is no notebook, or a damaged one, is refused in a line that names it, or graded; nothing else happens."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from helpers import save
from trial import FULL, LIMITS, Classroom, grade, make_course, reaches_the_student, scores

from autograder.errors import SubmissionError
from autograder.grading.engine import Engine
from autograder.grading.files import Grader
from autograder.grading.submission import CELLS_LIMIT, SIZE_LIMIT, read_notebook
from autograder.sandbox.isolation import best

Change = Callable[[dict[str, Any]], object]
A_LINK = "it is a link. Name the file that it leads to."
NO_NOTEBOOK = "it is not a notebook that can be read. Save it in Jupyter and try again."


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    return Classroom.of(make_course(tmp_path_factory.mktemp("broken")), "double")


@pytest.fixture(scope="module")
def walled() -> Iterator[Engine]:
    with Engine(best(), LIMITS) as engine:
        yield engine


@pytest.fixture(scope="module")
def grader(room: Classroom, walled: Engine) -> Grader:
    return Grader(room.course, walled)


def text_of(room: Classroom) -> str:
    return nbformat.writes(room.honest())


def changed(room: Classroom, change: Change) -> str:
    row = json.loads(text_of(room))
    change(row)
    return json.dumps(row)


BYTES: dict[str, tuple[Callable[[str], bytes], str]] = {
    "empty": (lambda text: b"", NO_NOTEBOOK),
    "no_json": (lambda text: b"def double(x): return 2 * x\n", NO_NOTEBOOK),
    "truncated": (lambda text: text.encode()[: len(text) // 2], NO_NOTEBOOK),
    "twice": (lambda text: text.encode() * 2, NO_NOTEBOOK),
    "utf_16": (lambda text: text.encode("utf-16"), "it is not UTF-8 text"),
    "nul_bytes": (lambda text: text.encode().replace(b"x", b"\0"), NO_NOTEBOOK),
    "null": (lambda text: b"null", NO_NOTEBOOK),
    "list": (lambda text: b"[]", NO_NOTEBOOK),
    "number": (lambda text: b"4", NO_NOTEBOOK),
    "object": (lambda text: b"{}", NO_NOTEBOOK),
    "nested": (lambda text: b"[" * 200_000, NO_NOTEBOOK),
    "long_number": (lambda text: text.replace('"nbformat": 4', '"nbformat": ' + "4" * 9999).encode(), NO_NOTEBOOK),
    "many_cells": (
        lambda text: json.dumps({**json.loads(text), "cells": [{}] * (CELLS_LIMIT + 1)}).encode(),
        "it has 2,001 cells; 2,000 are allowed",
    ),
    "web_page": (lambda text: b"<!DOCTYPE html><html><body>Sign in</body></html>", NO_NOTEBOOK),
    "zip": (lambda text: b"PK\x03\x04" + bytes(range(256)), "it is not UTF-8 text"),
}


@pytest.mark.parametrize("name", BYTES)
def test_bytes_that_are_no_notebook_are_refused(room: Classroom, tmp_path: Path, name: str) -> None:
    make, why = BYTES[name]
    path = tmp_path / "double.ipynb"
    path.write_bytes(make(text_of(room)))
    assert refusal(path) == f"{path}: {why}"


def refusal(path: Path) -> str:
    with pytest.raises(SubmissionError) as caught:
        read_notebook(path)
    return str(caught.value)


def _set(*path: Any) -> Change:
    """Puts the last of `path` where the others lead."""
    *way, last, value = path

    def change(row: Any) -> None:
        for step in way:
            row = row[step]
        row[last] = value

    return change


STRUCTURES: dict[str, Change] = {
    "format_2": lambda row: row.update(nbformat=2, nbformat_minor=0),
    "format_3_of_4s_content": lambda row: row.update(nbformat=3, nbformat_minor=0),
    "format_99": lambda row: row.update(nbformat=99),
    "format_as_text": lambda row: row.update(nbformat="4"),
    "format_missing": lambda row: row.pop("nbformat"),
    "cells_null": lambda row: row.update(cells=None),
    "cells_object": lambda row: row.update(cells={}),
    "cells_missing": lambda row: row.pop("cells"),
    "cell_null": lambda row: row["cells"].insert(0, None),
    "cell_text": lambda row: row["cells"].insert(0, "print(1)"),
    "source_number": _set("cells", 1, "source", 7),
    "source_null": _set("cells", 1, "source", None),
    "source_nested": _set("cells", 1, "source", [["x"]]),
    "type_unknown": _set("cells", 1, "cell_type", "heading"),
    "metadata_null": _set("cells", 1, "metadata", None),
    "metadata_list": lambda row: row.update(metadata=[1, 2]),
    "outputs_text": _set("cells", 1, "outputs", "none"),
}


@pytest.mark.parametrize("name", STRUCTURES)
def test_json_that_is_no_notebook_is_refused(room: Classroom, tmp_path: Path, name: str) -> None:
    path = tmp_path / "double.ipynb"
    path.write_text(changed(room, STRUCTURES[name]), encoding="utf-8")
    assert refusal(path) == f"{path}: {NO_NOTEBOOK}"


def _link(path: Path, room: Classroom) -> None:
    path.symlink_to(room.course.notebook("source", "double"))


def _sparse(path: Path, room: Classroom) -> None:
    with path.open("wb") as file:
        file.truncate(200_000_000)


PLACES: dict[str, tuple[Callable[[Path, Classroom], object], str]] = {
    "nothing": (lambda path, room: None, "there is no such file. Check the path."),
    "directory": (lambda path, room: path.mkdir(), "it is not a file. Name a .ipynb or .py file."),
    "fifo": (lambda path, room: os.mkfifo(path), "it is not a file. Name a .ipynb or .py file."),
    "link_to_the_instructors": (_link, A_LINK),
    "link_to_nowhere": (
        lambda path, room: path.symlink_to("/nowhere"),
        A_LINK,
    ),
    "link_to_a_device": (
        lambda path, room: path.symlink_to("/dev/zero"),
        A_LINK,
    ),
    "two_hundred_megabytes": (_sparse, f"it has 200,000,000 bytes; {SIZE_LIMIT:,} are allowed"),
}


@pytest.mark.parametrize("name", PLACES)
def test_what_is_no_file_is_refused(room: Classroom, tmp_path: Path, name: str) -> None:
    make, why = PLACES[name]
    path = tmp_path / "double.ipynb"
    make(path, room)
    assert refusal(path) == f"{path}: {why}"


def _no_ids(row: dict[str, Any]) -> None:
    row["nbformat_minor"] = 4
    for cell in row["cells"]:
        cell.pop("id", None)


def _half_character(row: dict[str, Any]) -> None:
    row["cells"].append({**row["cells"][0], "id": "half", "cell_type": "markdown", "source": "\ud800"})


GRADED: dict[str, Change] = {
    "byte_order_mark": lambda row: None,
    "kernelspec_missing": lambda row: row["metadata"].pop("kernelspec", None),
    "kernelspec_of_r": lambda row: row["metadata"].update(
        kernelspec={"name": "ir", "display_name": "R", "language": "R"}
    ),
    "metadata_empty": lambda row: row.update(metadata={}),
    "ids_missing": _no_ids,
    "minor_format_ahead": lambda row: row.update(nbformat_minor=99),
    "unknown_keys": lambda row: row.update(colab={"x": [1]}, widgets=None),
    "half_a_character_in_prose": _half_character,
    "tags_of_a_students": lambda row: [
        cell["metadata"].update(tags=["x", "skip-execution"], editable="no") for cell in row["cells"]
    ],
}


@pytest.mark.parametrize("name", GRADED)
def test_damage_that_touches_no_answer_costs_nothing(
    room: Classroom, grader: Grader, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "double.ipynb"
    mark = "\ufeff" if name == "byte_order_mark" else ""
    path.write_text(mark + changed(room, GRADED[name]), encoding="utf-8")
    (report,) = grader.grade(path)
    assert (report.status, scores(report)) == ("graded", FULL["double"])


def test_another_name_is_no_other_assignment(room: Classroom, grader: Grader, tmp_path: Path) -> None:
    (report,) = grader.grade(save(room.honest(), tmp_path / "Kopie von double (3).ipynb"))
    assert (report.assignment, scores(report)) == ("double", FULL["double"])


def test_a_notebook_without_cells_earns_nothing_and_says_so(room: Classroom, grader: Grader, tmp_path: Path) -> None:
    (report,) = grader.grade(save(nbformat.v4.new_notebook(cells=[]), tmp_path / "double.ipynb"))
    assert (report.status, scores(report)) == ("graded", (0.0, 0.0, 0.0))
    assert {"double was not attempted", "quadruple was not attempted", "quiz was not attempted"} <= {*report.attention}


ODD = ("# \ud800", "'\ud800'", "\0", "x = '\udfff'\ndef", "\x1a", "\ufeff" * 9, "%%nonsense")


@pytest.mark.parametrize("code", ODD)
def test_odd_characters_cost_their_own_cell(room: Classroom, walled: Engine, tmp_path: Path, code: str) -> None:
    notebook = room.honest()
    notebook.cells.append(nbformat.v4.new_code_cell(code))
    path = tmp_path / "double.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    report, outputs = grade(walled, room, read_notebook(path))
    assert scores(report) == FULL["double"]
    assert reaches_the_student(notebook, report, outputs)
