"""The instructor's notebook as nbgrader keeps it: solutions out, checksums in, hidden tests still there."""

from __future__ import annotations

import copy
import logging
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme, SaveCells
from traitlets.config import Config

from autograder.errors import CourseError
from autograder.grading.rebuild import Master, answers_define, nbgraders_cells


def make_master(source: Path, config: Config) -> Master:
    """From a notebook in source/, by the steps of nbgrader's own generate_assignment up to where it saves the cells.

    Raises CourseError if it is no notebook, or one that nbgrader would not release.
    """
    try:
        notebook = nbformat.read(source, as_version=4)
        defines = answers_define(notebook)
        resources: dict[str, Any] = {"nbgrader": {"notebook": source.stem, "assignment": source.parent.name}}
        resources["metadata"] = {"path": str(source.parent), "name": source.stem}
        for step in _steps(config):
            notebook, resources = step.preprocess(notebook, resources)
    except Exception as error:  # nbformat and nbgrader raise whatever they like
        why = f"{error}".splitlines()[0] if f"{error}" else type(error).__name__
        raise CourseError(f"nbgrader cannot release it: {why}", where=str(source)) from error
    released = nbgraders_cells(_released(notebook, config))
    return Master(notebook, {name: cell.source for name, cell in released.items()}, defines)


def silent() -> logging.Logger:
    """A log that nobody reads: nbgrader's steps say there what they do."""
    logger = logging.getLogger("autograder.nbgrader")
    logger.setLevel(logging.CRITICAL)
    return logger


def _steps(config: Config) -> list[Any]:
    classes = GenerateAssignment(config=config, log=silent()).preprocessors
    before = classes[: classes.index(SaveCells)] if SaveCells in classes else classes
    return [cls(config=config, log=silent()) for cls in before]


def _released(notebook: NotebookNode, config: Config) -> NotebookNode:
    released = copy.deepcopy(notebook)
    for cls in (ClearHiddenTests, ClearMarkScheme):
        released, _ = cls(config=config, log=silent()).preprocess(released, {})
    return released
