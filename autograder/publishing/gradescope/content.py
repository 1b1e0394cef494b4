"""What the zip tells the grader on Gradescope, as one JSON file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from autograder.course import Settings
from autograder.grading.handover import Setup
from autograder.publishing.gradescope import Visibility
from autograder.sandbox.isolation import Isolation


@dataclass(frozen=True)
class Content:
    """`setup`: as for any worker, but for the wall, which is chosen there. `isolation`: the only one to use; None for
    the strongest that works. `ignored`: names of files that are not part of a submission.
    """

    setup: Setup
    ignored: tuple[str, ...]
    visibility: Visibility = Visibility.VISIBLE
    isolation: Isolation | None = None

    def to_json(self) -> str:
        row = asdict(replace(self, setup=replace(self.setup, root="", content=b"")))
        del row["setup"]["content"]
        row["setup"]["defines"] = [[name, sorted(names)] for name, names in self.setup.defines]
        return json.dumps(row, ensure_ascii=True, indent=1)

    @classmethod
    def from_json(cls, text: str, root: Path) -> Content:
        """`root`: the folder with the course's texts."""
        row = json.loads(text)
        setup = row["setup"]
        defines = tuple((name, frozenset(names)) for name, names in setup.pop("defines"))
        released = tuple((name, source) for name, source in setup.pop("released"))
        settings = Settings(**setup.pop("settings"))
        return cls(
            Setup(**{**setup, "root": str(root)}, settings=settings, released=released, defines=defines),
            tuple(row["ignored"]),
            Visibility(row["visibility"]),
            Isolation(row["isolation"]) if row["isolation"] else None,
        )
