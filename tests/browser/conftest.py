"""A browser, servers for it, and where its screenshots go."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import ROOT, run
from looking import Shot, show_in_readme, take
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from servers import Server, serve

WIDTH, HEIGHT = 1280, 900


def _program(*names: str) -> str:
    """The path of the first of these programs that is here. Without one, a test is left out, but fails under CI."""
    for name in names:
        if path := shutil.which(name):
            return path
    reason = f"no {names[0]} here; on Debian: apt-get install chromium chromium-driver"
    if os.environ.get("CI"):
        pytest.fail(f"Under CI these tests are never left out, and there is {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def _browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    home = tmp_path_factory.mktemp("browser")
    options = webdriver.ChromeOptions()
    options.binary_location = _program("chromium", "chromium-browser", "google-chrome")
    for argument in (
        "--headless=new", f"--window-size={WIDTH},{HEIGHT}", "--force-device-scale-factor=1", "--hide-scrollbars",
        "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run", "--no-proxy-server",
    ):  # fmt: skip
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # Chromium's own does not run as root
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    # The driver's path is given: selenium would look for one in the network.
    service = Service(executable_path=_program("chromedriver"), env={**os.environ, "HOME": str(home)})
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()


@pytest.fixture
def driver(_browser: webdriver.Chrome) -> webdriver.Chrome:
    """The browser with an empty page, in its usual size, and with nothing said in its console yet."""
    _browser.get("about:blank")
    _browser.set_window_size(WIDTH, HEIGHT)
    _browser.get_log("browser")
    return _browser


@pytest.fixture(scope="session")
def class_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a class of twelve, as `autograder demo` makes it."""
    folder = tmp_path_factory.mktemp("class") / "demo"
    done = run("autograder", "demo", folder, "--students", 12, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def _formgrader(class_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(class_folder, tmp_path_factory.mktemp("instructor")) as server:
        yield server


@pytest.fixture
def formgrader(_formgrader: Server, driver: webdriver.Chrome) -> Server:
    """A server in the folder of the class, where an instructor starts one. The browser is logged in: some of the
    formgrader's pages show themselves to anybody, and take no token."""
    driver.get(_formgrader.page("api/status"))
    driver.get("about:blank")
    driver.get_log("browser")
    return _formgrader


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A student's server: its folder holds what a test puts there."""
    with serve(tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("student")) as server:
        yield server


@pytest.fixture
def shot(driver: webdriver.Chrome, pytestconfig: pytest.Config) -> Shot:
    """`shot(name)` keeps what the browser shows, and replaces a picture of the README by it if that is asked for."""

    def keep(name: str) -> Path:
        path = take(driver, name)
        if pytestconfig.getoption("--readme-images"):
            show_in_readme(path)
        return path

    return keep
