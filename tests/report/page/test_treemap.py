from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buildprof.report.page import treemap
from tests import samples

VALUES = st.lists(st.integers(1, 10**6), min_size=1, max_size=60)


def test_targets_with_their_units_the_longest_first() -> None:
    groups = treemap.make(samples.units())
    assert [(group.target, len(group.tiles)) for group in groups] == [
        ("toy", 2),
        (samples.HOSTILE, 1),
    ]
    assert groups[0].tiles[0].unit.name == "src/model.cpp"
    assert groups[0].tiles[0].front == 71
    assert sum(group.share for group in groups) == pytest.approx(100, abs=0.1)


def test_no_times_are_no_map() -> None:
    assert treemap.make([]) == ()
    assert treemap.layout([], 10, 10) == []


@given(VALUES)
def test_areas_are_in_proportion_and_inside(raw: list[int]) -> None:
    values = sorted(raw, reverse=True)
    boxes = treemap.layout(values, 1200, 480)
    assert len(boxes) == len(values)
    for value, box in zip(values, boxes, strict=True):
        share = 100 * value / sum(values)
        assert box.width * box.height / 100 == pytest.approx(share, rel=0.02, abs=0.2)
        assert min(box.left, box.top, box.width, box.height) >= 0
        assert box.left + box.width <= 100.01
        assert box.top + box.height <= 100.01


def test_boxes_are_near_to_squares() -> None:
    boxes = treemap.layout([6, 6, 4, 3, 2, 2, 1], 600, 400)
    sides = [(box.width * 6, box.height * 4) for box in boxes]
    assert max(max(wide, high) / min(wide, high) for wide, high in sides) < 3.1
