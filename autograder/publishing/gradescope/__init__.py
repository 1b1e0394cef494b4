"""An assignment as an autograder for Gradescope: `bundle` makes the zip, `run` is what runs there."""

from __future__ import annotations

from enum import StrEnum


class Visibility(StrEnum):
    """When students see their results on Gradescope."""

    VISIBLE = "visible"
    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"
    HIDDEN = "hidden"
