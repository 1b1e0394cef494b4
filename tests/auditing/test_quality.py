"""The page of numbers: what it says, and that it cannot go stale unnoticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import IPython.core.interactiveshell  # noqa: F401 - here once, and not in each worker
import pytest
from mini import SLUG

from autograder.auditing import quality
from autograder.auditing.run import audit_course, with_page, write_page
from autograder.auditing.survivors import Equivalent, MutantAudit
from autograder.auditing.verify import Audit
from autograder.course import Course
from autograder.judging.exam import load_exam

PAGE = "docs/grader-quality.md"
AGAIN = "Run `autograder verify --mutants --write`."
CHANGED = f"{PAGE}: what it says of double is not what was found. {AGAIN}"
SECTION = """\
## double

|  |  |
| --- | --- |
| right answers with full marks (reference, solved notebook, alternatives) | 3 of 3 |
| specimens caught, by their own name | 8 of 8 |
| mutants killed | 9 of 10; 1 are equivalent |
| checks that alone reject some specimen | 7 of 7; 0 declared a double |

### Mutants

| task | made | killed | equivalent |
| --- | --- | --- | --- |
| `double` | 5 | 4 | 1 |
| `quadruple` | 3 | 3 | 0 |
| `quiz` | 2 | 2 | 0 |

| task | the answer has | the mutant has | and is right, because |
| --- | --- | --- | --- |
| `double` | `x + 1` | `x \\| 1` | x is even |

### Specimens against checks

× is a rejection. What is blank passed, or was not judged, since a check that it builds on failed.

#### `double`

|  | check | holds if | rejects | alone |
| --- | --- | --- | --- | --- |
| A | `doubles` | Every value is doubled. | 2 | 2 |
| B | `changes_nothing` | The argument keeps its values. | 1 | 1 |
| C | `keeps_the_dtype` | Integers stay integers. | 1 | 1 |

| specimen | A | B | C |
| --- | --- | --- | --- |
| `adds_two` | × |  |  |
| `always_float` |  |  | × |
| `doubles_in_place` |  | × |  |
| `squares` | × |  |  |

#### `quadruple`

|  | check | holds if | rejects | alone |
| --- | --- | --- | --- | --- |
| A | `quadruples` | Every value is four times what it was. | 1 | 1 |
| B | `takes_one_number` | A tensor without axes works too. | 1 | 1 |

| specimen | A | B |
| --- | --- | --- |
| `doubles_once` | × |  |
| `needs_an_axis` |  | × |

#### `quiz`

|  | check | holds if | rejects | alone |
| --- | --- | --- | --- | --- |
| A | `sign` | The question about negative numbers is answered rightly. | 1 | 1 |
| B | `zero` | The question about zero is answered rightly. | 1 | 1 |

| specimen | A | B |
| --- | --- | --- |
| `debts_shrink` | × |  |
| `zero_grows` |  | × |
"""


@pytest.fixture
def audit(built: Course) -> Audit:
    """What `verify` finds, with numbers for mutants that were tried elsewhere."""
    tried = MutantAudit(
        {"double": 5, "quadruple": 3, "quiz": 2},
        {"double": 4, "quadruple": 3, "quiz": 2},
        (),
        (Equivalent("double", "x + 1", "x | 1", "x is even"),),
        (),
    )
    return replace(audit_course(built, [SLUG], 1)[0], mutants=tried)


def test_what_it_says(built: Course, audit: Audit) -> None:
    assert quality.section(load_exam(built, SLUG), audit) == SECTION
    assert quality.page(built, [audit]) == f"{quality.INTRODUCTION}\n{SECTION}"


def test_a_double_says_why_it_stays(built: Course, audit: Audit, edit: Callable[[str, str, str], None]) -> None:
    edit("autograder/checks/double/quiz.py", "points=0.5)\ndef zero", "points=0.5, double='it is loved')\ndef zero")
    text = quality.section(load_exam(built, SLUG), audit)
    assert "| checks that alone reject some specimen | 7 of 7; 1 declared a double |" in text
    assert "| B | `zero` | The question about zero is answered rightly. | 1 | a double: it is loved |" in text


def test_it_must_be_there_and_current(built: Course, audit: Audit) -> None:
    assert with_page(built, [audit])[0].faults == (f"{PAGE}: it is missing. {AGAIN}",)
    write_page(built, [audit])
    assert (built.root / PAGE).read_text("utf-8") == quality.page(built, [audit])
    assert with_page(built, [audit]) == [audit]
    fewer = replace(audit, findings=audit.findings[:-1])
    assert with_page(built, [fewer])[0].faults == (CHANGED,)
    assert audit.mutants is not None
    more = replace(audit, mutants=replace(audit.mutants, made={"double": 6, "quadruple": 3, "quiz": 2}))
    assert with_page(built, [more])[0].faults == (CHANGED,)


def test_it_must_not_be_written_by_hand(built: Course, audit: Audit) -> None:
    write_page(built, [audit])
    text = (built.root / PAGE).read_text("utf-8")
    (built.root / PAGE).write_text(text.replace("9 of 10", "10 of 10"), "utf-8")
    assert with_page(built, [audit])[0].faults == (CHANGED,)


@pytest.mark.parametrize(("number", "letter"), [(0, "A"), (25, "Z"), (26, "AA"), (53, "BB")])
def test_columns_of_many_checks(number: int, letter: str) -> None:
    assert quality.letter(number) == letter
