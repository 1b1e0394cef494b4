"""What a run leaves on disk for a submission: autograded/ and reports/, each whole or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import ToolError
from autograder.grading.handover import Setup, Submission
from autograder.verdict import Report


@dataclass(frozen=True)
class Kept:
    """A report from an earlier run, and the fingerprint of what it was made from."""

    report: Report
    fingerprint: str


def fingerprint(setup: Setup, exam: str, submission: Submission) -> str:
    """A digest of all that a submission's marks depend on. `exam`: that of the checks and the reference."""
    digest = hashlib.sha256(repr((setup.slug, setup.settings, setup.master, exam)).encode("utf-8", "replace"))
    for name, data in submission.files:
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    digest.update("\0".join(submission.notes).encode())
    return digest.hexdigest()


def read_report(path: Path) -> Kept | None:
    """None where there is none, or what is there was not written whole."""
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
        return Kept(Report.from_dict(row), str(row["fingerprint"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def write_report(path: Path, report: Report, student: str, fingerprint: str) -> None:
    """Raises ToolError where it cannot be written."""
    with _explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, report.to_json(student=student, fingerprint=fingerprint) + "\n")


def write_text(path: Path, text: str) -> None:
    """Put a text there, whole or not at all. Raises OSError."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".", delete=False, encoding="utf-8") as file:
        try:
            file.write(text)
            file.close()
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def write_folder(folder: Path, files: Mapping[str, bytes], mode: int) -> None:
    """Put these files, and nothing else, into a folder, in one step. Raises ToolError where that cannot be done."""
    fresh, former = folder.with_name(f".{folder.name}.new"), folder.with_name(f".{folder.name}.old")
    with _explained(folder):
        for left in (fresh, former):
            remove(left)
        try:
            for name, data in files.items():
                path = fresh / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                path.chmod(mode)
            if os.path.lexists(folder):
                os.rename(folder, former)
            os.rename(fresh, folder)
        finally:
            remove(fresh)
            remove(former)


def remove(path: Path) -> None:
    """Whatever it is; a link itself, and not what it leads to."""
    with contextlib.suppress(FileNotFoundError):
        if stat.S_ISDIR(path.lstat().st_mode):
            shutil.rmtree(path)
        else:
            path.unlink()


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ToolError(
            f"it cannot be written: {error.strerror or error}",
            where=str(path),
            next_step="Mend that and run again: what is graded stays graded.",
        ) from error
