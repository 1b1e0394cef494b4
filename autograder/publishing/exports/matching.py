"""Whose row is it: a platform's rows and the gradebook's students, brought together without guessing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from autograder.grading.gradebook import Enrolled


@dataclass(frozen=True)
class Rule:
    """A column, and what of a student may stand in it. `letters`: only letters and digits are compared."""

    column: int | None
    of: Callable[[Enrolled], str]
    letters: bool = False

    def folded(self, text: str) -> str:
        """What is compared."""
        return (re.sub(r"[\W_]+", "", text) if self.letters else text.strip()).casefold()


@dataclass
class Matches:
    """The student of each row that has one, by the row's number; rows whose ids contradict each other, and why."""

    people: dict[int, Enrolled] = field(default_factory=dict)
    doubtful: dict[int, str] = field(default_factory=dict)


def local_part(person: Enrolled) -> str:
    """What stands before the @ of an address."""
    return person.email.partition("@")[0]


def match(rows: Sequence[Sequence[str]], people: Sequence[Enrolled], rules: Sequence[Rule]) -> Matches:
    """A rule holds for a row if just one student fits it, and that student just this row. Capitals make no difference.

    The first rule that holds decides; where a later one says somebody else, the row is nobody's.
    """
    said: dict[int, list[Enrolled]] = defaultdict(list)
    for rule in rules:
        if rule.column is None:
            continue
        students, places = defaultdict(list), defaultdict(list)
        for person in people:
            students[rule.folded(rule.of(person))].append(person)
        for number, row in enumerate(rows):
            places[rule.folded(row[rule.column])].append(number)
        for value, fitting in students.items():
            if value and len(fitting) == 1 and len(places.get(value, ())) == 1:
                said[places[value][0]].append(fitting[0])
    found = Matches()
    claims: dict[str, list[int]] = defaultdict(list)
    for number, persons in said.items():
        if len({person.id for person in persons}) > 1:
            names = " or ".join(dict.fromkeys(person.id for person in persons))
            found.doubtful[number] = f"its ids say {names}"
        else:
            claims[persons[0].id].append(number)
            found.people[number] = persons[0]
    for id_, numbers in claims.items():
        if len(numbers) > 1:
            for number in numbers:
                del found.people[number]
                found.doubtful[number] = f"another row is {id_}'s, too"
    return found
