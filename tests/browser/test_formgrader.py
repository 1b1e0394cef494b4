"""nbgrader's formgrader on the class of `autograder demo`, in the browser of an instructor."""

from __future__ import annotations

import json
import re
from pathlib import Path

from helpers import run, save, scores, solved
from looking import Shot, complaints, until
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.api import Gradebook
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from servers import Server

from autograder.course import Course

SLUG = "learned_positions"
# The demo's class: what these tests need of it.
WRONG, CORRECTED = "dorothy", "george"
RUNS = "<script>window.ran = 1</script><img src=x onerror='window.ran = 2'><b>handed in by a stranger</b>"


def test_the_assignment_is_listed_with_its_submissions(driver: Chrome, formgrader: Server, shot: Shot) -> None:
    rows = table(driver, formgrader, "manage_assignments")
    shot("formgrader-assignments")
    assert [(row["name"], row["num-submissions"]) for row in rows] == [(SLUG, "12"), ("sinusoidal_positions", "0")]
    assert faults(driver) == []


def test_each_student_is_there_with_the_marks_of_the_gradebook(driver: Chrome, formgrader: Server, shot: Shot) -> None:
    rows = table(driver, formgrader, f"manage_submissions/{SLUG}")
    shot("formgrader-submissions")
    assert {row["student-id"]: row["score"] for row in rows} == marks(formgrader.root)
    assert {row["status"] for row in rows} == {"graded"}
    assert faults(driver) == []


def test_the_pages_for_grading_by_hand_have_the_same_marks(driver: Chrome, formgrader: Server, shot: Shot) -> None:
    (row, _) = table(driver, formgrader, "gradebook")
    assert (row["name"], row["num-submissions"]) == (SLUG, "12")
    rows = table(driver, formgrader, f"gradebook/{SLUG}/{SLUG}")
    driver.execute_script("$('.name-shown').show(); $('.name-hidden').hide();")
    shot("formgrader-gradebook")
    names = [one.text for one in driver.find_elements(By.CSS_SELECTOR, "#main-table a.name-shown")]
    assert dict(zip(names, [row["score"] for row in rows], strict=True)) == {
        named(formgrader.root, student): score for student, score in marks(formgrader.root).items()
    }
    assert {row["needs-manual-grade"] for row in rows} == {""}
    assert faults(driver) == []


def test_a_submission_shows_what_the_checks_found(driver: Chrome, formgrader: Server, shot: Shot) -> None:
    with Gradebook(database(formgrader.root)) as gradebook:
        identity = gradebook.find_submission_notebook(SLUG, SLUG, WRONG).id
    driver.get(formgrader.page(f"formgrader/submissions/{identity}"))
    until(driver, "the marks", lambda: [one for one in fields(driver).values() if one])

    report = json.loads((formgrader.root / "reports" / SLUG / f"{WRONG}.json").read_text(encoding="utf-8"))
    points = scores(report)
    assert points["lookup"] < 6
    given = {name: float(value) for name, value in fields(driver).items() if name in points}
    assert given == points

    words = shown(driver)
    found = [check for task in report["tasks"] for check in task["checks"]]
    for check in found:
        assert words.count(" ".join(check["title"].split())) >= 1, check["title"]
        assert " ".join(check["message"].split()) in words
    assert any(check["misconception"] for check in found)
    # No word of the feedback is behind the edge of its box, and none runs out of the page.
    boxes = "return [...document.querySelectorAll('.output_stdout pre')]"
    assert driver.execute_script(f"{boxes}.map(one => one.scrollWidth - one.clientWidth)") == [0] * len(points)
    assert driver.execute_script("return document.scrollingElement.scrollWidth <= innerWidth")
    driver.execute_script("document.getElementById('lookup').scrollIntoView(); scrollBy(0, -70);")
    shot("formgrader-feedback")
    assert faults(driver) == []


