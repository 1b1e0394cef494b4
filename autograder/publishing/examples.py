"""Run the visible examples of notebooks, and say which hold: `python examples.py NOTEBOOK…`.

This file is all that a student's repository gets of the autograder: it has no hidden test, it needs nothing but
nbformat and nbclient, and it reads nothing but the notebooks.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SECONDS = 120
LENGTH = 500


@dataclass(frozen=True)
class Result:
    """An example, or a whole notebook where none of its examples could be run. `message`: why it does not hold."""

    name: str
    message: str = ""

    def __str__(self) -> str:
        return f"FAILED  {self.name}: {self.message}" if self.message else f"passed  {self.name}"


def run_examples(path: Path, seconds: float = SECONDS) -> list[Result]:
    """Run a notebook as Jupyter would, each cell for so long at most, and look at its examples."""
    import nbformat

    if not path.is_file():
        return [Result(path.name, "there is no such file; push the notebook under this name")]
    try:
        notebook = nbformat.reads(path.read_text(encoding="utf-8-sig"), as_version=4)
        examples = [(cell.metadata.nbgrader.grade_id, cell) for cell in notebook.cells if _is_example(cell)]
    except Exception as error:  # nbformat has no one class for what can be wrong with a file
        return [Result(path.name, f"it cannot be read ({type(error).__name__}); save it in Jupyter and push it again")]
    if not examples:
        return [Result(path.name, "it has no examples; start again from the notebook that you were given")]
    ended = _execute(notebook, path.parent, seconds)
    return [Result(name, _error(cell) or ("" if _was_run(cell) else ended)) for name, cell in examples]


def main(words: Sequence[str]) -> int:
    """Print what holds. Returns 0 if everything does, else 1."""
    lines, failed = [], 0
    for word in words:
        found = run_examples(Path(word))
        failed += sum(bool(one.message) for one in found)
        lines += [word, *(f"  {one}" for one in found)]
    lines.append(f"{failed} of the examples failed" if failed else "all examples passed")
    for line in lines:
        print(line.encode("utf-8", "replace").decode(), flush=True)
    _summarise(lines)
    return 1 if failed else 0


def _is_example(cell: Any) -> bool:
    """A marking cell of no points: what nbgrader's `validate` runs, too."""
    entry = cell.metadata.get("nbgrader", {})
    return cell.cell_type == "code" and entry.get("grade") is True and entry.get("points") == 0 and "grade_id" in entry


def _execute(notebook: Any, folder: Path, seconds: float) -> str:
    """Run all cells but those that are only to look at. Returns why cells were left, empty if none was."""
    from nbclient import NotebookClient
    from nbclient.exceptions import DeadKernelError

    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    client = NotebookClient(
        notebook,
        timeout=seconds,
        kernel_name="python3",
        allow_errors=True,
        interrupt_on_timeout=True,
        resources={"metadata": {"path": str(folder)}},
    )
    try:
        client.execute()
    except DeadKernelError:
        return "it was not run: a cell before it, or this one, ended the kernel"
    except Exception as error:  # what a kernel can do is without end
        return f"it was not run: {type(error).__name__}"
    return "it was not run"


def _was_run(cell: Any) -> bool:
    return cell.execution_count is not None


def _error(cell: Any) -> str:
    return next(_messages(cell), "")


def _messages(cell: Any) -> Iterator[str]:
    for output in cell.outputs:
        if output.output_type == "error":
            words = " ".join(f"{output.ename}: {output.evalue}".split())
            yield words[:LENGTH] + ("…" if len(words) > LENGTH else "")


def _summarise(lines: Sequence[str]) -> None:
    """For the page that GitHub shows of a run."""
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path:
        with open(path, "a", encoding="utf-8", errors="replace") as file:
            file.write("".join(f"    {line}\n" for line in lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
