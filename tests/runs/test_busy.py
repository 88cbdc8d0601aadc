from __future__ import annotations

import msgspec
import pytest

from buildprof.runs import busy
from tests import records


def test_compilers_wait_where_traces_hold_more_than_the_cpu_time() -> None:
    totals = records.TOTALS
    long = msgspec.structs.replace(totals, total_us=42_200_000)

    def waiting(*cpu_us: int | None, totals: object = long) -> float | None:
        builds = [
            records.build("minimal", "baseline", number, totals=totals, cpu_us=us)
            for number, us in enumerate(cpu_us)
        ]
        return busy.waiting(builds)

    assert waiting(30_000_000) == pytest.approx(42.2 / 30)
    assert waiting(40_000_000) is None
    assert waiting(30_000_000, 40_000_000, 40_000_000) is None, "the middle counts"
    assert waiting(1_000_000, totals=totals) is None, "too little to tell"
    assert waiting(None) is None
