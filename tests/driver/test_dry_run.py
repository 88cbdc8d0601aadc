from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from buildprof.driver import dry_run, plan
from buildprof.project import project
from tests import records, toy

if TYPE_CHECKING:
    from pathlib import Path


def test_each_build_is_a_comment_and_two_commands(tmp_path: Path) -> None:
    loaded = project.load(toy.make(tmp_path / "my toy"), None)
    wanted = plan.make(loaded, ["minimal"], ["baseline", "unity"], repetitions=1, jobs=4)
    lines = list(dry_run.lines(wanted, loaded, records.TOOLCHAIN, tmp_path / "trees"))
    assert [line[:1] for line in lines[::3]] == ["#", "#"]
    configure, build = shlex.split(lines[1]), shlex.split(lines[2])
    assert configure[1:3] == ["-S", str(tmp_path / "my toy")]
    assert "-DCMAKE_CXX_COMPILER=/usr/bin/clang++-22" in configure
    assert "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON" in configure
    assert build[1:] == ["-C", str(tmp_path / "trees/minimal-baseline"), "-d", "keeprsp", "-j4"]
    assert not (tmp_path / "trees").exists()


def test_rounds_in_lockstep_are_told_in_a_line(tmp_path: Path) -> None:
    loaded = project.load(toy.make(tmp_path / "toy"), None)
    wanted = plan.make(
        loaded, ["minimal"], ["baseline", "unity"], repetitions=2, jobs=4, interleave="tu"
    )
    lines = list(dry_run.lines(wanted, loaded, records.TOOLCHAIN, tmp_path / "trees"))
    assert len(lines) == 7
    assert lines[-1] == "# Minimal, repetition 2: the compiles of baseline, unity, in lockstep"
