from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from buildprof.compare import noise
from buildprof.runs import index
from tests import comparing
from tests.comparing import unit

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.compare.result import Noise


def learnt(reports: Path, runs: list[list[int]], **changes: str) -> Noise:
    """Learn from runs of one TU with these times, for a comparison of two others."""
    for number, times in enumerate([*runs, [1_000_000], [1_000_000]]):
        comparing.run(
            reports,
            [("baseline", [unit("a.cpp", us)]) for us in times],
            id=f"{number:02d}",
            created=f"2026-12-01T{number:02d}:00:00+00:00",
        )
    a, b = (comparing.side(folder) for folder in comparing.last_two(reports))
    setting = changes.get("setting", index.key(a.run))
    return noise.learn(index.load(reports), a, b, setting, "total")


def test_what_repetitions_and_runs_vary_by(tmp_path: Path) -> None:
    draws = random.Random(4)  # noqa: S311 - noise, not a secret
    runs = []
    for _ in range(20):
        level = draws.gauss(1_000_000, 20_000)
        runs.append([round(draws.gauss(level, 5_000)) for _ in range(5)])
    found = learnt(tmp_path, runs)
    assert found.build == pytest.approx(0.005, rel=0.25)
    assert found.run == pytest.approx(0.02, rel=0.5)
    assert (found.freedom, found.pairs) == (20 * 4 * 2 // 3, 19)


def test_a_few_large_changes_of_the_code_are_no_noise(tmp_path: Path) -> None:
    found = learnt(tmp_path, [[us] for us in (100, 101, 100, 200, 201, 200, 201, 400, 401)])
    assert found.run is not None
    assert found.run < 0.02


def test_without_history_the_noise_between_runs_is_assumed(tmp_path: Path) -> None:
    found = learnt(tmp_path, [])
    assert (found.build, found.freedom, found.run, found.pairs) == (None, 0, noise.ASSUMED, 0)


def test_another_setting_teaches_nothing(tmp_path: Path) -> None:
    found = learnt(tmp_path, [[100, 200]] * 9, setting="{}")
    assert (found.build, found.pairs) == (None, 0)
