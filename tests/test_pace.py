from __future__ import annotations

from buildprof import pace


def test_the_rest_is_not_guessed_from_a_few_steps() -> None:
    assert pace.remaining_s(2, 20, 5.0) is None
    assert pace.remaining_s(4, 200, 5.0) is None
    assert pace.remaining_s(10, 20, 5.0) == 5.0


def test_a_duration_is_minutes_and_seconds() -> None:
    assert [pace.clock(seconds) for seconds in (7.9, 61, 3600)] == ["0:07", "1:01", "60:00"]
