"""In whose way a download is named: an LMS's, nbgrader's, or plainly."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import UTC

from autograder.collecting.archives import Entry
from autograder.collecting.lms import LMS
from autograder.collecting.naming import Origin, Parts, Scheme
from autograder.grading.gradebook import read_timestamp
from autograder.grading.submitted import is_notebook

_EXCHANGE = re.compile(
    r"(?P<student>.+)\+(?P<slug>[^+]+)"
    r"\+(?P<when>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?(?: [+-]?\w+)?)(?:\+[\w=-]+)?"
)


def student_of_batch(name: str) -> str:
    """Whose folder it is, by its name in an exchange's inbound/; "" if that is no such name."""
    found = _EXCHANGE.fullmatch(name)
    return found["student"] if found else ""


def scheme_of(
    entries: Sequence[Entry], slug: str, others: Collection[str], students: Collection[str] = (), *, wrapped: bool
) -> tuple[Scheme, int]:
    """The way in which most of a download's outermost names are written, and how many folders lie around them all.

    `others`: the course's other assignments. `students`: ids that are known; a folder of that name is the student's,
    who may have named what is in it as an LMS would. `wrapped`: a plain download may have a folder around it.
    """
    paths = [entry.parts for entry in entries]
    schemes = (_exchange(slug), *LMS)
    depth = 0
    while True:
        outer = {parts[: depth + 1][-1]: parts[depth:] for parts in paths}
        for scheme in schemes:
            known = sum(scheme.read(parts) is not None for parts in outer.values())
            if 2 * known > len(outer.keys() - scheme.pages):
                return scheme, depth
        if len(outer) != 1 or any(len(parts) <= depth + 1 or parts[depth] in students for parts in paths):
            break
        depth += 1
    return _plain(slug, others), _around(paths, students) if wrapped else 0


def _around(paths: Sequence[Parts], students: Collection[str]) -> int:
    """1 where all lies in one folder that is no student's: in it are several folders or notebooks, or a student's."""
    if len({parts[0] for parts in paths}) != 1 or any(len(parts) == 1 or parts[0] in students for parts in paths):
        return 0
    notebooks = [parts for parts in paths if is_notebook(parts[-1])]
    inner = {parts[1] for parts in notebooks}
    return int(len(inner) > 1 or not inner.isdisjoint(students) or any(len(parts) > 3 for parts in notebooks))


def _exchange(slug: str) -> Scheme:
    def read(parts: Parts) -> Origin | None:
        """`student+slug+2026-09-03 10:05:12.123456 UTC+random/hw.ipynb`; other assignments lie beside it."""
        found = _EXCHANGE.fullmatch(parts[0])
        if not found or len(parts) == 1:
            return None
        try:
            when = read_timestamp(found["when"])
        except ValueError:
            return None
        assert when is not None
        file = parts[1:] if found["slug"] == slug and parts[1:] != ("timestamp.txt",) else ()
        return Origin(
            person=found["student"] if found["slug"] == slug else "",
            name=found["student"],
            file=file,
            batch=parts[0],
            attempt=when.replace(tzinfo=UTC).timestamp(),
            when=when,
        )

    return Scheme("nbgrader's exchange", read, ids=True)


def _plain(slug: str, others: Collection[str]) -> Scheme:
    def read(parts: Parts) -> Origin | None:
        """`ada.ipynb`, `ada/hw.ipynb`, or `ada/hw/hw.ipynb` as nbgrader's submitted/ has it, other assignments too."""
        if len(parts) == 1:
            if not is_notebook(parts[0]):
                return None
            return Origin(parts[0][: -len(".ipynb")], parts[0][: -len(".ipynb")], (f"{slug}.ipynb",))
        student, *file = parts
        if len(file) > 1 and file[0] == slug:
            file = file[1:]
        elif len(file) > 1 and file[0] in others:
            return Origin("", student, ())
        return Origin(student, student, tuple(file))

    return Scheme("a folder of notebooks", read, ids=True, own_time=True)
