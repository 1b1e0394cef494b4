"""Who is in the course: a CSV of the instructor's own, or one that an LMS gives."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import CourseError

SIZE_LIMIT = 16 << 20
# As wide as nbgrader's columns.
LENGTH_LIMIT = 128

# Spellings of columns, without case and signs. Of those of an id, the first that is filled in counts.
_IDS = ("studentid", "id", "sisuserid", "sisloginid", "loginid", "idnumber", "orgdefinedid", "username", "login")
_LMS_IDS = ("lmsuserid", "lmsid", "canvasid", "canvasuserid")
# In a file with one of these, `ID` is Canvas's number.
_OF_CANVAS = frozenset({"student", "sisuserid", "sisloginid"})
_LOGINS = ("sisloginid", "loginid", "login", "username", "sisuserid", "idnumber", "orgdefinedid")
_NAMES = ("name", "fullname", "student", "studentname", "sortablename", "displayname")
_FIRST = ("firstname", "givenname", "givennames", "forename", "first")
_LAST = ("lastname", "surname", "familyname", "last")
_EMAILS = ("emailaddress", "email", "mail")
_PARTICIPANT = re.compile(r"(?:\D*\s)?(\d+)")


@dataclass(frozen=True)
class Member:
    """One line of the roster. `student`: the course's id. `user`: the LMS's number. `participant`: Moodle's number in
    one assignment. `others`: what else they may be called by."""

    student: str
    name: str = ""
    first: str = ""
    last: str = ""
    email: str = ""
    user: str = ""
    participant: str = ""
    others: frozenset[str] = frozenset()

    def spellings(self) -> set[str]:
        """The name as the LMSs write it, first name first or last: letters and digits alone."""
        words = self.name.replace(",", " ").split()
        turned = [" ".join(words[at:] + words[:at]) for at in range(len(words))]
        return {bare(one) for one in (*turned, f"{self.first} {self.last}", f"{self.last} {self.first}")} - {""}


class Roster:
    """Finds people by whatever an LMS says of them."""

    def __init__(self, members: Sequence[Member], passed_over: Sequence[str] = ()) -> None:
        self.members = tuple(members)
        self.passed_over = tuple(passed_over)
        self._by_user = _index((member.user, member) for member in members)
        self._by_participant = _index((member.participant, member) for member in members)
        self._by_id = _index((_key(one), member) for member in members for one in (member.student, *member.others))
        self._by_name = _index((one, member) for member in members for one in member.spellings())

    def find(self, name: str, *, user: str = "", participant: str = "", as_id: bool = False) -> tuple[Member, ...]:
        """Those who may be meant: one, if all is well. `as_id`: the name may be an id, a login or an address."""
        exact = self._by_user.get(user) or self._by_participant.get(participant)
        if exact:
            return exact
        found = self._by_id.get(_key(name)) if as_id else None
        return found or self._by_name.get(bare(name), ())


def read_roster(path: Path) -> Roster:
    """The roster in a CSV file.

    Raises CourseError where it cannot be read, lacks ids, or cannot tell two people apart.
    """
    rows = _rows(path)
    header = [bare(cell) for cell in rows[0]] if rows else []
    columns = {name: header.index(name) for name in header if name}
    of_canvas = not _OF_CANVAS.isdisjoint(columns)
    ids = (*(one for one in _IDS if one != "id" or not of_canvas), *(["id"] if of_canvas else []), *_EMAILS)
    numbers = (*_LMS_IDS, *(["id"] if of_canvas else []))

    def cells(row: Sequence[str], names: Iterable[str]) -> list[str]:
        found = (row[columns[name]].strip() for name in names if name in columns and columns[name] < len(row))
        return [unicodedata.normalize("NFC", cell).lstrip("#") for cell in found]

    def cell(row: Sequence[str], names: Iterable[str]) -> str:
        return next(filter(None, cells(row, names)), "")

    people = [row for row in rows[1:] if any(map(str.strip, row)) and not _is_no_person(cell(row, _NAMES))]
    column = next((name for name in ids if name in columns and any(cell(row, [name]) for row in people)), None)
    if column is None:
        seen = ", ".join(filter(None, (one.strip() for one in rows[0]))) if rows else "nothing"
        raise CourseError(
            f"no column of it holds students' ids: its first line has {seen[:200]}",
            where=str(path),
            next_step="Call one of them id; docs/lms.md lists what else it may be called.",
        )
    members, without = [], []
    for row in people:
        student = cell(row, [column])
        if not student:
            without.append(cell(row, _NAMES) or cell(row, _EMAILS) or "a line without a name")
            continue
        first, last = cell(row, _FIRST), cell(row, _LAST)
        name = cell(row, _NAMES) or f"{first} {last}".strip()
        first, last = (first, last) if first or last else _split(name)
        number = _PARTICIPANT.fullmatch(cell(row, ["identifier"]))
        members.append(
            Member(
                student=student,
                name=name,
                first=first,
                last=last,
                email=cell(row, _EMAILS),
                user=cell(row, numbers),
                participant=number[1] if number else "",
                others=frozenset(cells(row, (*_LOGINS, *_EMAILS))) - {""},
            )
        )
    _require_sound(members, path)
    return Roster(members, [f"{one}: no {rows[0][columns[column]].strip()}" for one in without])


def fault_of_id(student: str) -> str:
    """Why this may be no student's id: it becomes the name of a folder. Empty if it may."""
    if not student or student.startswith(".") or "/" in student or "\\" in student:
        return "an id is the name of a folder: no dot in front, no slash"
    if not student.isprintable() or student != student.strip():
        return "an id has no control characters and no space at its ends"
    return f"an id has at most {LENGTH_LIMIT} letters" if len(student.encode()) > LENGTH_LIMIT else ""


