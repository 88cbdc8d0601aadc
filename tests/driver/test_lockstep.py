from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from buildprof.cmake.step import Step
from buildprof.driver import lockstep
from buildprof.driver.lockstep import Tree
from buildprof.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Sequence

# what stands in for a compiler: it notes when it began and ended, and writes its output
COMPILER = """
import os, pathlib, sys, time
output, log = map(pathlib.Path, sys.argv[1:])
began = time.monotonic_ns()
output.write_text("new")
with log.open("a") as file:
    file.write(f"{began} {time.monotonic_ns()} {os.getcwd()}/{output}\\n")
sys.exit("bad" in output.name)
"""


def tree(root: Path, names: Sequence[str]) -> Tree:
    build = root / "build"
    build.mkdir(parents=True)
    compiler = root / "compiler.py"
    compiler.write_text(COMPILER, "utf-8")
    steps = []
    for name in names:
        (build / f"{name}.o").write_text("old", "utf-8")
        os.utime(build / f"{name}.o", ns=(5, 1_000_000_007))
        command = f"'{sys.executable}' '{compiler}' {name}.o '{root.parent / 'log'}'"
        source = str(root / f"source/{name}.cpp")
        steps.append(Step(role="compile", outputs=(f"{name}.o",), source=source, command=command))
    link = Step(role="link", outputs=("app",), command="false")
    return Tree(build_root=build, source=root / "source", steps=(*steps, link))


def trees(tmp_path: Path) -> list[Tree]:
    return [tree(tmp_path / "a", "wxyz"), tree(tmp_path / "b", [*"wxyz", "only-b"])]


def order(turns: Sequence[lockstep.Turn]) -> dict[str, list[int]]:
    return {turn[0][1].outputs[0]: [side for side, _ in turn] for turn in turns}


def test_the_order_is_drawn_and_turned_round_in_the_next_round(tmp_path: Path) -> None:
    both = trees(tmp_path)
    rounds = [order(lockstep.turns(both, "run", number)) for number in range(1, 41)]
    assert set(rounds[0]) == {"w.o", "x.o", "y.o", "z.o", "only-b.o"}
    for first, second in zip(rounds[::2], rounds[1::2], strict=True):
        assert all(first[name] == second[name][::-1] for name in first)
    assert all(found["only-b.o"] == [1] for found in rounds)
    drawn = {tuple(found["x.o"]) for found in rounds[::2]}
    assert drawn == {(0, 1), (1, 0)}
    assert len({tuple(found) for found in rounds}) > 20, "the queue is drawn too"
    assert rounds[0] == order(lockstep.turns(both, "run", 1)), "a resumed run draws the same"


def test_a_tu_of_two_targets_is_two(tmp_path: Path) -> None:
    step = Step(role="compile", outputs=("one/x.o",), source="x.cpp", command="c", target="one")
    other = Step(role="compile", outputs=("two/x.o",), source="x.cpp", command="c", target="two")
    both = Tree(build_root=tmp_path, source=tmp_path, steps=(step, other))
    assert [key[:2] for key in lockstep.keyed(both)] == [("x.cpp", "one"), ("x.cpp", "two")]


def test_a_pair_is_compiled_at_once_and_ninja_sees_nothing_new(tmp_path: Path) -> None:
    both, seen = trees(tmp_path), []
    queue = lockstep.turns(both, "run", 1)
    steps = lockstep.compile_all(both, queue, 1, lambda *told: seen.append(told[:2]))
    assert [len(done) for done in steps] == [4, 5]
    assert seen[-1] == (9, 9)
    log = [line.split()[2] for line in (tmp_path / "log").read_text("utf-8").splitlines()]
    wanted = [both[side].build_root / step.outputs[0] for turn in queue for side, step in turn]
    assert [Path(path).resolve() for path in log] == [path.resolve() for path in wanted]
    for side in both:
        for output in side.build_root.glob("*.o"):
            assert (output.read_text("utf-8"), output.stat().st_mtime_ns) == ("new", 1_000_000_007)
    done = steps[1][0]
    assert done.trace is None
    assert done.result == 0
    assert done.duration_us
    assert [one.started_us for one in steps[0]] == sorted(one.started_us or 0 for one in steps[0])


def test_a_compile_that_fails_ends_the_round(tmp_path: Path) -> None:
    side = tree(tmp_path / "a", ["bad", "x"])
    queue = lockstep.turns([side], "run", 1)
    with pytest.raises(ToolError, match="cannot be compiled once more"):
        lockstep.compile_all([side], queue, 2, lambda *_: None)
    assert (side.build_root / "bad.o").stat().st_mtime_ns == 1_000_000_007
