"""The page on which a grader looks at a submission: nbgrader's own template, with the filters that the course names."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from helpers import ROOT
from nbconvert.exporters import HTMLExporter
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output
from nbgrader.server_extensions import formgrader
from traitlets.config import PyFileConfigLoader

from autograder.course import CONFIG, Course
from autograder.publishing.formgrader_filters import clean_html
from autograder.student.outputs import clean

# What the formgrader's own handler gives its template.
ABOUT = ("base_url", "submission_id", "notebook_id", "assignment_id", "last_name", "first_name", "mathjax_url")


class Running(HTMLParser):
    """All of a page that runs or fetches."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "iframe", "object", "embed", "style", "svg", "form"):
            self.found[tag] += 1
        for name, value in attributes:
            if name.startswith("on") or "javascript:" in (value or ""):
                self.found[f"{tag} {name}"] += 1
            if tag == "img" and name == "src" and not (value or "").startswith("data:image/png"):
                self.found[f"img {value}"] += 1


def page(notebook: NotebookNode) -> str:
    config = PyFileConfigLoader(CONFIG, path=str(ROOT)).load_config()
    config.HTMLExporter.template_name = "formgrade"
    config.HTMLExporter.extra_template_basedirs = [str(Path(formgrader.__file__).parent / "templates")]
    resources = {**dict.fromkeys(ABOUT, ""), "index": 0, "total": 1, "nbgrader": {}}
    return str(HTMLExporter(config=config).from_notebook_node(notebook, resources=resources)[0])


def marked(course: Course, student: str) -> NotebookNode:
    return nbformat.read(course.root / "autograded" / student / "double" / "double.ipynb", as_version=4)


def test_nothing_of_a_submission_runs_in_a_graders_browser(graded_class: Course) -> None:
    notebook = marked(graded_class, "fay")
    script = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    kinds = ("text/html", "text/markdown", "image/svg+xml", "application/javascript", "text/latex", "text/plain")
    rows = [new_output("display_data", data={kind: script}) for kind in kinds]
    rows.append(new_output("display_data", data={"text/html": script}, metadata={"text/html": {"isolated": True}}))
    notebook.cells.append(new_code_cell("", outputs=rows))
    ours = page(marked(graded_class, "ada"))
    theirs = Running(page(notebook)).found - Running(ours).found
    # A picture in the page itself runs nothing; what is isolated is cleaned in its frame.
    assert {name for name in theirs if not name.startswith("img data:image/svg")} == {"iframe"}


def test_what_is_shown_stays(graded_class: Course) -> None:
    html = page(marked(graded_class, "fay"))
    for words in ("Mine", ">press<", "<b>bold</b>", "&lt;script&gt;alert("):
        assert words in html, words
    assert html.count('class="score tabbable"') == page(marked(graded_class, "ada")).count('class="score tabbable"')


def test_bytes_are_cleaned_too() -> None:
    assert clean_html(b"<b>caf\xc3\xa9 \xff</b><script>x</script>") == "<b>café \N{REPLACEMENT CHARACTER}</b>"


@pytest.mark.parametrize("value", ["1 onerror=alert(1)", True, None, [1], {"x": 1}, float("nan")])
def test_an_outputs_metadata_is_its_size_alone(value: object) -> None:
    """nbconvert writes a width into the tag without quotation marks."""
    data = {"image/png": "aGk="}
    about = {
        "image/png": {"width": value, "height": 30, "alt": "x"},
        "filenames": {"image/png": "/"},
    }
    row = {"output_type": "display_data", "data": data, "metadata": about}
    (kept,) = clean({"outputs": [row]}, 10_000)
    sizes = kept["metadata"].pop("image/png")
    assert (kept["metadata"], sizes["height"], sizes.get("width")) == ({}, 30, None)
