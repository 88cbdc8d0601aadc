"""Compile the TUs of several build trees in turn: each TU for one side, then at once for the next.

A machine that slows down for a while then slows both sides of a TU alike. Which side goes first is drawn
for every TU, and turned round in the round after it, so that going first favours nobody.
"""

from __future__ import annotations

import os
import random
import shlex
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof import process
from buildprof.cmake.configure import environment
from buildprof.cmake.step import Step
from buildprof.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Key = tuple[str, str, str, int]
Turn = tuple[tuple[int, Step], ...]


class Tree(msgspec.Struct, frozen=True, kw_only=True):
    """A build tree that is up to date, with the steps that made it."""

    build_root: Path
    source: Path
    steps: tuple[Step, ...]


def turns(trees: Sequence[Tree], run: str, number: int) -> list[Turn]:
    """Return the turns of a round (1, 2, …) in drawn order, each with its compiles in order.

    A TU that only some trees have is compiled in these.
    """
    found = [keyed(tree) for tree in trees]
    keys = sorted(set().union(*found))
    sides = random.Random(f"{run} {(number - 1) // 2}")  # noqa: S311 - the same round, the same draw
    orders = {key: sides.sample(range(len(trees)), len(trees)) for key in keys}
    random.Random(f"{run} round {number}").shuffle(keys)  # noqa: S311 - as above
    way = 1 if number % 2 else -1
    return [
        tuple((side, found[side][key]) for side in orders[key][::way] if key in found[side])
        for key in keys
    ]


def keyed(tree: Tree) -> dict[Key, Step]:
    """Name the compiles of a tree such that the same TU has the same key in all trees."""
    seen: Counter[tuple[str, str, str]] = Counter()
    found: dict[Key, Step] = {}
    for step in sorted(tree.steps, key=lambda step: step.outputs):
        if step.role == "compile" and step.outputs and step.command:
            stem = (_name(step, tree), step.target or "", step.language or "")
            found[*stem, seen[stem]] = step
            seen[stem] += 1
    return found


def _name(step: Step, tree: Tree) -> str:
    path = Path(os.path.normpath(tree.build_root / (step.source or step.outputs[0])))
    for root in sorted((tree.build_root, tree.source), key=lambda root: -len(str(root))):
        if path.is_relative_to(root):
            return path.relative_to(root).as_posix()
    return path.as_posix()


def compile_all(
    trees: Sequence[Tree],
    queue: Sequence[Turn],
    jobs: int,
    on_done: Callable[[int, int, Step], None],
) -> list[tuple[Step, ...]]:
    """Compile all turns, so many at once, and return for each tree its steps as they went.

    A turn stays on one job slot. Ninja finds the trees as they were. `on_done` is told how many compiles
    have ended, of how many. Raises ToolError where a compile fails.
    """
    made: list[list[Step]] = [[] for _ in trees]
    total, done, halt = sum(map(len, queue)), 0, threading.Event()
    with _times_kept(trees, queue), ThreadPoolExecutor(jobs) as slots:
        pending = [slots.submit(_turn, turn, trees, halt) for turn in queue]
        try:
            for future in as_completed(pending):
                for side, step in future.result():
                    made[side].append(step)
                    done += 1
                    on_done(done, total, step)
        except BaseException:
            halt.set()
            raise
    return [tuple(sorted(steps, key=lambda step: step.started_us or 0)) for steps in made]


def _turn(turn: Turn, trees: Sequence[Tree], halt: threading.Event) -> list[tuple[int, Step]]:
    return [
        (side, _compiled(step, trees[side].build_root)) for side, step in turn if not halt.is_set()
    ]


def _compiled(step: Step, build_root: Path) -> Step:
    began = time.time_ns() // 1000
    done = process.capture(
        shlex.split(step.command or ""), cwd=Path(step.directory or build_root), env=environment()
    )
    if done.returncode != 0:
        raise ToolError(f"cannot be compiled once more:\n{done.output.strip()}", where=step.source)
    took = round(done.wall_s * 1_000_000)
    # the trace that CMake keeps is of the whole build; the one beside the object is new
    return msgspec.structs.replace(step, trace=None, started_us=began, duration_us=took, result=0)


@contextmanager
def _times_kept(trees: Sequence[Tree], queue: Iterable[Turn]) -> Iterator[None]:
    """Give what is compiled again the time that it had, so that ninja sees nothing to do."""
    outputs = [
        trees[side].build_root / output
        for turn in queue
        for side, step in turn
        for output in step.outputs
    ]
    times = {path: path.stat() for path in outputs if path.exists()}
    try:
        yield
    finally:
        for path, before in times.items():
            if path.exists():
                os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
