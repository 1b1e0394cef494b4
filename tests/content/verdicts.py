"""A program: judge known wrong answers of the course in a drawn order, and print every verdict in full.

    python verdicts.py SEED THREADS [TASK ...]

SEED draws the order; torch works with so many THREADS; only the specimens of these TASKs, if any are named. A line of
JSON for each specimen, sorted by its name: what is printed must depend on none of this.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import torch

from autograder.course import Course
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge
from autograder.student.local import LocalStudent, module_namespace
from autograder.verdict import Report


def main(seed: str, threads: str, *tasks: str) -> None:
    torch.set_num_threads(int(threads))
    course = Course(Path(__file__).resolve().parents[2])
    judges = {slug: Judge(load_exam(course, slug), course.settings()) for slug in course.assignments}
    waiting = [
        (slug, specimen)
        for slug, judge in judges.items()
        for specimen in judge.exam.specimens
        if not tasks or specimen.task in tasks
    ]
    random.Random(seed).shuffle(waiting)
    lines = []
    for slug, specimen in waiting:
        assignment = judges[slug].exam.assignment
        before = f"{assignment.given}\n\n{assignment.all_answers}"
        student = LocalStudent(module_namespace(before, specimen.code, specimen.name))
        verdict = judges[slug].task(specimen.task, student, specimen.name)
        lines.append(json.dumps([specimen.name, Report(slug, (verdict,)).to_dict()]))
    print("\n".join(sorted(lines)))


if __name__ == "__main__":
    main(*sys.argv[1:])
