"""The students' pages and the class's page, and what `page_is_sound` sees of pages that are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import run
from looking import Shot
from pages import DESK, PHONE, faults, page_is_sound, prefer, window
from selenium.webdriver import Chrome

SLUG = "learned_positions"
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
GOOD = f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Marks</title>
<link rel="icon" href="data:,">
<style>
:root {{ color-scheme: light dark }}
body {{ color: #222; background: #fff }}
.box {{ width: 300px; background: rgb(0 0 0 / 5%) }}
@media (prefers-color-scheme: dark) {{ body {{ color: #ddd; background: #111 }} a {{ color: #9cf }} }}
</style></head>
<body>
<h1>Marks</h1>
<h2>Lookup</h2><p class="box">5.5 of 6 points</p><h3>Checks</h3>
<h2 id="crop">Crop</h2><p><a href="other%20page.html#there">another page</a>, <a href="#crop">here</a></p>
<img alt="" src="{DOT}">
</body></html>
"""
BAD = {
    "no language": (' lang="en"', "", "html has no lang"),
    "no viewport": ('<meta name="viewport" content="width=device-width">', "", "meta viewport is missing"),
    "too wide": ("width: 300px", "width: 1300px", "has to be moved sideways"),
    "too wide when unfolded": (
        "</body>",
        '<details><summary>More</summary><p style="width: 1300px">wide</p></details></body>',
        "has to be moved sideways",
    ),
    "two titles": ("<h2>Lookup</h2>", "<h1>Lookup</h1>", "it has 2 headings h1"),
    "no title": ("<h1>Marks</h1>", "", "it has 0 headings h1"),
    "a level left out": ("<h2>Lookup</h2>", "", "h1 is followed by h3"),
    "an image without words": ('<img alt=""', "<img", "1 images have no alt"),
    "an image that does not show": (DOT, "data:image/png;base64,AAAA", "1 images do not show"),
    "a link to nowhere": ("other%20page", "no%20page", "no page.html, which is missing"),
    "an anchor to nowhere": ('id="crop"', "", "nothing has the id crop"),
    "an error": ("</body>", "<script>throw new Error('lost')</script></body>", "the console says: "),
    "a file that is missing": ("</body>", "<script src='none.js'></script></body>", "the console says: "),
    "pale by day": ("color: #222", "color: #999", "hard to read when light: 2.8: Checks"),
    "pale by night": ("color: #ddd", "color: #333", "hard to read when dark: 1.5: 5.5 of 6 points"),
    "pale on a box": ("rgb(0 0 0 / 5%)", "rgb(0 0 0 / 60%)", "hard to read when light: 2."),
    "too large": ("</body>", f"<!-- {'x' * 1_000_000} --></body>", "bytes"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "other page.html").write_text(GOOD, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_good_page_is_sound(driver: Chrome, folder: Path, width: int) -> None:
    page = folder / "good.html"
    page.write_text(GOOD, encoding="utf-8")
    page_is_sound(driver, page, width)


@pytest.mark.parametrize("name", BAD)
def test_a_bad_page_is_not(driver: Chrome, folder: Path, name: str) -> None:
    old, new, fault = BAD[name]
    assert old in GOOD
    page = folder / "bad.html"
    page.write_text(GOOD.replace(old, new), encoding="utf-8")
    found = faults(driver, page, PHONE)
    assert [words for words in found if fault in words], found
    with pytest.raises(AssertionError, match=r"bad\.html, 390 pixels wide: "):
        page_is_sound(driver, page, PHONE)


@pytest.fixture(scope="module")
def published(class_folder: Path) -> Path:
    """The folder of the demo's class, with a page for each student and one for all."""
    for command in ("feedback", "report"):
        done = run("autograder", command, SLUG, cwd=class_folder)
        assert done.returncode == 0, done.stderr
    return class_folder


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_students_pages_are_sound(driver: Chrome, published: Path, shot: Shot, width: int) -> None:
    pages = sorted(published.glob(f"feedback/*/{SLUG}/{SLUG}.html"))
    assert len(pages) == 12
    look(driver, published / "feedback" / "dorothy" / SLUG / f"{SLUG}.html", shot, "feedback", width)
    found = {page.parts[-3]: faults(driver, page, width) for page in pages}
    assert {student: words for student, words in found.items() if words} == {}


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_page_of_the_class_is_sound(driver: Chrome, published: Path, shot: Shot, width: int) -> None:
    look(driver, published / "report.html", shot, "report", width)
    page_is_sound(driver, published / "report.html", width)


def look(driver: Chrome, page: Path, shot: Shot, name: str, width: int) -> None:
    with window(driver, width):
        for scheme in ("light", "dark"):
            prefer(driver, scheme)
            driver.get(page.as_uri())
            shot(f"{name}-{width}" if scheme == "light" else f"{name}-{width}-{scheme}")
