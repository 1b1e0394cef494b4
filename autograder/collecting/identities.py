"""Whose a submission is: people as an LMS knows them → the course's students."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence

from autograder.collecting.archives import Refusal
from autograder.collecting.naming import Person, Scheme
from autograder.collecting.roster import Member, Roster, bare, fault_of_id


def members_of(
    people: Sequence[Person], scheme: Scheme, roster: Roster | None, refused: list[Refusal]
) -> list[tuple[Person, Member]]:
    """Whose each submission is. Those of whom that cannot be said are refused, by name."""
    found = []
    for person in people:
        member = _member(person, scheme, roster)
        if isinstance(member, str):
            refused.append(Refusal(told(person), member))
        else:
            found.append((person, member))
    return found


def apart(
    found: Sequence[tuple[Person, Member]], known: Mapping[str, str], mend: str, refused: list[Refusal]
) -> list[tuple[Person, Member]]:
    """Two people are never one student: neither counts then, and both are named. `known`: the LMS's numbers of the
    students that are there. `mend`: what a human can do."""
    number = Counter(_folded(member.student) for _, member in found)
    sound = []
    for person, member in found:
        before = known.get(member.student, member.user)
        if number[_folded(member.student)] > 1:
            why = f"{number[_folded(member.student)]} people would be {member.student}"
        elif member.user and before != member.user:
            why = f"{member.student} is somebody else in the gradebook, whose number in the LMS is {before}"
        else:
            sound.append((person, member))
            continue
        refused.append(Refusal(told(person), f"{why}: {mend}"))
    return sound


def told(person: Person) -> str:
    """A person as the LMS calls them, with its number where it has one."""
    return f"{person.name} ({person.user})" if person.user not in ("", person.name) else person.name


def _member(person: Person, scheme: Scheme, roster: Roster | None) -> Member | str:
    if person.unsure:
        return f"there are {person.earlier + 1} tries, and their names do not tell which is the last"
    if len(person.names) > 1:
        return f"one number, and several names: {', '.join(sorted(person.names))}"
    user = person.user if scheme.number == "user" and person.user.isdecimal() else ""
    if roster is not None:
        return _listed(person, scheme, roster, user)
    student = person.name if scheme.ids or scheme.number == "user" else _made_id(person.name)
    return fault_of_id(student) or Member(student, user=user)


def _listed(person: Person, scheme: Scheme, roster: Roster, user: str) -> Member | str:
    participant = person.user if scheme.number == "participant" else ""
    members = roster.find(person.name, user=user, participant=participant, as_id=scheme.ids)
    if not members:
        return "not in the roster"
    if len(members) > 1:
        ids = ", ".join(member.student for member in members[:4])
        return f"the roster has {len(members)} who may be meant: {ids}. Add the LMS's numbers to it"
    (member,) = members
    numbers = ((member.user, user), (member.participant, participant))
    if any(theirs and here and theirs != here for theirs, here in numbers):
        return f"the roster has {member.student} by that name, with another number in the LMS"
    return Member(member.student, "", member.first, member.last, member.email, member.user or user)


def _made_id(name: str) -> str:
    """An id that can be read, made of a name: `Zoë O'Neil-Smith` is Zoë_ONeil-Smith."""
    kept = "".join(" " if sign.isspace() else sign for sign in name if sign.isspace() or sign in "-_" or bare(sign))
    return "_".join(kept.split()).strip("-_")


def _folded(student: str) -> str:
    """Ids that differ in case alone are one folder on some machines."""
    return unicodedata.normalize("NFC", student).casefold()
