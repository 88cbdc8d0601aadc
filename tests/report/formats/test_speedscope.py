from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from buildprof.report.formats import speedscope
from tests import samples

if TYPE_CHECKING:
    from buildprof.report.subject import Subject


@pytest.fixture
def report(subject: Subject) -> Any:
    return msgspec.json.decode(speedscope.render(subject))


def stacks(report: Any, place: int) -> list[tuple[list[str], int]]:
    """Return the samples of a profile with the names of their frames."""
    names = [frame["name"] for frame in report["shared"]["frames"]]
    profile = report["profiles"][place]
    samples_of = zip(profile["samples"], profile["weights"], strict=True)
    return [([names[frame] for frame in stack], weight) for stack, weight in samples_of]


def test_two_profiles_a_build(report: Any) -> None:
    assert [profile["name"] for profile in report["profiles"]] == [
        *("Minimal, baseline: TUs", "Minimal, baseline: includes"),
        *("Minimal, PCH: TUs", "Minimal, PCH: includes"),
    ]


def test_a_unit_is_its_parts_within_its_target(report: Any) -> None:
    assert stacks(report, 0)[:3] == [
        (["toy", "src/model.cpp", "frontend"], 2_500_000),
        (["toy", "src/model.cpp", "backend"], 1_000_000),
        (["toy", "src/model.cpp", "other"], 100_000),
    ]


def test_a_header_is_its_own_time_within_its_chain(report: Any) -> None:
    assert stacks(report, 1) == [
        (["src/model.h"], 50_000),
        (["src/model.h", "<c++/12/map>"], 100_000),
        ([samples.HOSTILE], 50_000),
    ]


def test_weights_make_up_the_whole(report: Any) -> None:
    for profile in report["profiles"]:
        assert profile["endValue"] == sum(profile["weights"])
        assert len(profile["weights"]) == len(profile["samples"])
