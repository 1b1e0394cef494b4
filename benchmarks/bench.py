"""How fast a class is graded: stock nbgrader, the engine, and the bare work, in one run.

Prints a table and writes latest.json beside this file. The time of each submission is what each further one costs, the
start of the command and of its workers taken off: (T(all) - T(few)) / (all - few), with one submission for each worker
in few. Times of whole commands are given too. Stock nbgrader takes minutes for what takes seconds here: the engine gets
the same class several times over, so that the noise of a start is spread over more.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from nbformat import NotebookNode
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from autograder.course import CONFIG, COURSE_VARIABLE, Course
from autograder.grading.classroom import Member, hand_in, make_class, new_course
from autograder.grading.engine import Engine
from autograder.grading.rebuild import Master
from autograder.grading.submission import grade_notebook
from autograder.judging.exam import load_exam
from autograder.judging.judge import Judge
from autograder.sandbox.isolation import best
from autograder.sandbox.limits import Limits

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent
SLUG = "learned_positions"
STOCK = '\ndel c["Autograde"]  # a kernel of nbgrader\'s own\n'
KEPT = ".autograder"
TURNS = 6


def main() -> None:
    options = _options()
    console = Console(highlight=False)
    with tempfile.TemporaryDirectory(prefix="autograder-bench-") as folder:
        course = Course(ROOT)
        members = make_class(course, SLUG, max(options.students, *options.growth, 2))
        warm = _course(Path(folder) / "warm", members[:200])
        _run("autograder", "grade", SLUG, cwd=warm.root)  # what is kept between runs is made here, once
        shutil.copytree(warm.root / KEPT, Path(folder) / KEPT)
        shutil.rmtree(warm.root)
        results: dict[str, Any] = {"students": options.students, "cores": len(os.sched_getaffinity(0))}
        results["torch"] = torch.__version__
        results |= against_stock(Path(folder), members[: options.students], options.pairs, console)
        results |= added(course, members[: options.students], results)
        results["growth"] = [grown(Path(folder), members[:size], console) for size in options.growth]
        if options.dask:
            results["dask"] = [on_dask(Path(folder), members[: options.students], n, console) for n in (1, 2)]
    console.print(_table(results))
    path = Path(__file__).with_name("latest.json")
    path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    console.print(f"Written: {path.relative_to(ROOT)}")


def against_stock(folder: Path, members: list[Member], pairs: int, console: Console) -> dict[str, Any]:
    """The same class by stock `nbgrader autograde` and by `autograder grade`, in turn."""
    stock = _course(folder / "stock", members, STOCK)
    more = [replace(member, student=f"{member.student}-{turn}") for turn in range(TURNS) for member in members]
    ours = _course(folder / "ours", more)
    _run("nbgrader", "generate_assignment", SLUG, "--force", "--create", cwd=stock.root)
    one = ("--student", more[0].student)
    two = (*one, "--student", more[1].student)
    graded = {
        "stock": (stock, members, ("nbgrader", "autograde", SLUG), (f"--student={members[0].student}",), 1),
        "jobs1": (ours, more, ("autograder", "grade", SLUG, "--jobs", "1"), one, 1),
        "jobs2": (ours, more, ("autograder", "grade", SLUG, "--jobs", "2"), two, 2),
    }
    _run("autograder", "grade", SLUG, cwd=ours.root)  # so that there is a gradebook, as in the other course
    each: dict[str, list[float]] = {name: [] for name in graded}
    whole: dict[str, list[float]] = {name: [] for name in graded}
    for pair in range(pairs):
        for name, (course, class_, command, few, number) in graded.items():
            _clear(course)
            started = _run(*command, *few, cwd=course.root)
            _clear(course)
            total = _run(*command, cwd=course.root)
            each[name].append((total - started) / (len(class_) - number))
            whole[name].append(total / len(class_))
            console.print(f"pair {pair + 1}, {name}: {each[name][-1]:.3f} s each, {total:.1f} s in all")
    ratios = {
        f"ratio_{name}": statistics.median(a / b for a, b in zip(each["stock"], each[name], strict=True))
        for name in ("jobs1", "jobs2")
    }
    ratios |= {
        f"whole_ratio_{name}": statistics.median(a / b for a, b in zip(whole["stock"], whole[name], strict=True))
        for name in ("jobs1", "jobs2")
    }
    return {"seconds_each": each, "seconds_whole_command": whole, **ratios}


def added(course: Course, members: list[Member], results: dict[str, Any]) -> dict[str, Any]:
    """What the engine costs beyond the same cells and checks in one warm process, as a share of these: by itself, in
    turn with the bare work on one core, and with all of `grade --jobs 1` around it.
    """
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    torch.set_num_threads(1)
    judge = Judge(load_exam(course, SLUG), course.settings(), course.cache)
    master = Master.read(course, SLUG)
    with Engine(best(), Limits.of(course.settings()), ahead=True) as engine:
        ways: dict[str, Callable[[NotebookNode], object]] = {
            "bare": lambda notebook: grade_notebook(judge, notebook, master),
            "engine": lambda notebook: engine.grade_notebook(judge, notebook, master),
        }
        fastest = {name: [math.inf] * len(members) for name in ways}
        for turn in range(4):  # the first only warms up
            for number, member in enumerate(members):
                for name, way in ways.items():
                    started = time.perf_counter()
                    way(member.notebook)
                    seconds = time.perf_counter() - started
                    if turn:
                        fastest[name][number] = min(fastest[name][number], seconds)
    os.sched_setaffinity(0, allowed)
    bare, alone = (statistics.fmean(fastest[name]) for name in ways)
    whole = statistics.median(results["seconds_each"]["jobs1"])
    return {
        "bare_seconds_each": bare,
        "engine_seconds_each": alone,
        "added_share": alone / bare - 1,
        "added_by_grade_share": whole / bare - 1,
    }


def grown(folder: Path, members: list[Member], console: Console) -> dict[str, float]:
    """Time and memory of a run with two workers over so many submissions."""
    course = _course(folder / f"growth-{len(members)}", members)
    with _watched() as memory:
        seconds = _run("autograder", "grade", SLUG, "--jobs", "2", cwd=course.root, started=memory.watch)
    shutil.rmtree(course.root)
    row = {"students": len(members), "seconds": seconds, "peak_mb": memory.peak / 2**20, "own_mb": memory.own / 2**20}
    console.print(f"{len(members)} submissions: {seconds:.1f} s, {row['peak_mb']:.0f} MB at most")
    return row


def on_dask(folder: Path, members: list[Member], count: int, console: Console) -> dict[str, float]:
    """A cluster on this machine with so many workers of one thread."""
    course = _course(folder / f"dask-{count}", members)
    port = 18786 + count
    address = f"tcp://127.0.0.1:{port}"
    dask = str(PROGRAMS / "dask")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    scheduler = [dask, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    worker = [dask, "worker", address, "--nthreads", "1", "--nworkers", str(count), "--no-dashboard"]
    processes = [subprocess.Popen(command, **quiet) for command in (scheduler, worker)]  # type: ignore[call-overload]
    try:
        command = ("autograder", "grade", SLUG, "--scheduler", address)
        first = members[0].student
        for _ in range(60):
            if _run(*command, "--student", first, cwd=course.root, check=False) > 0:
                break
            time.sleep(1)
        alone = _run(*command, "--student", first, "--force", cwd=course.root)
        _clear(course)
        total = _run(*command, cwd=course.root)
    finally:
        for process in processes:
            process.terminate()
            process.wait()
    row = {"workers": count, "seconds_each": (total - alone) / (len(members) - 1)}
    console.print(f"Dask, {count} workers: {row['seconds_each']:.3f} s each")
    return row


class _Memory:
    """The most memory that a process and all below it held at one time, and the most that it held itself."""

    peak = own = 0

    def watch(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def look(self) -> None:
        process = getattr(self, "_process", None)
        if process is not None:
            tree = [process.pid, *_below(process.pid)]
            self.peak = max(self.peak, sum(map(_proportional, tree)))
            self.own = max(self.own, _proportional(process.pid))


@contextmanager
def _watched() -> Iterator[_Memory]:
    memory, done = _Memory(), threading.Event()

    def look() -> None:
        while not done.wait(0.5):
            memory.look()

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield memory
    finally:
        done.set()
        thread.join()


def _below(pid: int) -> list[int]:
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(word) for word in thread.read_text().split()]
        except OSError:
            continue
        found += children
        for child in children:
            found += _below(child)
    return found


def _proportional(pid: int) -> int:
    """Resident bytes, those that are shared with others counted in part."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
    except (OSError, StopIteration):
        return 0


