"""The course's folders, and the settings that `nbgrader_config.py` holds for this package."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from traitlets.config import PyFileConfigLoader

from autograder.errors import CourseError

CONFIG = "nbgrader_config.py"
COURSE_VARIABLE = "AUTOGRADER_COURSE"
HINT_LEVELS = ("hint", "counterexample")
LIMITS = ("seconds", "check_seconds", "memory_mb", "home_mb", "output_chars", "processes")


@dataclass(frozen=True)
class Settings:
    """What `c.Autograder` in the configuration sets.

    `secret`: hidden inputs are drawn from it. `hints`: "hint" (what kind of thing is wrong) or "counterexample" (also
    the first value that differs). The rest are the limits of a submission: `seconds` for all cells, `check_seconds`
    for one check, `memory_mb`, `home_mb` for files, `output_chars` for a cell, `processes` at a time.
    """

    secret: str = ""
    hints: str = "counterexample"
    seconds: float = 60.0
    check_seconds: float = 10.0
    memory_mb: int = 2048
    home_mb: int = 64
    output_chars: int = 200_000
    processes: int = 64


@dataclass(frozen=True)
class Course:
    """A folder with a `nbgrader_config.py`."""

    root: Path

    @classmethod
    def find(cls, start: Path | None = None) -> Course:
        """The course that `start` (default: what nbgrader's configuration named, else the working folder) lies in.

        Raises CourseError if there is none.
        """
        named = os.environ.get(COURSE_VARIABLE)
        if start is None and named and (Path(named) / CONFIG).is_file():
            return cls(Path(named))
        here = (start or Path.cwd()).resolve()
        for folder in (here, *here.parents):
            if (folder / CONFIG).is_file() and (folder / "assignments").is_dir():
                return cls(folder)
        raise CourseError(
            "this is not a course: no nbgrader_config.py beside a folder assignments/, here or above",
            where=str(here),
            next_step="Go to the course's folder, or name it with --course.",
        )

    @property
    def assignments(self) -> tuple[str, ...]:
        """The slugs of all assignments, sorted."""
        return tuple(sorted(path.parent.name for path in self.root.glob("assignments/*/assignment.py")))

    def require(self, slug: str) -> str:
        """The slug itself. Raises CourseError, with those that there are, if it is none."""
        if slug not in self.assignments:
            known = ", ".join(self.assignments) or "none"
            raise CourseError(
                f"no assignment is called {slug!r}", where=str(self.root), next_step=f"There are: {known}."
            )
        return slug

    def assignment_text(self, slug: str) -> Path:
        return self.root / "assignments" / slug / "assignment.py"

    def reference_text(self, slug: str) -> Path:
        return self.root / "solutions" / slug / "reference.py"

    def alternatives(self, slug: str) -> tuple[Path, ...]:
        return tuple(sorted((self.root / "solutions" / slug / "alternatives").glob("*.py")))

    def checks(self, slug: str) -> Path:
        return self.root / "autograder" / "checks" / slug

    def specimens(self, slug: str) -> Path:
        return self.root / "autograder" / "specimens" / slug

    def equivalents(self, slug: str) -> Path:
        """Changes of the reference that no check can notice, since they break no rule: `verify --mutants` reads it."""
        return self.checks(slug) / "equivalent.toml"

    @property
    def quality_page(self) -> Path:
        """What `verify --mutants` found, for people."""
        return self.root / "docs" / "grader-quality.md"

    def notebook(self, kind: str, slug: str) -> Path:
        """The built notebook; `kind` is "source" or "release"."""
        return self.root / kind / slug / f"{slug}.ipynb"

    @property
    def cache(self) -> Path:
        """A folder for what can be made again."""
        return self.root / ".autograder" / "surveys"

    def where(self, path: Path) -> str:
        """A path as messages show it: from the course's folder."""
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)

    def settings(self) -> Settings:
        """What the configuration says. Raises CourseError where it cannot be read or a value is not allowed."""
        path = self.root / CONFIG
        try:
            found = PyFileConfigLoader(CONFIG, path=str(self.root)).load_config().get("Autograder", {})
        except Exception as error:  # the file is Python: anything can come out of it
            raise CourseError(f"it cannot be run: {error}", where=str(path)) from error
        return settings_of(found, str(path))


def settings_of(found: Mapping[str, Any], where: str) -> Settings:
    """The settings that `c.Autograder` names, defaults for the rest. Raises CourseError for what is not allowed."""
    unknown = sorted(set(found) - set(Settings.__dataclass_fields__))
    if unknown:
        known = ", ".join(Settings.__dataclass_fields__)
        raise CourseError(f"c.Autograder has no setting {unknown[0]!r}", where=where, next_step=f"There are: {known}.")
    settings = Settings(**found)
    if settings.hints not in HINT_LEVELS:
        levels = " or ".join(map(repr, HINT_LEVELS))
        raise CourseError(f"c.Autograder.hints is {settings.hints!r}", where=where, next_step=f"Set {levels}.")
    for name in LIMITS:
        value = getattr(settings, name)
        whole = not name.endswith("seconds")
        if isinstance(value, bool) or not isinstance(value, int if whole else int | float) or value <= 0:
            wanted = "a positive whole number" if whole else "a positive number"
            raise CourseError(f"c.Autograder.{name} is {value!r}", where=where, next_step=f"Set {wanted}.")
    return settings
