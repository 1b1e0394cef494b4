"""How much a submission may use."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.course import LIMITS, Settings


@dataclass(frozen=True)
class Limits:
    """`seconds`: wall time for all cells of a notebook. `check_seconds`: for one check. `memory_mb`: what all of its
    processes may hold, above what the interpreter itself needs; for a moment, one may have a quarter more. `home_mb`:
    files. `output_chars`: for one cell. `processes`: at one time.
    """

    seconds: float = 60.0
    check_seconds: float = 10.0
    memory_mb: int = 2048
    home_mb: int = 64
    output_chars: int = 200_000
    processes: int = 64

    @property
    def judging_seconds(self) -> float:
        """For all checks of a submission together, and the cells that run again for them."""
        return self.seconds + 10 * self.check_seconds

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """Those that the course's configuration sets."""
        return cls(**{name: getattr(settings, name) for name in LIMITS})

    def sentence(self, status: str) -> str:
        """Which limit was hit, in words for the student."""
        return {
            "timed-out": f"Your code ran longer than is allowed: {self.check_seconds:g} seconds for one check, "
            f"{self.seconds:g} for all cells, {self.judging_seconds:g} for all checks.",
            "out-of-memory": f"Your code used more memory than the {self.memory_mb:,} MB that are allowed.",
            "too-many-processes": f"Your code started more than the {self.processes} processes that are allowed.",
            "malformed": "Your code broke the connection through which it is judged.",
        }.get(status, "Your code ended the process that it ran in.")
