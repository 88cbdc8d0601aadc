"""Wall time of `buildprof run` for one variant against bare cmake with the same flags.

Both configure and build native/ from clean, alternated; another project is chosen with
BUILDPROF_BENCH_SOURCE. Run with `./bootstrap bench -k driver_overhead -s`.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path
from statistics import median

import pytest

from buildprof import process
from buildprof.cmake.configure import environment, program
from buildprof.project import machine, project, toolchain
from buildprof.runs.find import find

ROUNDS = 5


def bare(source: Path, tree: Path) -> tuple[float, float]:
    """Configure and build with cmake alone; return the seconds of all, and of the build."""
    shutil.rmtree(tree, ignore_errors=True)
    loaded, clang = project.load(source, None), toolchain.find()
    flags = f"-ftime-trace -fproc-stat-report={tree}/proc-stat.csv"
    cache = {
        "CMAKE_BUILD_TYPE": loaded.profile.build_type,
        **loaded.profile.cache,
        **loaded.scope("minimal").cache,
        "CMAKE_C_COMPILER": clang.cc,
        "CMAKE_CXX_COMPILER": clang.cxx,
        "CMAKE_C_FLAGS": flags,
        "CMAKE_CXX_FLAGS": flags,
        "CMAKE_MAKE_PROGRAM": program("ninja"),
    }
    entries: list[str | Path] = [f"-D{key}={value}" for key, value in cache.items()]
    began = time.monotonic()
    called([program("cmake"), "-S", source, "-B", tree, "-G", "Ninja", *entries], tree.parent)
    building = time.monotonic()
    called([program("cmake"), "--build", tree, "--parallel", str(machine.cores())], tree.parent)
    ended = time.monotonic()
    return ended - began, ended - building


def ours(source: Path, folder: Path) -> tuple[float, float]:
    """Call `buildprof run` for the baseline, without its page; return the seconds of all, and of the build."""
    reports = folder / "reports"
    options: list[str | Path] = [
        "--source",
        source,
        "--build-dir",
        folder / "trees",
        "--reports",
        reports,
    ]
    began = time.monotonic()
    called(
        [
            sys.executable,
            "-m",
            "buildprof",
            "run",
            "--variant",
            "baseline",
            "--no-report",
            *options,
        ],
        folder,
    )
    ended = time.monotonic()
    (build,) = find("latest", reports).load().builds
    assert build.wall_us is not None
    return ended - began, build.wall_us / 1_000_000


def called(command: list[str | Path], folder: Path) -> None:
    # clang writes the trace of what CMake tries from standard input to where it is called
    done = process.capture(command, cwd=folder, env=environment())
    assert done.returncode == 0, done.output


@pytest.mark.bench
def test_driver_overhead(tmp_path: Path, repository: Path) -> None:
    source = Path(os.environ.get("BUILDPROF_BENCH_SOURCE", repository / "native"))
    rounds = []
    for number in range(ROUNDS):
        theirs, mine = bare(source, tmp_path / "bare"), ours(source, tmp_path)
        rounds.append((mine[0] / theirs[0], mine[1] / theirs[1]))
        print(  # noqa: T201 - a benchmark's result is what it prints
            f"round {number + 1}: whole {mine[0]:.2f} s / {theirs[0]:.2f} s = {rounds[-1][0]:.4f}, "
            f"build {mine[1]:.2f} s / {theirs[1]:.2f} s = {rounds[-1][1]:.4f}"
        )
    whole, build = (median(ratios) for ratios in zip(*rounds, strict=True))
    print(f"median ratio: whole {whole:.4f}, build {build:.4f}")  # noqa: T201
