"""The same verdicts in every process: hash seeds, threads, processes and orders play no part."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import PROGRAMS, ROOT

from autograder.course import COURSE_VARIABLE, Course

# Those whose surveys are quick. All of them together, by hand: `python tests/content/verdicts.py 1 2`.
TASKS = ("crop", "wavelengths", "offset_rotation")


def printed(*command: object, hash_seed: int, threads: int, cwd: Path) -> str:
    env = {key: value for key, value in os.environ.items() if key != COURSE_VARIABLE}
    env |= {"PYTHONHASHSEED": str(hash_seed), "OMP_NUM_THREADS": str(threads), "MKL_NUM_THREADS": str(threads)}
    env["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), env.get("PYTHONPATH"))))
    ended = subprocess.run(
        [*map(str, command)], cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=300
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_verdicts_depend_on_neither_order_nor_hash_seed_nor_threads(tmp_path: Path) -> None:
    program = Path(__file__).with_name("verdicts.py")
    first, second = (
        printed(sys.executable, program, seed, threads, *TASKS, hash_seed=seed, threads=threads, cwd=tmp_path)
        for seed, threads in ((1, 1), (2, 4))
    )
    assert second == first
    rows = [json.loads(line) for line in first.splitlines()]
    assert len(rows) == sum(
        len([*Course(ROOT).specimens(slug).glob(f"{task}/*.py")]) for slug in Course(ROOT).assignments for task in TASKS
    )
    undiagnosed = [name for name, report in rows if not any(c["misconception"] for c in report["tasks"][0]["checks"])]
    assert undiagnosed == []


@pytest.mark.slow
def test_verify_says_the_same_with_any_number_of_processes(built: Course) -> None:
    one, other = (
        printed(
            PROGRAMS / "autograder", "verify", "--json", "--jobs", jobs,
            hash_seed=jobs, threads=jobs, cwd=built.root,
        )
        for jobs in (1, 3)
    )  # fmt: skip
    assert other == one
    assert json.loads(one)["counts"]["specimen"] == 8
