"""Notebooks as they are handed in, with answers in the released one's slots, and as they are written."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping

from nbformat import NotebookNode

from autograder.assignment import BEGIN, END, Assignment, defined_names


def written(notebook: NotebookNode) -> str:
    """A notebook as a file, with a line for each cell. nbformat's own writer copies, checks and indents it, in ten
    times the time."""
    rest = json.dumps({key: value for key, value in notebook.items() if key != "cells"}, ensure_ascii=False)
    cells = ",\n".join(json.dumps(cell, ensure_ascii=False) for cell in notebook.cells)
    return f'{{"cells": [\n{cells}\n],\n{rest[1:]}\n'


def filled_in(release: NotebookNode, answers: Mapping[str, str]) -> NotebookNode:
    """A copy of the released notebook whose slot for each task holds the answer given for it."""
    notebook: NotebookNode = copy.deepcopy(release)
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "").removesuffix("-answer")
        if cell.metadata.get("nbgrader", {}).get("solution") and name in answers:
            cell.source = answers[name]
    return notebook


def reference_answers(assignment: Assignment) -> dict[str, str]:
    """The reference's answer to each task, as a student would hand it in."""
    return {
        task.name: "\n".join(line for line in task.answer.splitlines() if BEGIN not in line and END not in line)
        for task in assignment.tasks
    }


def module_answers(assignment: Assignment, code: str) -> dict[str, str]:
    """A module's code as the answer to each task of which it defines a name."""
    defined = set(defined_names(code))
    return {task.name: code for task in assignment.tasks if defined & set(task.names)}
