from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from buildprof.analysis import slots

SPANS = st.lists(
    st.tuples(st.integers(0, 50), st.integers(0, 20)).map(lambda s: (s[0], s[0] + s[1]))
)


def test_a_slot_is_used_again_when_it_is_free() -> None:
    assert slots.assign([(0, 10), (0, 5), (5, 9), (10, 12)]) == [0, 1, 1, 0]


@given(SPANS)
def test_spans_of_one_slot_do_not_overlap(spans: list[tuple[int, int]]) -> None:
    placed = slots.assign(spans)
    for slot in set(placed):
        own = sorted(span for span, at in zip(spans, placed, strict=True) if at == slot)
        assert all(a[1] <= b[0] for a, b in itertools.pairwise(own))


@given(SPANS)
def test_there_are_as_many_slots_as_spans_at_once(spans: list[tuple[int, int]]) -> None:
    longer = [(start, end + 1) for start, end in spans]
    busiest = max((sum(a <= t < b for a, b in longer) for t, _ in longer), default=0)

    assert len(set(slots.assign(longer))) == busiest