def bare(text: str) -> str:
    """Its letters and digits, without case: LMSs drop different signs from names."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return "".join(sign for sign in folded if sign.isalnum() or unicodedata.category(sign).startswith("M"))


def _rows(path: Path) -> list[list[str]]:
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
        if len(data) > SIZE_LIMIT:
            raise CourseError(f"it is larger than {SIZE_LIMIT >> 20} MB", where=str(path), next_step="Name a roster.")
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
        first = text.lstrip().partition("\n")[0]
        delimiter = max(",;\t", key=first.count)
        return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
    except OSError as error:
        raise CourseError(f"it cannot be read: {error.strerror or error}", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise CourseError("it is not UTF-8", where=str(path), next_step="Save it as CSV UTF-8.") from error
    except csv.Error as error:
        raise CourseError(f"it is no CSV: {error}", where=str(path)) from error


def _is_no_person(name: str) -> bool:
    """Canvas's line of points, below its header."""
    return bare(name) == "pointspossible"


def _split(name: str) -> tuple[str, str]:
    """First and last name. Canvas writes `Doe, Jane`; without a comma, the last word is the last name."""
    if "," in name:
        last, _, first = name.partition(",")
    else:
        first, _, last = name.rpartition(" ")
    return first.strip(), last.strip()


def _require_sound(members: Sequence[Member], path: Path) -> None:
    for member in members:
        values = (member.student, member.first, member.last, member.email, member.user)
        why = fault_of_id(member.student) or ("a field is too long" if max(map(len, values)) > LENGTH_LIMIT else "")
        if why:
            raise CourseError(f"{member.student[:80]!r} cannot be used: {why}", where=str(path), next_step="Mend it.")
    ids = _index((_key(member.student), member) for member in members)
    _refuse_twice(ids, path, "is the id of {} lines", "Leave one line for each student.")
    users = _index((member.user, member) for member in members)
    _refuse_twice(users, path, "is the LMS's number of {} lines", "Leave one line for each student.")
    # Two people of one name can be told apart only if the LMS's number is known of both.
    names = _index((bare(member.name), member) for member in members)
    alike = {found[0].name: found for found in names.values() if not all(one.user or one.participant for one in found)}
    _refuse_twice(alike, path, "is the name of {} people", "Add a column lms user id, which tells them apart.")


def _refuse_twice(found: Mapping[str, tuple[Member, ...]], path: Path, words: str, next_step: str) -> None:
    for key, members in found.items():
        if len(members) > 1:
            ids = ", ".join(member.student for member in members[:4])
            raise CourseError(f"{key!r} {words.format(len(members))} ({ids})", where=str(path), next_step=next_step)


def _index(pairs: Iterable[tuple[str, Member]]) -> dict[str, tuple[Member, ...]]:
    """Each key's members, each of them once; an empty key is none."""
    found: dict[str, dict[int, Member]] = {}
    for key, member in pairs:
        if key:
            found.setdefault(key, {})[id(member)] = member
    return {key: tuple(members.values()) for key, members in found.items()}


def _key(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
