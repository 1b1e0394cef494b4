"""A marked notebook as a part of a page."""

from __future__ import annotations

import base64

import pytest
from markupsafe import Markup
from nbformat import from_dict
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from autograder.publishing import notebook_page
from autograder.publishing.notebook_page import COLOUR_ROOM, LEFT_OUT, ROOM, SOURCE_ROOM, TEXT_ROOM, shown_cells

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\nrest").decode()


def shown(*cells: object, ours: bool = True) -> list[object]:
    return shown_cells(new_notebook(cells=list(cells)), ours=ours)


def code(source: str = "1", outputs: object = (), **nbgrader: object) -> object:
    metadata = {"nbgrader": nbgrader} if nbgrader else {}
    return new_code_cell(source, outputs=list(outputs), metadata=metadata)


def copied(cell: object) -> object:
    return new_code_cell(cell.source, outputs=cell.outputs)


def display(**data: object) -> object:
    return new_output("display_data", {key.replace("_", "/"): value for key, value in data.items()})


def test_code_prose_and_what_they_printed() -> None:
    prose, cell = shown(
        new_markdown_cell("*hi*"),
        code("x = 1", [new_output("stream", name="stdout", text="a < b\x1b[31mred\x1b[0m")]),
    )
    assert (prose.kind, prose.source) == ("markdown", "<p><em>hi</em></p>\n")
    assert (cell.kind, cell.number, cell.answer) == ("code", 2, False)
    assert "<span" in cell.source
    assert cell.outputs == ("<pre>a &lt; bred</pre>",)


def test_a_marking_cell_of_ours_is_a_link_and_no_more() -> None:
    marks, answer = shown(
        code("secret()", [display(text_plain="2.0")], grade=True, solution=False, grade_id="double"),
        code("def f(): pass", solution=True, grade=False, grade_id="f"),
    )
    assert (marks.kind, marks.task, marks.source, marks.outputs) == ("marks", "double", "", ())
    assert (answer.kind, answer.answer) == ("code", True)


def test_of_others_marking_cells_the_hidden_tests_are_left_out() -> None:
    source = "assert visible\n  ### BEGIN HIDDEN TESTS\nassert hidden\n### END HIDDEN TESTS\nassert after"
    error = new_output("error", ename="AssertionError", evalue="hidden", traceback=["assert hidden"])
    (cell,) = shown(code(source, [error], grade=True, solution=False, grade_id="q1"), ours=False)
    assert "hidden tests" in cell.source
    assert "visible" in cell.source
    assert "after" in cell.source
    assert "assert</span> <span" in cell.source
    assert ">hidden<" not in cell.source
    assert cell.outputs == ("<pre>AssertionError</pre>",)
    (cut,) = shown(code("### BEGIN HIDDEN TESTS\nassert 42", grade=True, solution=False, grade_id="q1"), ours=False)
    assert "42" not in cut.source


def test_the_best_form_of_an_output() -> None:
    outputs = [
        display(image_png=PNG, text_html="<b>x</b>", text_plain="x"),
        display(image_png="no picture", text_html="<b>x</b><script>1</script>"),
        display(text_markdown="*x*"),
        display(text_plain="<x>"),
        display(**{"image_svg+xml": "<svg onload='alert(1)'/>", "text_plain": "a drawing"}),
        new_output("error", ename="E", evalue="v", traceback=["\x1b[31mTraceback\x1b[0m", "E: v"]),
    ]
    (cell,) = shown(code("1", outputs))
    assert cell.outputs == (
        f'<img class="output" alt="a picture that this cell drew" src="data:image/png;base64,{PNG}">',
        '<div class="html"><b>x</b></div>',
        "<p><em>x</em></p>\n",
        "<pre>&lt;x&gt;</pre>",
        "<pre>a drawing</pre>",
        "<pre>Traceback\nE: v</pre>",
    )


@pytest.mark.parametrize(
    "cell",
    [
        code("1", [new_output("stream", name="stdout", text="x" * (TEXT_ROOM + 5))]),
        code("1", [display(image_png=base64.b64encode(b"\x89PNG\r\n" + b"x" * ROOM).decode())]),
        code("x" * (SOURCE_ROOM + 1)),
    ],
    ids=["text", "picture", "source"],
)
def test_a_page_has_room_for_so_much(cell: object) -> None:
    cells = shown(*(copied(cell) for _ in range(3)))
    html = "".join(one.source + "".join(one.outputs) for one in cells)
    assert html.count(LEFT_OUT) == 1
    assert len(html) < ROOM + 3 * SOURCE_ROOM


def test_empty_cells_are_passed_over() -> None:
    assert shown(code(""), new_markdown_cell(" \n")) == []


@pytest.mark.parametrize("odd", [None, 5, [1, None], {"a": 1}, [["a"]]])
def test_what_is_of_no_form_costs_its_cell(odd: object) -> None:
    cells = [
        {"cell_type": "code", "source": "1", "metadata": {}, "outputs": odd},
        {"cell_type": "code", "source": odd, "metadata": {}, "outputs": []},
        {"cell_type": "code", "source": "1", "metadata": {"nbgrader": odd}, "outputs": []},
        {"cell_type": "code", "source": "1", "metadata": {}, "outputs": [{"output_type": "stream", "text": odd}]},
        {"cell_type": "code", "source": "1", "metadata": {}, "outputs": [{"output_type": "display_data", "data": odd}]},
        {"cell_type": "code", "source": "1", "metadata": {}, "outputs": [{"output_type": "error", "traceback": odd}]},
        {"cell_type": "markdown", "source": "last", "metadata": {}},
    ]
    assert shown_cells(from_dict({"cells": cells}), ours=True)[-1].source == "<p>last</p>\n"


def test_the_room_is_that_of_the_page_and_not_of_the_notebook() -> None:
    angles = [code("1", [new_output("stream", name="stdout", text="<" * TEXT_ROOM)]) for _ in range(30)]
    brackets = [code("1(" * (SOURCE_ROOM // 8)) for _ in range(4)]
    cells = shown(*map(copied, [*angles, *brackets]))
    assert sum(len(one.source) + sum(map(len, one.outputs)) for one in cells) < ROOM + COLOUR_ROOM + 5 * SOURCE_ROOM


def test_what_comes_to_nothing_takes_room_too(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    monkeypatch.setattr(notebook_page, "clean", lambda text: read.append(len(text)) or Markup(""))
    shown(code("1", [display(text_html="<script>" + "x" * 11_000) for _ in range(1000)]))
    assert 0 < sum(read) <= ROOM
