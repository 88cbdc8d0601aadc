"""How often verdicts are right: recorded builds of a small project, replayed.

The recording is 100 builds of one project of ten TUs, one after another, made by record_builds.py on a
virtual machine of two cores that did nothing else: a build varies by 7 % in user and in total time. Ten builds
after each other are five pairs; which of a pair is side A is drawn. `quiet` is the same recording with its
noise made smaller, in the same shape. A second recording is of rounds in lockstep, of a larger project and
its twin. Run with `./bootstrap bench -k verdicts -s`.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest

from buildprof.compare import estimate, metrics
from buildprof.compare.compare import Request, compare
from buildprof.compare.result import Noise
from buildprof.runs import index
from tests import comparing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.compare.result import Comparison
    from buildprof.compare.sides import Chosen
    from buildprof.runs.index import Entry
    from buildprof.trace.unit import Unit

pytestmark = pytest.mark.bench
RECORDING = Path(__file__).with_name("builds-of-a-small-project.json")
ROUNDS = Path(__file__).with_name("rounds-of-a-small-project.json")
PAIRS = 5
QUIET = 0.01
METRIC = "user"

Values = np.ndarray


def recorded() -> tuple[list[str], list[str], Values]:
    """Return the names of TUs and of fields, and builds × TUs × fields."""
    record = json.loads(RECORDING.read_text("utf-8"))
    return record["units"], record["fields"], np.array(record["builds"], float)


def quiet(values: Values, fields: Sequence[str], deviation: float) -> Values:
    """Make the noise smaller, so that a build's user time varies by `deviation`."""
    middle = np.median(values, axis=0)
    noise = np.log(values / middle)
    user = values[:, :, fields.index("user_us")].sum(axis=1)
    smaller: Values = middle * np.exp(noise * deviation / np.log(user).std())
    return smaller


def variation(values: Values, field: int) -> float:
    return float(np.log(values[:, :, field].sum(axis=1)).std())


