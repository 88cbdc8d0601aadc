from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.compare import history
from buildprof.runs.index import Entry

if TYPE_CHECKING:
    from collections.abc import Sequence


def entries(values: Sequence[float], variant: str = "baseline", setting: str = "{}") -> list[Entry]:
    return [
        Entry(
            run=f"{number:02d}",
            created=f"2026-12-01T00:00:{number:02d}+00:00",
            commit="0123",
            dirty=False,
            setting=setting,
            scope="minimal",
            variant=variant,
            repetition=1,
            started="",
            figures={"total": value},
        )
        for number, value in enumerate(values)
    ]


def steps(values: Sequence[float]) -> dict[int, bool]:
    """Return where steps are, and whether they are confirmed."""
    (found,) = history.series(entries(values), "total")
    return {
        place: point.confirmed for place, point in enumerate(found.points) if point.step is not None
    }


FLAT = [100, 101, 100, 99, 100, 101]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (FLAT, {}),
        ([*FLAT, 120, 121, 120], {6: True}),
        ([*FLAT, 120, 121, 120, 90, 91], {6: True, 9: True}),
        ([*FLAT, 150, 100, 101], {}),
        ([*FLAT, 120], {6: False}),
        ([100], {}),
    ],
)
def test_steps(values: list[float], found: dict[int, bool]) -> None:
    assert steps(values) == found


def test_the_size_of_a_step_is_that_of_the_level() -> None:
    (found,) = history.series(entries([*FLAT, 120, 121]), "total")
    assert found.points[6].step == pytest.approx(0.2, abs=0.005)


def test_builds_of_a_run_are_one_point_with_its_range() -> None:
    builds = [entries([value])[0] for value in (3, 1, 2)]
    (found,) = history.series(builds, "total")
    (point,) = found.points
    assert (point.builds, point.value, point.low, point.high) == (3, 2, 1, 3)


def test_variants_and_settings_are_series_of_their_own() -> None:
    mixed = [*entries([1]), *entries([2], "pch"), *entries([3], setting='{"-j":8}')]
    found = history.series(mixed, "total")
    assert {(one.variant, one.setting.get("-j")) for one in found} == {
        ("baseline", None),
        ("pch", None),
        ("baseline", 8),
    }
    assert history.series(mixed, "wall") == []


def test_noise_needs_some_runs() -> None:
    (few,) = history.series(entries([1, 2]), "total")
    (more,) = history.series(entries([100, 101] * 4), "total")
    assert few.noise == 0
    assert more.noise == pytest.approx(0.0104, abs=0.0005)
