from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.compare.compare import Request, compare
from buildprof.errors import UsageError
from tests import comparing
from tests.comparing import unit

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.compare.result import Comparison
    from buildprof.runs.folder import RunFolder
    from buildprof.trace.unit import Unit


def of(folder: RunFolder, **options: object) -> Comparison:
    request = Request(**options)  # type: ignore[arg-type]
    return compare(comparing.side(folder), comparing.side(folder, "pch"), request)


def noisy(factor: float) -> list[list[int]]:
    return [
        [round((1_000_000 + 9_001 * ((3 * r + 5 * u) % 7)) * factor) for u in range(6)]
        for r in range(5)
    ]


def test_a_slower_side_is_found(tmp_path: Path) -> None:
    found = of(comparing.alternating(tmp_path, noisy(1), noisy(1.04)))
    assert (found.verdict, found.metric, found.paired) == ("higher", "total", True)
    assert found.conclusion.startswith("Total: +4.0 %, significant")
    assert found.limits == ("Builds alternated and are compared in pairs.",)


def test_what_is_equal_is_no_difference(tmp_path: Path) -> None:
    found = of(comparing.alternating(tmp_path, noisy(1), noisy(1)[::-1]))
    assert found.verdict == "no significant difference"


def test_the_units_are_the_whole_of_the_verdict(tmp_path: Path) -> None:
    found = of(comparing.alternating(tmp_path, noisy(1), noisy(1.04)))
    total, units = found.estimates[0], found.changes[0]
    assert (total.b or 0) - (total.a or 0) == pytest.approx(units.whole_us)


def test_the_first_metric_is_that_of_the_verdict(tmp_path: Path) -> None:
    folder = comparing.alternating(tmp_path, noisy(1), noisy(1.04))
    found = of(folder, metrics=("wall", "backend"))
    assert (found.metric, found.verdict) == ("wall", "no significant difference")
    assert [row.metric for row in found.estimates] == ["wall", "backend"]
    assert found.changes[0].whole_us == pytest.approx(
        (found.estimates[1].b or 0) - (found.estimates[1].a or 0)
    )


def test_device_code_is_a_metric_and_a_part_of_its_own(tmp_path: Path) -> None:
    def units(host_us: int, device_us: int) -> list[Unit]:
        gpu = {"kind": "device", "language": "CUDA"}
        return [
            unit("k.cu", host_us, language="CUDA"),
            *(unit("k.cu", device_us, arch=arch, **gpu) for arch in ("sm_80", "sm_90")),
        ]

    builds = [("baseline", units(1_000_000, 2_000_000)), ("pch", units(1_000_000, 3_000_000))]
    found = of(comparing.run(tmp_path, builds))
    estimates = {row.metric: (row.a, row.b) for row in found.estimates}
    assert estimates["total"] == pytest.approx((1_000_000, 1_000_000))
    assert estimates["device"] == pytest.approx((4_000_000, 6_000_000))
    parts = {part.part: part for part in found.changes}
    assert parts["unit"].whole_us == parts["file"].whole_us == 0
    assert {row.name: round(row.difference_us) for row in parts["device"].rows} == {
        "k.cu (CUDA, sm_80)": 1_000_000,
        "k.cu (CUDA, sm_90)": 1_000_000,
    }


def test_without_devices_nothing_is_said_of_them(tmp_path: Path) -> None:
    found = of(comparing.alternating(tmp_path, noisy(1), noisy(1)))
    assert "device" not in {row.metric for row in found.estimates}
    assert "device" not in {part.part for part in found.changes}


def test_metrics_that_are_unknown_are_left_out(tmp_path: Path) -> None:
    folder = comparing.alternating(tmp_path, noisy(1), noisy(1))
    assert "user" not in {row.metric for row in of(folder).estimates}
    with pytest.raises(UsageError, match="User time of compilers is not known of both sides"):
        of(folder, metrics=("user",))


def test_another_machine_is_refused_and_marked_when_forced(tmp_path: Path) -> None:
    a = comparing.run(tmp_path, [("baseline", [unit("a.cpp", 1)])], id="1")
    b = comparing.run(tmp_path, [("baseline", [unit("a.cpp", 2)])], id="2")
    comparing.on(b, cores=64)
    with pytest.raises(UsageError, match="machine, cores: 2 and 64"):
        compare(comparing.side(a), comparing.side(b), Request())
    found = compare(comparing.side(a), comparing.side(b), Request(force=True))
    assert found.forced == ("machine, cores: 2 and 64",)


def test_a_side_whose_builds_had_no_effect_has_nothing_to_compare(tmp_path: Path) -> None:
    folder = comparing.alternating(tmp_path, [[1]], [[1]])
    lone = comparing.side(folder)
    nothing = type(lone)(
        folder=folder, run=lone.run, scope="minimal", variant="pch", name="x", only=frozenset()
    )
    with pytest.raises(UsageError, match="has no build that counts: minimal-pch-1: has no partner"):
        compare(lone, nothing, Request())
