"""Waiting for a page, what its console says, and pictures of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from helpers import ROOT
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import WebDriverWait

SCREENSHOTS = ROOT / "build" / "screenshots"
# The README's pictures, by the screenshot that each is. `make screenshots` takes them anew.
README = ROOT / "docs" / "images"
SHOWN = {
    "solved-sinusoidal_positions-2": "notebook",
    "feedback-1280": "feedback",
    "report-1280": "report",
    "formgrader-feedback": "formgrader",
}
SECONDS = 240

Shot = Callable[[str], Path]


def until(driver: Chrome, what: str, ready: Callable[[], object]) -> None:
    """Wait until this holds; where it never does, the page is kept as a screenshot."""
    wait = WebDriverWait(driver, SECONDS, 0.1, ignored_exceptions=[StaleElementReferenceException])
    try:
        wait.until(lambda _: ready(), f"{what}: not within {SECONDS} s")
    except Exception:
        take(driver, "waited-in-vain")
        raise


def complaints(driver: Chrome) -> list[str]:
    """What the browser's console calls severe, since it was asked last."""
    return [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]


def take(driver: Chrome, name: str) -> Path:
    """Keep what the browser shows."""
    path = SCREENSHOTS / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    assert driver.save_screenshot(str(path))
    return path


def show_in_readme(picture: Path) -> None:
    """Replace the README's picture by this screenshot, if it is one of those that the README shows."""
    if name := SHOWN.get(picture.stem):
        README.mkdir(parents=True, exist_ok=True)
        shutil.copy(picture, README / f"{name}.png")
