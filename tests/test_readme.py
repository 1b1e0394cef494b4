"""The README's outputs are what its commands print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import run

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"<!-- output: autograder (.+?) -->\n```\n(.*?)```\n", re.S)
BLOCKS = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))


SLOW = "demo"


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        pytest.param(command, shown, id=command.split()[0], marks=[pytest.mark.slow] if command == SLOW else [])
        for command, shown in BLOCKS
    ],
)
def test_outputs_are_current(tmp_path: Path, command: str, shown: str) -> None:
    words = command.split()
    if words[0] == "demo":
        words += [str(tmp_path / "demo")]
    done = run("autograder", *words, cwd=ROOT)
    printed = done.stdout.replace(f"{tmp_path}/", "")
    assert [line.rstrip() for line in printed.splitlines()] == shown.splitlines()


def test_every_command_of_the_program_is_named() -> None:
    named = set(re.findall(r"`autograder (\w+)", (ROOT / "README.md").read_text(encoding="utf-8")))
    listed = set(re.findall(r"^\W*(\w+)  ", run("autograder", "--help", cwd=ROOT).stdout.split("Commands")[1], re.M))
    assert listed <= named
