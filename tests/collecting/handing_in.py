"""Downloads as LMSs make them, and what came of them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from nbgrader.api import Gradebook, Student

from autograder.course import Course

NOTEBOOK = b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'


def make_zip(path: Path, files: Mapping[str, bytes | str] | None = None, **more: bytes | str) -> Path:
    """A zip with these files; a value of text is a notebook that holds it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**(files or {}), **more}.items():
            archive.writestr(name, notebook(data) if isinstance(data, str) else data)
    return path


def make_folder(path: Path, files: Mapping[str, bytes | str]) -> Path:
    """The same as a folder."""
    for name, data in files.items():
        place = path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(notebook(data) if isinstance(data, str) else data)
    return path


def notebook(mark: str) -> bytes:
    """A notebook that is told from another by a word in its metadata."""
    return NOTEBOOK.replace(b'"metadata": {}', b'"metadata": {"mark": "%s"}' % mark.encode())


def marks(course: Course, slug: str = "double") -> dict[str, str]:
    """By student, the word in the notebook that was collected."""
    found = {}
    for path in (course.root / "submitted").glob(f"*/{slug}/{slug}.ipynb"):
        found[path.parts[-3]] = path.read_text(encoding="utf-8").partition('"mark": "')[2].partition('"')[0]
    return found


def files(course: Course, student: str) -> dict[str, bytes]:
    """What was collected of a student."""
    root = course.root / "submitted" / student / "double"
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def enrolled(course: Course) -> dict[str, tuple[str | None, ...]]:
    """What the gradebook knows of its students: first name, last name, address, the LMS's number."""
    with Gradebook(f"sqlite:///{course.root}/gradebook.db", "mini") as gradebook:
        rows = gradebook.db.query(Student).all()
        return {one.id: (one.first_name, one.last_name, one.email, one.lms_user_id) for one in rows}


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip's bytes."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return held.getvalue()


def points(course: Course) -> dict[str, dict[str, float]]:
    """The autograder's points in the gradebook, by student and task."""
    with Gradebook(f"sqlite:///{course.root}/gradebook.db", "mini") as gradebook:
        return {
            one.student.id: {g.name: g.auto_score for n in one.notebooks for g in n.grades if g.max_score}
            for one in gradebook.assignment_submissions("double")
        }