def test_the_button_grades_a_changed_submission_with_the_engine(driver: Chrome, formgrader: Server, shot: Shot) -> None:
    course = Course(formgrader.root)
    before = marks(formgrader.root)[CORRECTED]
    notebook = solved(course, SLUG)
    notebook.cells += [
        new_markdown_cell(RUNS),
        new_code_cell(f"from IPython.display import *\ndisplay(HTML({RUNS!r}))"),
    ]
    save(notebook, formgrader.root / "submitted" / CORRECTED / SLUG / f"{SLUG}.ipynb")
    rehearsed = run("autograder", "grade", SLUG, "--student", CORRECTED, "--dry-run", cwd=formgrader.root)
    (now, then) = re.findall(rf"{CORRECTED} +fusion +(\S+) +(\S+)", rehearsed.stdout)[0]
    assert (now, then) == ("1.5", "6"), rehearsed.stdout

    rows = table(driver, formgrader, f"manage_submissions/{SLUG}")
    place = [row["student-id"] for row in rows].index(CORRECTED)
    driver.find_elements(By.CSS_SELECTOR, "#main-table .autograde a")[place].click()
    # The dialogue fades in, part by part: its last word is not its first.
    success = f"Successfully autograded '{SLUG}' for student '{CORRECTED}'."
    until(driver, "the end of grading", lambda: success in dialogue(driver) and "OK" in dialogue(driver))
    said = dialogue(driver)
    shot("formgrader-autograded")
    assert "Applying preprocessor: RunBehindTheWall" in said
    assert "Traceback" not in said + "".join(formgrader.log)

    until(driver, "the new marks", lambda: read(driver)[place]["score"] == "20 / 20")
    assert float(before.split()[0]) - float(now) + float(then) == 20
    assert marks(formgrader.root)[CORRECTED] == "20 / 20"
    assert "fusion: 6 of 6 points" in (formgrader.root / "autograded" / CORRECTED / SLUG / f"{SLUG}.ipynb").read_text()
    assert faults(driver) == []

    with Gradebook(database(formgrader.root)) as gradebook:
        identity = gradebook.find_submission_notebook(SLUG, SLUG, CORRECTED).id
    driver.get(formgrader.page(f"formgrader/submissions/{identity}"))
    until(driver, "the marks", lambda: [one for one in fields(driver).values() if one])
    assert shown(driver).count("handed in by a stranger") == 3  # the Markdown, the code, and what it puts out
    assert driver.execute_script("return window.ran") is None
    assert faults(driver) == []


def table(driver: Chrome, server: Server, path: str) -> list[dict[str, str]]:
    """The rows of a page of the formgrader, once they are loaded: each cell's text by its column."""
    driver.get(server.page(f"formgrader/{path}"))
    loaded = "return typeof models !== 'undefined' && models && models.loaded"
    until(driver, "the rows", lambda: driver.execute_script(loaded))
    return read(driver)


def read(driver: Chrome) -> list[dict[str, str]]:
    """The rows as they are. nbgrader names each cell's column in its class, beside those that are for looks."""
    script = """
        const name = cell => [...cell.classList].find(one => !['text-center', 'sorting_1'].includes(one));
        const texts = row => Object.fromEntries([...row.cells].map(cell => [name(cell), cell.innerText.trim()]));
        return [...document.querySelectorAll('#main-table tr')].map(texts);
    """
    rows: list[dict[str, str]] = driver.execute_script(script)
    return rows


def fields(driver: Chrome) -> dict[str, str]:
    """What stands in the fields for points, by marking cell."""
    found = driver.find_elements(By.CSS_SELECTOR, "input.score")
    return {one.get_attribute("id"): one.get_attribute("placeholder") for one in found}


def shown(driver: Chrome) -> str:
    """All that the page says, in one line."""
    return " ".join(driver.find_element(By.TAG_NAME, "body").text.split())


def database(root: Path) -> str:
    return f"sqlite:///{root / 'gradebook.db'}"


def marks(root: Path) -> dict[str, str]:
    """Each student's points in the gradebook, as the formgrader writes them."""
    with Gradebook(database(root)) as gradebook:
        found = gradebook.assignment_submissions(SLUG)
        return {one.student_id: f"{one.score:g} / {one.max_score:g}" for one in found}


def faults(driver: Chrome) -> list[str]:
    """What the console complains of, but for MathJax, which nbgrader's page takes from the network."""
    return [words for words in complaints(driver) if "mathjax" not in words.lower()]


def named(root: Path, student: str) -> str:
    """As nbgrader's pages write a name."""
    with Gradebook(database(root)) as gradebook:
        found = gradebook.find_student(student)
        return f"{found.last_name}, {found.first_name}"


def dialogue(driver: Chrome) -> str:
    """What the dialogue in front says; nothing where there is none."""
    shown = driver.find_elements(By.CSS_SELECTOR, ".modal.in")
    return " ".join((shown[0].get_attribute("textContent") or "").split()) if shown else ""
