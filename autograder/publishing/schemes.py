"""How learning management systems name what students handed in: whose a file is, when it came, which try it was.

Canvas and Moodle by their own sources (`lib/content_zipper.rb`; `mod/assign/classes/downloader.php`), nbgrader's
exchange by `nbgrader/exchange/default/submit.py`, Brightspace by what it gives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from autograder.grading.gradebook import read_timestamp
from autograder.grading.submitted import is_notebook
from autograder.publishing.archives import Entry

Parts = tuple[str, ...]


@dataclass(frozen=True)
class Origin:
    """What the name of a file says. `person`: by which the LMS tells people apart. `name`: theirs, as the LMS writes
    it. `user`: their number in the LMS, empty where it has none. `file`: the file's path in the submission, empty where
    it is none of a student's (a text typed in, a page of the LMS's own). `batch`: one for each try; `attempt`: later tries
    have a larger one, and none where the LMS does not tell. `when`: in UTC. `version`: of files of one name, the largest
    counts.
    """

    person: str
    name: str
    file: Parts
    user: str = ""
    batch: str = ""
    attempt: float | None = None
    when: datetime | None = None
    late: bool = False
    version: int = 0


@dataclass(frozen=True)
class Scheme:
    """An LMS's way of naming. `read`: what a path in the download says, None if it is not of this way.

    `ids`: the names are the students' ids. `tells_time`: one try is told from another by when it came. `own_time`: a
    timestamp.txt is the instructor's; elsewhere a student put it there. `numbers`: `Origin.user` is the LMS's user id.
    """

    title: str
    read: Callable[[Parts], Origin | None]
    ids: bool = False
    tells_time: bool = False
    own_time: bool = False
    numbers: bool = False
    pages: frozenset[str] = field(default=frozenset())


_CANVAS = re.compile(
    r"(?:(?P<late_anon>LATE_)?(?P<anon>anon_[^\W_]+)|(?P<name>.+?)_(?P<late>LATE_)?(?P<user>\d+))"
    r"_(?:(?P<number>\d+)_(?P<file>.+)|(?:text|link)\.html)"
)
_MOODLE = re.compile(r"(?P<name>[^_]+)(?:_(?P<user>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?")
_BRIGHTSPACE = re.compile(r"(?P<user>\d+)-(?P<place>\d+) - (?P<rest>.+)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_CLOCK = r"(?P<hour>\d{1,2}?)[:._ ]?(?P<minute>\d\d)(?:[:._]\d\d)?(?: ?(?P<half>[AP])\.?M\.?)?"
_DATE = r"(?:(?P<month>[A-Za-z]{3,9})\.? (?P<day>\d{1,2}),|(?P<day2>\d{1,2}) (?P<month2>[A-Za-z]{3,9})\.?,?) (?P<year>\d{4}),?"
_MOMENT = re.compile(rf" - {_DATE} {_CLOCK}(?= - |$)", re.IGNORECASE)
_EXCHANGE = re.compile(
    r"(?P<student>.+)\+(?P<slug>[^+]+)\+(?P<when>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?(?: [+-]?[^+]*)?)(?:\+[\w=-]+)?"
)


def scheme_of(entries: Sequence[Entry], slug: str, others: Collection[str], *, wrapped: bool) -> tuple[Scheme, int]:
    """The way in which most of a download's outermost names are written, and how many folders lie around them all.

    `others`: the course's other assignments. `wrapped`: a plain download may have a folder around it.
    """
    paths = [entry.parts for entry in entries]
    schemes = (_exchange(slug), *_LMS)
    depth = 0
    while True:
        outer = {parts[: depth + 1][-1]: parts[depth:] for parts in paths}
        for scheme in schemes:
            known = sum(scheme.read(parts) is not None for parts in outer.values())
            if 2 * known > len(outer.keys() - scheme.pages):
                return scheme, depth
        if len(outer) != 1 or any(len(parts) <= depth + 1 for parts in paths):
            break
        depth += 1
    return _plain(slug, others), _around(paths) if wrapped else 0


def _around(paths: Sequence[Parts]) -> int:
    """1 where all lies in one folder that is no student's: several folders or notebooks are in it."""
    if len({parts[0] for parts in paths}) != 1 or any(len(parts) == 1 for parts in paths):
        return 0
    notebooks = [parts for parts in paths if is_notebook(parts[-1])]
    inner = {parts[1] for parts in notebooks}
    return int(len(inner) > 1 or any(len(parts) > 3 for parts in notebooks))