class Replay:
    """Writes runs of recorded builds and compares them."""

    def __init__(self, root: Path, values: Values, units: list[str], fields: list[str]) -> None:
        self._root, self._values = root, values
        self._units, self._fields = units, fields
        self._number = 0

    def builds(self, places: Sequence[int], factor: float = 1.0) -> list[list[Unit]]:
        return [
            [
                self._unit(name, row, factor)
                for name, row in zip(self._units, self._values[place].tolist(), strict=True)
            ]
            for place in places
        ]

    def _unit(self, name: str, row: Sequence[float], factor: float) -> Unit:
        times = {
            field: round(value * factor) for field, value in zip(self._fields, row, strict=True)
        }
        return msgspec.structs.replace(comparing.unit(name, 0), **times)

    def alternating(
        self, window: int, draws: random.Random, factor: float, history: Sequence[Entry] = ()
    ) -> Comparison:
        """Compare five pairs of a window; side B is slower by a factor."""
        first = window * 2 * PAIRS
        pairs = [[first + 2 * pair, first + 2 * pair + 1] for pair in range(PAIRS)]
        for pair in pairs:
            draws.shuffle(pair)
        a = self.builds([pair[0] for pair in pairs])
        b = self.builds([pair[1] for pair in pairs], factor)
        builds = [
            build
            for one, other in zip(a, b, strict=True)
            for build in (("baseline", one), ("pch", other))
        ]
        folder = comparing.run(self._next(), builds)
        request = Request(metrics=(METRIC,))
        return compare(comparing.side(folder), comparing.side(folder, "pch"), request, history)

    def apart(self, window: int, other: int) -> Comparison:
        """Compare two runs of five builds each, made at different times."""
        sides: list[Chosen] = []
        for number, place in enumerate((window, other)):
            places = range(place * PAIRS, (place + 1) * PAIRS)
            builds = [("baseline", build) for build in self.builds(places)]
            sides.append(comparing.side(comparing.run(self._next(), builds, id=str(number))))
        a, b = sides
        return compare(a, b, Request(metrics=(METRIC,)))

    def history(self, leave_out: int) -> list[Entry]:
        """Return earlier runs: all windows but one."""
        reports = self._next()
        for window in range(len(self._values) // (2 * PAIRS)):
            if window != leave_out:
                places = range(window * 2 * PAIRS, (window + 1) * 2 * PAIRS)
                builds = [("baseline", build) for build in self.builds(places)]
                comparing.run(reports, builds, id=f"earlier-{window}")
        return index.load(reports)

    def _next(self) -> Path:
        self._number += 1
        return self._root / str(self._number)


def found(comparisons: Sequence[Comparison], verdict: str) -> int:
    return sum(one.verdict == verdict for one in comparisons)


def wrong_rows(comparisons: Sequence[Comparison]) -> int:
    return sum(any(row.significant for row in one.changes[0].rows) for one in comparisons)


def test_verdicts(tmp_path: Path) -> None:
    units, fields, loud = recorded()
    small = quiet(loud, fields, QUIET)
    draws = random.Random(20261201)  # noqa: S311 - which side a build is on
    windows = range(len(loud) // (2 * PAIRS))
    print()  # noqa: T201 - a benchmark's result is what it prints
    for name, values in (("as recorded", loud), ("quiet", small)):
        replay = Replay(tmp_path / name, values, units, fields)
        user, total = (variation(values, fields.index(f)) for f in ("user_us", "total_us"))
        equal = [replay.alternating(window, draws, 1.0) for window in windows for _ in range(4)]
        apart = [replay.apart(one, one + far) for one in range(10) for far in (1, 3, 6, 10)]
        planted = [replay.alternating(window, draws, 1.03) for window in windows for _ in range(2)]
        taught = [
            replay.alternating(window, draws, 1.03, replay.history(window))
            for window in windows
            for _ in range(2)
        ]
        report = {
            "a build varies by (user, total)": f"{user:.1%}, {total:.1%}",
            "equal, alternating: no significant difference": f"{found(equal, SAME)} of 40",
            "equal, alternating: a TU called significant": f"{wrong_rows(equal)} of 40",
            "equal, runs apart: no significant difference": f"{found(apart, SAME)} of 40",
            "3 % planted: found": f"{found(planted, 'higher')} of 20",
            "3 % planted: called faster": f"{found(planted, 'lower')} of 20",
            "3 % planted, with history: found": f"{found(taught, 'higher')} of 20",
        }
        print("\n".join(f"{name}: {what}: {value}" for what, value in report.items()))  # noqa: T201
        assert found(equal, SAME) >= 38
        assert found(planted, "lower") == 0
        if name == "quiet":
            assert found(planted, "higher") >= 16


DRAWN = 600


def test_intervals_are_wrong_as_often_as_they_say() -> None:
    """Equal builds, from anywhere in the recording; the two of each pair in drawn order."""
    _, fields, values = recorded()
    user = values[:, :, fields.index("user_us")]
    generator = np.random.default_rng(5)
    metric, none = metrics.named(METRIC), Noise()
    found = []
    for _ in range(DRAWN):
        first = generator.integers(0, len(user) - 2 * PAIRS + 1)
        pairs = user[first : first + 2 * PAIRS].reshape(PAIRS, 2, -1)
        swap = generator.random(PAIRS) < 0.5
        pairs = np.where(swap[:, None, None], pairs[:, ::-1], pairs)
        found.append(
            estimate.estimate(
                metric, pairs[:, 0], pairs[:, 1], paired=True, noise=none, apart=False
            )
        )
    shares = [sum((one.p or 0) < p for one in found) / DRAWN for p in (0.01, 0.05)]
    print(f"\nequal builds called different: {shares[0]:.1%} at 99 %, {shares[1]:.1%} at 95 %")  # noqa: T201
    assert shares[0] < 0.03
    assert shares[1] < 0.08


SAME = "no significant difference"


class Lockstep(Replay):
    """Writes runs of recorded rounds; values are rounds × sides × TUs × fields."""

    def __init__(self, root: Path, values: Values, units: list[str], fields: list[str]) -> None:
        super().__init__(root, values, units, fields)
        self._rounds = values

    def compare(self, first: int, rounds: int, draws: random.Random, factor: float) -> Comparison:
        """Compare rounds that followed each other after a whole build; of each TU, which is B is drawn."""
        swapped = np.array([draws.random() < 0.5 for _ in self._units])[None, :, None]
        sides = self._rounds[first : first + rounds]
        drawn = [np.where(swapped, sides[:, 1 - side], sides[:, side]) for side in (0, 1)]
        builds: list[tuple[str, list[Unit]]] = []
        for number in (0, *range(rounds)):
            for name, values, slower in zip(("baseline", "pch"), drawn, (1.0, factor), strict=True):
                self._values = values
                builds += [(name, units) for units in self.builds([number], slower)]
        folder = comparing.run(self._next(), builds)
        comparing.in_rounds(folder, {n: f"round {n}" for n in range(2, rounds + 2)})
        request = Request(metrics=(METRIC,))
        return compare(comparing.side(folder), comparing.side(folder, "pch"), request)


# power is asked of as many rounds as repetitions, and not of a recording that was disturbed more than this
ASKED = PAIRS
MOST_DEVIATION = 0.12


@pytest.mark.parametrize("rounds", [4, 5])
def test_verdicts_in_lockstep(tmp_path: Path, rounds: int) -> None:
    record = json.loads(ROUNDS.read_text("utf-8"))
    units, fields, values = record["units"], record["fields"], np.array(record["rounds"], float)
    ratios = np.diff(np.log(values[..., fields.index("user_us")]), axis=1)
    deviation = float(np.sqrt(ratios.var(axis=0, ddof=1).mean()))
    replay = Lockstep(tmp_path, values, units, fields)
    draws = random.Random(20261201)  # noqa: S311 - which twin is side B
    starts = range(len(values) - rounds + 1)

    def compared(times: int, factor: float) -> list[Comparison]:
        spread = [starts[place * len(starts) // times] for place in range(times)]
        return [replay.compare(first, rounds, draws, factor) for first in spread]

    equal, planted = compared(40, 1.0), compared(20, 1.03)
    report = {
        "a pair of TUs varies by (user)": f"{deviation:.1%}",
        "equal: no significant difference": f"{found(equal, SAME)} of 40",
        "equal: a TU called significant": f"{wrong_rows(equal)} of 40",
        "3 % planted: found": f"{found(planted, 'higher')} of 20",
        "3 % planted: called faster": f"{found(planted, 'lower')} of 20",
    }
    print()  # noqa: T201
    print("\n".join(f"{rounds} rounds: {what}: {value}" for what, value in report.items()))  # noqa: T201
    assert found(equal, SAME) >= 38
    assert found(planted, "lower") == 0
    if rounds == ASKED and deviation <= MOST_DEVIATION:
        assert found(planted, "higher") >= 16