def _course(folder: Path, members: list[Member], config: str = "") -> Course:
    course = new_course(Course(ROOT), folder)
    path = course.root / CONFIG
    path.write_text(path.read_text(encoding="utf-8") + config, encoding="utf-8")
    hand_in(course, SLUG, members)
    if (folder.parent / KEPT).is_dir():
        shutil.copytree(folder.parent / KEPT, course.root / KEPT)
    return course


def _clear(course: Course) -> None:
    """Take away what a run wrote, but for the gradebook of a course that nbgrader has set up."""
    for name in ("autograded", "reports"):
        shutil.rmtree(course.root / name, ignore_errors=True)


def _run(
    program: str,
    *arguments: str,
    cwd: Path,
    check: bool = True,
    started: Callable[[subprocess.Popen[bytes]], None] = lambda process: None,
) -> float:
    """Seconds that a command takes; 0 where it failed and may. Raises CalledProcessError where it may not."""
    env = {name: value for name, value in os.environ.items() if name != COURSE_VARIABLE}
    env |= {"USER": env.get("USER", "bench"), "PATH": f"{PROGRAMS}:{env['PATH']}"}
    begun = time.perf_counter()
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen([str(PROGRAMS / program), *arguments], cwd=cwd, env=env, stdout=log, stderr=log)
        started(process)
        code = process.wait()
        seconds = time.perf_counter() - begun
        if code and check:
            log.seek(0)
            sys.stderr.write(log.read().decode("utf-8", "replace")[-2000:])
            raise subprocess.CalledProcessError(code, [program, *arguments])
    return 0.0 if code else seconds


