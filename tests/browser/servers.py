"""A Jupyter server of a test's own: nothing of the user's settings, nothing left behind."""

from __future__ import annotations

import collections
import contextlib
import json
import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from helpers import PROGRAMS

TOKEN = "a-token-of-the-tests"
# Every cell in the page, also far below the window; and nothing that asks the network.
SETTINGS = {
    "@jupyterlab/notebook-extension/tracker.jupyterlab-settings": {"windowingMode": "none"},
    "@jupyterlab/apputils-extension/notification.jupyterlab-settings": {"fetchNews": "false", "checkForUpdates": False},
}


@dataclass(frozen=True)
class Server:
    """A running server. `log`: what it has written so far, line by line, the last thousand."""

    address: str
    root: Path
    log: collections.deque[str]

    def page(self, path: str) -> str:
        """The address of a page, with the right to see it."""
        return f"{self.address}/{path.lstrip('/')}?token={TOKEN}"

    def ask(self, path: str) -> Any:
        """The answer of the server's own interface, `path` below /api/."""
        with urllib.request.urlopen(self.page(f"api/{path}"), timeout=60) as answer:
            return json.load(answer)


@contextlib.contextmanager
def serve(root: Path, home: Path) -> Iterator[Server]:
    """JupyterLab, with nbgrader's extensions, on a free port; `root` is its folder, and all of its settings lie in
    `home`. At the end, it and all that it started are gone."""
    command = [
        *(str(PROGRAMS / "jupyter-lab"), "--no-browser", "--allow-root", "--LabApp.extension_manager=readonly"),
        *("--ServerApp.ip=127.0.0.1", "--ServerApp.port=0", f"--ServerApp.root_dir={root}"),
        f"--IdentityProvider.token={TOKEN}",
    ]
    process = subprocess.Popen(
        command, cwd=root, env=_environment(home), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stderr is not None
    log: collections.deque[str] = collections.deque(maxlen=1000)
    reader = threading.Thread(target=log.extend, args=(process.stderr,))
    try:
        address = _address(process.stderr, log)
        reader.start()
        server = Server(address, root, log)
        _wait(server, process)
        yield server
    finally:
        _end(process)
        if reader.ident is not None:
            reader.join(timeout=60)
        process.stderr.close()


def _address(lines: Iterator[str], log: collections.deque[str]) -> str:
    """Read on until the server says where it is."""
    for line in lines:
        log.append(line)
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            return found.group()
    raise AssertionError("The server did not start:\n" + "".join(log))


def _wait(server: Server, process: subprocess.Popen[str]) -> None:
    """It says where it is before it listens there."""
    until = time.monotonic() + 240
    while True:
        try:
            server.ask("status")
            return
        except OSError:
            assert process.poll() is None, "".join(server.log)
            assert time.monotonic() < until, "".join(server.log)
            time.sleep(0.05)


def _end(process: subprocess.Popen[str]) -> None:
    """End the server, which ends its kernels; what is left of either is killed."""
    started = []
    with contextlib.suppress(psutil.NoSuchProcess):
        started = psutil.Process(process.pid).children(recursive=True)
    process.terminate()
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    _, alive = psutil.wait_procs(started, timeout=10)
    for one in alive:
        with contextlib.suppress(psutil.NoSuchProcess):
            one.kill()
    psutil.wait_procs(alive, timeout=10)


def _environment(home: Path) -> dict[str, str]:
    """An environment in which programs find a home that is new. Plots' fonts are listed there first: the list takes
    seconds, and the first notebook to plot would say so among its outputs."""
    lab = home / "settings" / "lab" / "user-settings"
    for name, setting in SETTINGS.items():
        (lab / name).parent.mkdir(parents=True, exist_ok=True)
        (lab / name).write_text(json.dumps(setting), encoding="utf-8")
    keep = {key: value for key, value in os.environ.items() if not key.startswith(("JUPYTER", "XDG_"))}
    environment = keep | {
        "HOME": str(home),
        "JUPYTER_CONFIG_DIR": str(home / "settings"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "IPYTHONDIR": str(home / "ipython"),
        "MPLCONFIGDIR": str(home / "matplotlib"),
    }
    fonts = [sys.executable, "-c", "import matplotlib.font_manager"]
    subprocess.run(fonts, env=environment, check=True, capture_output=True, timeout=300)
    return environment
