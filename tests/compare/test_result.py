from __future__ import annotations

import pytest

from buildprof.compare.result import Comparison, Judged, Side

SIDE = Side(
    name="1:minimal/baseline",
    run="1",
    scope="minimal",
    variant="baseline",
    label="Minimal, baseline",
    project="toy",
    created="2026-12-01T12:00:00+00:00",
    compiler="clang 22.1.8",
    machine="builder",
    jobs=2,
)


@pytest.mark.parametrize(
    ("gates", "passed"), [((), True), ((True, True), True), ((True, False), False)]
)
def test_one_gate_that_fails_fails_all(gates: tuple[bool, ...], passed: bool) -> None:
    comparison = Comparison(
        a=SIDE,
        b=SIDE,
        paired=False,
        metric="total",
        verdict="undecided",
        conclusion="",
        gates=tuple(Judged(limit="total:5%", passed=one, why="") for one in gates),
    )
    assert comparison.passed is passed