def _canvas(parts: Parts) -> Origin | None:
    """`doejane_LATE_12345_678901_hw-1.ipynb`: a sortable name without its signs, late or not, user, file, and the
    file's name, in which Canvas counts those of one name. `anon_x1Y2z` instead of name and user where marking is blind,
    the group's name where one works for many, and no file's number before what was typed in.
    """
    found = _CANVAS.fullmatch(parts[0])
    if len(parts) != 1 or not found:
        return None
    user = found["anon"] or found["user"]
    return Origin(
        person=user,
        name=found["name"] or user,
        file=(found["file"],) if found["file"] else (),
        user=user,
        late=bool(found["late"] or found["late_anon"]),
        version=int(found["number"] or 0),
    )


def _moodle(parts: Parts) -> Origin | None:
    """`Jane Doe_123456_assignsubmission_file_/hw.ipynb`, or flat. The number is the participant's in this assignment,
    the name a group's where groups hand in; what was typed in has `onlinetext` for `file`.
    """
    found = _MOODLE.fullmatch(parts[0])
    flat = len(parts) == 1
    if not found or flat != bool(found["file"]):
        return None
    file = (found["file"],) if flat else parts[1:]
    user = found["user"] or ""
    return Origin(f"{found['name']}_{user}", found["name"], file if found["kind"] == "file" else (), user)


def _brightspace(parts: Parts) -> Origin | None:
    """`12345-67890 - Jane Doe - Sep 3, 2026 1005 PM/hw.ipynb`, or ` - hw.ipynb`: the user, the assignment's folder, a
    name and a moment in no zone. Each try has its own.
    """
    found = _BRIGHTSPACE.fullmatch(parts[0])
    if not found:
        return None
    rest, when, file = f" - {found['rest']}", None, parts[1:]
    moment = _MOMENT.search(rest)
    if moment:
        name, after = rest[3 : moment.start()], rest[moment.end() + 3 :]
        when = _moment(moment)
    else:
        name, _, after = rest[3:].partition(" - ")
        after = after if len(parts) == 1 else ""
    if bool(after) != (len(parts) == 1) or not name:
        return None
    return Origin(
        person=f"{name} {found['user']}",
        name=name,
        file=file or (after,),
        user=found["user"],
        batch=parts[0].removesuffix(f" - {after}"),
        attempt=when.timestamp() if when else None,
        when=when.astimezone(UTC).replace(tzinfo=None) if when else None,
    )


def _moment(found: re.Match[str]) -> datetime | None:
    """A moment by this machine's clock."""
    month = (found["month"] or found["month2"])[:3].lower()
    hour = int(found["hour"])
    if found["half"]:
        hour = hour % 12 + (12 if found["half"].upper() == "P" else 0)
    try:
        day = int(found["day"] or found["day2"])
        made = datetime(int(found["year"]), _MONTHS.index(month) + 1, day, hour, int(found["minute"]))
        return made.astimezone()
    except (ValueError, OverflowError, OSError):
        return None


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

    return Scheme("nbgrader exchange", read, ids=True, tells_time=True)


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

    return Scheme("plain", read, ids=True, own_time=True)


_LMS = (
    Scheme("Moodle", _moodle),
    Scheme("Brightspace", _brightspace, tells_time=True, pages=frozenset({"index.html"})),
    Scheme("Canvas", _canvas, numbers=True),
)


@dataclass(frozen=True)
class Person:
    """One whose files are in the download. `files`: of the last try; none where it cannot be told which that is.
    `earlier`: how many tries came before."""

    key: str
    files: tuple[tuple[Entry, Origin], ...]
    earlier: int = 0

    @property
    def names(self) -> frozenset[str]:
        return frozenset(origin.name for _, origin in self.files)


def people_of(origins: Iterable[tuple[Entry, Origin]]) -> list[Person]:
    """Everybody in the download, as the LMS tells them apart, with the last try of each."""
    tries: dict[str, dict[str, list[tuple[Entry, Origin]]]] = {}
    for entry, origin in origins:
        if origin.person:
            tries.setdefault(origin.person, {}).setdefault(origin.batch, []).append((entry, origin))
    return [_last(key, [*batches.values()]) for key, batches in tries.items()]


def _last(key: str, batches: list[list[tuple[Entry, Origin]]]) -> Person:
    if len(batches) == 1:
        return Person(key, tuple(batches[0]))
    times = [files[0][1].attempt for files in batches]
    known = [time for time in times if time is not None]
    if len(known) < len(times) or times.count(max(known)) > 1:
        return Person(key, (), len(batches))
    return Person(key, tuple(batches[times.index(max(known))]), len(batches) - 1)
