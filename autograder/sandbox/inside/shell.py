"""An IPython shell without a kernel: it runs cells, and keeps what they put out as nbformat outputs."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

Output = dict[str, Any]
RESULT_LIMIT = 500
ROWS = 1000
CUT = "\n[The output was longer than allowed and is cut here.]"
FRAMES = 8  # at each end of a traceback


class Outputs:
    """The outputs of one cell, bounded in characters and in number; what goes over is cut and said.

    An error and a result are always kept: silence would be full marks in nbgrader.
    """

    def __init__(self, limit: int) -> None:
        self.rows: list[Output] = []
        self._left = limit
        self._cut = False

    def stream(self, name: str, text: str) -> None:
        text = self._bounded(text)
        last = self.rows[-1] if self.rows else {}
        if text and last.get("output_type") == "stream" and last["name"] == name:
            last["text"] += text
        elif text and len(self.rows) < ROWS:
            self.rows.append({"output_type": "stream", "name": name, "text": text})
        elif text and not self._cut:
            self.rows.append({"output_type": "stream", "name": name, "text": self._said()})

    def data(self, kind: str, data: dict[str, Any], metadata: dict[str, Any], count: int | None = None) -> None:
        kept: dict[str, Any] = {}
        for mime, item in data.items():
            if isinstance(item, str) and mime.startswith("text/"):
                kept[mime] = self._bounded(item)
            elif self._fits(item):  # half an image is none
                kept[mime] = item
        if len(kept) < len(data):
            kept["text/plain"] = kept.get("text/plain", "") + self._said()
        text = data.get("text/plain")
        if kind == "execute_result" and isinstance(text, str) and len(text) <= RESULT_LIMIT:
            kept["text/plain"] = text  # it may be a mark: no flood before it may cut it off
        row: Output = {"output_type": kind, "data": kept, "metadata": metadata}
        if kind == "execute_result":
            row["execution_count"] = count
        if kind == "execute_result" or len(self.rows) < ROWS:
            self.rows.append(row)

    def error(self, name: str, message: str, traceback: list[str]) -> None:
        self.rows.append(
            {
                "output_type": "error",
                "ename": name[:200],
                "evalue": self._bounded(message),
                "traceback": [self._bounded(line) for line in traceback[:100]],
            }
        )

    def _bounded(self, text: str) -> str:
        kept = text[: max(self._left, 0)]
        self._left -= len(kept)
        return kept if len(kept) == len(text) else kept + self._said()

    def _fits(self, item: Any) -> bool:
        size = len(item) if isinstance(item, str) else len(json.dumps(item, default=str))
        if size > self._left:
            return False
        self._left -= size
        return True

    def _said(self) -> str:
        said, self._cut = self._cut, True
        return "" if said else CUT


class _Stream(io.TextIOBase):
    def __init__(self, name: str, outputs: Outputs) -> None:
        self._name, self._outputs = name, outputs

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._outputs.stream(self._name, str(text))
        return len(text)

    def fileno(self) -> int:
        return 1 if self._name == "stdout" else 2


class _Results(DisplayHook):  # type: ignore[misc]  # IPython has no types
    """The value of a cell's last line, as an execute_result."""

    outputs: Outputs

    def write_output_prompt(self) -> None:
        pass

    def write_format_data(self, format_dict: dict[str, Any], md_dict: dict[str, Any] | None = None) -> None:
        self.outputs.data("execute_result", format_dict, md_dict or {}, self.prompt_count)

    def finish_displayhook(self) -> None:
        pass


class _Displays(DisplayPublisher):  # type: ignore[misc]
    outputs: Outputs

    def publish(self, data: dict[str, Any], metadata: dict[str, Any] | None = None, **_: Any) -> None:
        self.outputs.data("display_data", data, metadata or {})


class Shell(InteractiveShell):  # type: ignore[misc]
    """Cells in order, in one namespace, as in a notebook. Each cell's outputs are given as nbformat has them."""

    displayhook_class = _Results
    display_pub_class = _Displays

    def run(self, code: str, limit: int) -> tuple[list[Output], bool]:
        """The outputs of a cell, and whether it ran to its end. `limit`: how many characters of output are kept."""
        outputs = Outputs(limit)
        self.displayhook.outputs = self.display_pub.outputs = self._outputs = outputs
        with _descriptors(outputs) as self._show_programs:
            out, err = _Stream("stdout", outputs), _Stream("stderr", outputs)
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                result = self.run_cell(code, store_history=True)
        error = getattr(result, "error_before_exec", None) or getattr(result, "error_in_exec", None)
        if error is not None and not any(row["output_type"] == "error" for row in outputs.rows):
            name = type(error).__name__  # whoever keeps errors from being shown has made one all the same
            outputs.error(name, "", [f"{name}: the traceback was not shown"])
        return outputs.rows, getattr(result, "success", None) is True

    def _get_exc_info(self, exc_tuple: Any = None) -> Any:
        """IPython looks through all modules for each frame: it would show a recursion without end after a minute."""
        kind, value, traceback = super()._get_exc_info(exc_tuple)
        with contextlib.suppress(Exception):
            _shorten(value)
        return kind, value, traceback

    def _showtraceback(self, etype: type[BaseException], evalue: BaseException, stb: list[str]) -> None:
        try:
            message = str(evalue)
        except Exception:
            message = ""
        self._outputs.error(etype.__name__, message, stb)

    def system_piped(self, cmd: str) -> None:
        """A `!` line. IPython's own needs a terminal, and behind Landlock there is none."""
        done = subprocess.run(self.var_expand(cmd, depth=1), shell=True, stdin=subprocess.DEVNULL, check=False)
        self._show_programs()
        self.user_ns["_exit_code"] = done.returncode

    system = system_piped

    def enable_gui(self, gui: str | None = None) -> None:
        """There is no window here: figures are drawn inline."""


def _shorten(error: BaseException | None) -> None:
    """Cut the middle out of the traceback of an error, and of those that led to it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        frames = []
        frame = error.__traceback__
        while frame is not None:
            frames.append(frame)
            frame = frame.tb_next
        if len(frames) > 2 * FRAMES:
            frames[FRAMES - 1].tb_next = frames[-FRAMES]
        error = error.__cause__ or error.__context__


def make_shell() -> Shell:
    """The shell, with figures drawn inline as a notebook does."""
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.autocall = 0
    config.InteractiveShell.xmode = "Plain"  # the usual form looks through all modules: 50 ms a traceback with torch
    shell: Shell = Shell.instance(config=config)
    shell._outputs = shell.displayhook.outputs = shell.display_pub.outputs = Outputs(0)
    shell.enable_matplotlib("inline")
    return shell


@contextlib.contextmanager
def _descriptors(outputs: Outputs) -> Iterator[Callable[[], None]]:
    """What programs that a cell starts write to descriptors 1 and 2 is output too: now, if asked for, or at the end."""
    with tempfile.TemporaryFile("a+b", buffering=0) as file:
        seen = 0

        def show() -> None:
            nonlocal seen
            file.seek(seen)
            outputs.stream("stdout", file.read(1 << 20).decode("utf-8", "replace"))
            seen = file.seek(0, os.SEEK_END)

        kept = os.dup(1), os.dup(2)
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        try:
            yield show
        finally:
            os.dup2(kept[0], 1)
            os.dup2(kept[1], 2)
            os.close(kept[0])
            os.close(kept[1])
            show()
