"""How Canvas, Moodle and Brightspace name the files in their zips.

Canvas and Moodle by their own sources (`lib/content_zipper.rb`; `mod/assign/classes/downloader.php`), Brightspace by
what it gives.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from autograder.collecting.naming import Origin, Parts, Scheme

_CANVAS = re.compile(
    r"(?:(?P<late_anon>LATE_)?(?P<anon>anon_[^\W_]+)|(?P<name>.+?)_(?P<late>LATE_)?(?P<user>\d+))"
    r"_(?:(?P<number>\d+)_(?P<file>.+)|(?:text|link)\.html)"
)
_MOODLE = re.compile(r"(?P<name>[^_]+)(?:_(?P<user>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?")
_BRIGHTSPACE = re.compile(r"(?P<user>\d+)-(?P<place>\d+) - (?P<rest>.+)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_CLOCK = r"(?P<hour>\d{1,2}?)[:._ ]?(?P<minute>\d\d)(?:[:._]\d\d)?(?: ?(?P<half>[AP])\.?M\.?)?"
_DATE = (
    r"(?:(?P<month>[A-Za-z]{3,9})\.? (?P<day>\d{1,2}),|(?P<day2>\d{1,2}) (?P<month2>[A-Za-z]{3,9})\.?,?)"
    r" (?P<year>\d{4}),?"
)
_MOMENT = re.compile(rf" - {_DATE} {_CLOCK}(?= - |$)", re.IGNORECASE)


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


LMS = (
    Scheme(
        "Moodle",
        _moodle,
        number="participant",
        of_time="Moodle's names do not say when something came: there is no timestamp.txt, and no penalty for it",
    ),
    Scheme(
        "Brightspace",
        _brightspace,
        of_time="Brightspace names no time zone: its times were taken for this machine's",
        pages=frozenset({"index.html"}),
    ),
    Scheme(
        "Canvas",
        _canvas,
        number="user",
        counts=True,
        of_time="Canvas says who was late and not when: there is no timestamp.txt, and no penalty for it",
    ),
)
