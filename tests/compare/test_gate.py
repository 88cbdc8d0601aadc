from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.compare import gate
from buildprof.compare.compare import Request, compare
from buildprof.compare.gate import Limit
from buildprof.errors import UsageError
from tests import comparing

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.compare.result import Comparison, Judged


def noisy(factor: float, slow: float = 1.0, count: int = 5) -> list[list[int]]:
    """Builds of ten TUs, all of them slower by a factor, the last one by another."""
    return [
        [
            round((1_000_000 + 3_001 * ((3 * r + 5 * u) % 7)) * (slow if u == 9 else factor))
            for u in range(10)
        ]
        for r in range(count)
    ]


def compared(tmp_path: Path, a: list[list[int]], b: list[list[int]]) -> Comparison:
    folder = comparing.alternating(tmp_path, a, b)
    return compare(comparing.side(folder), comparing.side(folder, "pch"), Request())


def judge(comparison: Comparison, limit: str) -> Judged:
    (found,) = gate.judged(comparison, [gate.parse(limit)]).gates
    return found


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("total:5%", Limit(text="total:5%", what="total", share=0.05)),
        ("tu:10%,50ms", Limit(text="tu:10%,50ms", what="tu", share=0.1, amount=50_000)),
        ("wall:2s", Limit(text="wall:2s", what="wall", amount=2_000_000)),
        (
            "peak-rss:1.5%, 100MiB",
            Limit(text="peak-rss:1.5%, 100MiB", what="peak-rss", share=0.015, amount=102_400),
        ),
    ],
)
def test_limits(text: str, limit: Limit) -> None:
    assert gate.parse(text) == limit


@pytest.mark.parametrize(
    "text", ["total", "total:", "total:5", "total:-5%", "speed:5%", "tu:1%,2%,3%"]
)
def test_what_is_no_limit_says_how_one_is_written(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        gate.parse(text)
    assert "total" in (caught.value.hint or "")


def test_a_metric_fails_beyond_its_limit(tmp_path: Path) -> None:
    slower = compared(tmp_path, noisy(1), noisy(1.08, 1.08))
    assert not judge(slower, "total:5%").passed
    assert judge(slower, "total:5%").why == "total changed by +8.0 %"
    assert judge(slower, "total:10%").passed
    assert judge(slower, "total:5%,60s").passed
    assert not judge(slower, "tu:5%,50ms").passed


def test_faster_is_no_failure(tmp_path: Path) -> None:
    assert judge(compared(tmp_path, noisy(1), noisy(0.5, 0.5)), "total:5%").passed


def test_noise_excuses_what_is_beyond_the_limit(tmp_path: Path) -> None:
    wild = [
        [round(us * factor) for us in row]
        for row, factor in zip(noisy(1), (2, 0.6, 1.7, 0.7, 1.2), strict=True)
    ]
    found = judge(compared(tmp_path, noisy(1), wild), "total:5%")
    assert (found.passed, found.why.endswith("beyond the limit, but not beyond noise")) == (
        True,
        True,
    )


def test_without_repetitions_the_limit_alone_decides(tmp_path: Path) -> None:
    found = judge(compared(tmp_path, noisy(1, count=1), noisy(1.08, count=1)), "total:5%")
    assert not found.passed
    assert found.why.endswith("the limit alone decides")


def test_units_that_fail_are_named(tmp_path: Path) -> None:
    found = judge(compared(tmp_path, noisy(1), noisy(1, 1.3)), "tu:10%,50ms")
    assert (found.passed, found.names) == (False, ("src/f9.cpp",))
    assert "src/f9.cpp +30.0 %" in found.why


def test_a_metric_that_is_unknown_is_not_met(tmp_path: Path) -> None:
    found = judge(compared(tmp_path, noisy(1), noisy(1)), "user:5%")
    assert (found.passed, found.why) == (False, "user is not known of both sides")


def test_metrics_of_limits_are_estimated_too() -> None:
    limits = [gate.parse("total:5%"), gate.parse("tu:10%")]
    assert gate.needed(["wall"], limits) == ("wall", "total")
    assert gate.needed([], limits) == ()