def _table(results: dict[str, Any]) -> Table:
    table = Table(title=f"{SLUG}, {results['students']} submissions, {results['cores']} cores", box=SIMPLE)
    for column in ("what", "seconds each", "of a whole command", "stock / this"):
        table.add_column(column, justify="left" if column == "what" else "right", no_wrap=True)
    for name, words in (("stock", "nbgrader autograde"), ("jobs1", "grade --jobs 1"), ("jobs2", "grade --jobs 2")):
        each = statistics.median(results["seconds_each"][name])
        whole = statistics.median(results["seconds_whole_command"][name])
        ratio = f"{results[f'ratio_{name}']:.0f} ({results[f'whole_ratio_{name}']:.0f})" if name != "stock" else ""
        table.add_row(words, f"{each:.3f}", f"{whole:.3f}", ratio)
    table.add_row("the bare work", f"{results['bare_seconds_each']:.3f}", "", "")
    table.add_row("the engine, in one process", f"{results['engine_seconds_each']:.3f}", "", "")
    table.add_row("added by the engine", f"{results['added_share']:.0%}", "", "")
    table.add_row("added by grade --jobs 1", f"{results['added_by_grade_share']:.0%}", "", "")
    for row in results["growth"]:
        memory = f"{row['peak_mb']:.0f} MB"
        table.add_row(f"{row['students']} submissions", f"{row['seconds'] / row['students']:.3f}", memory, "")
    for row in results.get("dask", ()):
        table.add_row(f"Dask, {row['workers']} workers", f"{row['seconds_each']:.3f}", "", "")
    return table


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=16, help="submissions in each run against stock nbgrader")
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--growth", type=int, nargs="*", default=[50, 200, 1000], help="sizes of class")
    parser.add_argument("--no-dask", dest="dask", action="store_false")
    return parser.parse_args()


if __name__ == "__main__":
    main()
