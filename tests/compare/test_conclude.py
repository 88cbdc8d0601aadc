from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.compare import conclude, pairing
from buildprof.compare.result import Estimate, Noise
from tests import comparing

if TYPE_CHECKING:
    from pathlib import Path

HIGHER = Estimate(
    metric="total",
    unit="us",
    a=1e6,
    b=1.1e6,
    change=0.1,
    low=0.05,
    high=0.15,
    confidence=0.99,
    significant=True,
    relevant=True,
    verdict="higher",
    noise=Noise(run=0.01),
)
SAME = Estimate(
    metric="wall",
    unit="us",
    a=1e6,
    b=1.01e6,
    change=0.01,
    low=-0.2,
    high=0.25,
    confidence=0.99,
    significant=False,
    verdict="no significant difference",
    noise=Noise(run=0.02, pairs=7),
)


def test_conclusions() -> None:
    unknown = Estimate(metric="total", unit="us", a=1, b=2, change=1.0)
    assert conclude.conclusion(HIGHER, "5 + 5 builds") == (
        "Total: +10.0 %, significant (99% interval +5.0 % to +15.0 %, 5 + 5 builds)."
    )
    assert conclude.conclusion(SAME, "3 + 3 builds") == (
        "Wall: no significant difference (+1.0 %, 99% interval -20.0 % to +25.0 %, 3 + 3 builds)."
    )
    assert conclude.conclusion(unknown, "1 + 1 builds").startswith("Total: undecided. 1 + 1 builds")


def test_limits_name_what_few_repetitions_can_tell(tmp_path: Path) -> None:
    folder = comparing.alternating(tmp_path, [[1]] * 3, [[1]] * 3)
    a, b = comparing.side(folder), comparing.side(folder, "pch")
    few, paired = conclude.limits(a, b, SAME, paired=True, apart=False)
    assert few.startswith("Few repetitions (3): only changes beyond 25.0 %")
    assert paired == "Builds alternated and are compared in pairs."


def test_limits_of_runs_made_apart(tmp_path: Path) -> None:
    folder = comparing.alternating(tmp_path, [[1]] * 5, [[1]] * 5)
    a, b = comparing.side(folder), comparing.side(folder, "pch")
    (assumed,) = conclude.limits(a, b, HIGHER, paired=False, apart=True)
    assert "allows for 1.0 % between runs (assumed, no history)" in assumed
    learnt = conclude.limits(a, b, SAME, paired=False, apart=True)[-1]
    assert "allows for 2.0 % between runs (learnt from 7 pairs of runs)" in learnt


def test_one_build_a_side_says_how_to_get_more(tmp_path: Path) -> None:
    folder = comparing.alternating(tmp_path, [[1]], [[1]])
    a, b = comparing.side(folder), comparing.side(folder, "pch")
    unknown = Estimate(metric="total", unit="us", a=1, b=2, change=1.0)
    (line,) = conclude.limits(a, b, unknown, paired=False, apart=False)
    assert line.endswith("buildprof run --repeat 5.")


def test_a_wider_interval_takes_more_repetitions() -> None:
    narrow, wide = (conclude.repetitions(half, 5, 0.99) for half in (0.06, 0.12))
    assert 5 < narrow < wide


def test_what_is_beyond_all_measure_is_not_written_out() -> None:
    assert [conclude.percent(change) for change in (-0.5, 0.031, 12.0, 3e9)] == [
        *("-50.0 %", "+3.1 %", "+1200.0 %", "> +10000 %"),
    ]


def test_lockstep_says_what_it_could_tell_and_what_it_cannot(tmp_path: Path) -> None:
    folder = comparing.alternating(tmp_path, [[1]] * 5, [[1]] * 5)
    comparing.in_rounds(folder, {number: f"round {number}" for number in (2, 3, 4, 5)})
    sides = pairing.in_lockstep(comparing.side(folder), comparing.side(folder, "pch"))
    assert sides is not None
    assert conclude.counted(*sides) == "4 rounds in lockstep"

    def first(main: Estimate) -> str:
        return conclude.limits(*sides, main, paired=True, apart=False)[0]

    assert first(SAME).startswith("Lockstep tells nothing of wall, which only whole builds have.")
    user = msgspec.structs.replace(SAME, metric="user", low=-0.06, high=0.06)
    assert first(user) == (
        "Only changes beyond 6.2 % can be told from noise here; 3% takes about 18 repetitions, or a "
        "quieter machine."
    )
    unknown = msgspec.structs.replace(user, low=None, high=None)
    assert first(unknown).startswith("One round cannot tell noise here.")
    assert first(HIGHER).startswith("TUs were compiled in lockstep and are compared in pairs;")


def test_a_busy_machine_is_said_where_waiting_counts(tmp_path: Path) -> None:
    folder = comparing.alternating(tmp_path, [[9_000_000]] * 5, [[9_000_000]] * 5)
    comparing.slow_cpu(folder, 2.1)
    a, b = comparing.side(folder), comparing.side(folder, "pch")
    (line,) = conclude.limits(a, b, HIGHER, paired=False, apart=False)
    assert line.startswith("The machine was busy: traces hold 2.1 times the CPU time, and total")
    user = msgspec.structs.replace(HIGHER, metric="user")
    assert conclude.limits(a, b, user, paired=False, apart=False) == ()
