from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from buildprof.report.page import slots

SPANS = st.lists(st.tuples(st.integers(0, 50), st.integers(1, 20)), max_size=30)


def test_a_slot_is_used_again_as_soon_as_it_is_free() -> None:
    assert slots.assign([(0, 5), (0, 3), (3, 9), (4, 6), (5, 7)]) == [0, 1, 1, 2, 0]


@given(SPANS)
def test_no_two_steps_share_a_slot_at_once(raw: list[tuple[int, int]]) -> None:
    spans = [(start, start + took) for start, took in raw]
    found = slots.assign(spans)
    for i, (start, end) in enumerate(spans):
        for j, (other, other_end) in enumerate(spans[:i]):
            if found[i] == found[j]:
                assert end <= other or other_end <= start
