"""The students' notebooks in JupyterLab, as a student opens and runs them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import nbformat
import pytest
from helpers import ROOT, release, save, solved
from looking import Shot, complaints, until
from nbformat import NotebookNode
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from servers import Server

from autograder.course import Course

COURSE = Course(ROOT)
ERROR = "[data-mime-type='application/vnd.jupyter.stderr']"


@pytest.mark.parametrize("slug", COURSE.assignments)
def test_unsolved_it_stops_at_the_first_task_and_says_what_to_do(
    driver: Chrome, lab: Server, slug: str, shot: Shot
) -> None:
    path = save(release(COURSE, slug), lab.root / "unsolved" / f"{slug}.ipynb")
    ran = run_all(driver, lab, path)
    (error,) = outputs(ran, "error")
    assert (error.ename, error.evalue) == (
        "NotImplementedError",
        "Not solved yet: put your code in place of this line.",
    )
    last = max(number for number, cell in enumerate(ran.cells) if cell.get("outputs"))
    assert error in ran.cells[last].outputs
    assert "-example-" in ran.cells[last].metadata.nbgrader.grade_id

    shown = driver.find_element(By.CSS_SELECTOR, ERROR)
    into_view(driver, shown)
    shot(f"unsolved-{slug}")
    assert error.evalue in shown.text
    assert "YOUR CODE HERE" in shown.text
    assert len(shown.text.splitlines()) < 25, "a beginner has to see where and why at a glance"
    assert not driver.find_elements(By.CSS_SELECTOR, ".jp-Dialog"), "the kernel died"
    assert complaints(driver) == []


@pytest.mark.parametrize("slug", ["learned_positions", pytest.param("sinusoidal_positions", marks=[pytest.mark.slow])])
def test_solved_all_examples_hold_and_all_plots_show(driver: Chrome, lab: Server, slug: str, shot: Shot) -> None:
    path = save(solved(COURSE, slug), lab.root / "solved" / f"{slug}.ipynb")
    ran = run_all(driver, lab, path)
    code = [cell for cell in ran.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert outputs(ran, "error") == []
    assert [row.text for row in outputs(ran, "stream") if row.name == "stderr"] == []

    drawing = sum("plt.subplots" in cell.source for cell in code)
    assert drawing >= 4
    assert sum("image/png" in row.data for row in outputs(ran, "display_data")) == drawing
    # A value that a plot's last line leaves would stand above it: [<matplotlib.lines.Line2D at 0x…>].
    assert [row.data for row in outputs(ran, "execute_result")] == []
    drawn = driver.find_elements(By.CSS_SELECTOR, ".jp-OutputArea-output img")
    assert [one.get_property("naturalWidth") > 300 for one in drawn] == [True] * drawing
    for number, plot in enumerate(drawn):
        into_view(driver, plot)
        shot(f"solved-{slug}-{number}")
    assert complaints(driver) == []


def run_all(driver: Chrome, lab: Server, path: Path) -> NotebookNode:
    """Open a notebook, run all its cells, save it. The notebook as it is in its file then."""
    workspace = f"{path.parent.name}-{path.stem}"  # else the page would open the notebook before, too
    driver.get(lab.page(f"lab/workspaces/{workspace}/tree/{path.relative_to(lab.root)}"))
    until(driver, "a kernel", lambda: ready(lab, path) and status(driver) == "idle")
    choose(driver, "Run", "runmenu:run-all")
    until(driver, "the end of all cells", lambda: finished(prompts(driver)) and status(driver) == "idle")
    before = path.stat().st_mtime_ns
    choose(driver, "File", "docmanager:save")
    until(driver, "the saved file", lambda: path.stat().st_mtime_ns > before and is_whole(path))
    return nbformat.read(path, as_version=4)


def is_whole(path: Path) -> bool:
    """Whether the server has written all of a notebook."""
    try:
        json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return False
    return True


def ready(lab: Server, path: Path) -> bool:
    """Whether the page is connected to a kernel that waits for work. The page's own sign says so too early: what is run
    then ends in a dialog that asks for a kernel."""
    kernels = [one["kernel"] for one in lab.ask("sessions") if lab.root / one["path"] == path]
    return any(one["execution_state"] == "idle" and one["connections"] for one in kernels)


def status(driver: Chrome) -> str | None:
    """What the notebook's toolbar says of the kernel."""
    found = driver.find_elements(By.CSS_SELECTOR, ".jp-Notebook-ExecutionIndicator")
    return found[0].get_attribute("data-status") if found else None


def prompts(driver: Chrome) -> list[str]:
    """What stands beside each code cell: [ ] before it ran, [*] while it waits or runs, and then a number."""
    script = "return [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map(one => one.textContent)"
    found: list[str] = driver.execute_script(script)
    return found


def finished(prompts: list[str]) -> bool:
    """The first cell has run, and none waits or runs."""
    return bool(prompts) and bool(re.fullmatch(r"\[\d+\]:", prompts[0])) and not any("*" in one for one in prompts)


def choose(driver: Chrome, menu: str, command: str) -> None:
    """Choose an entry of a menu with the mouse."""
    for path in (
        f"//*[contains(@class, 'lm-MenuBar-itemLabel') and text()='{menu}']",
        f"//li[@data-command='{command}' and not(contains(@class, 'lm-mod-disabled'))]",
    ):
        until(driver, path, lambda path=path: visible(driver, path))
        visible(driver, path)[0].click()


def visible(driver: Chrome, path: str) -> list[WebElement]:
    return [one for one in driver.find_elements(By.XPATH, path) if one.is_displayed()]


def into_view(driver: Chrome, element: WebElement) -> None:
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)


def outputs(notebook: NotebookNode, kind: str) -> list[NotebookNode]:
    return [row for cell in notebook.cells for row in cell.get("outputs", ()) if row.output_type == kind]
