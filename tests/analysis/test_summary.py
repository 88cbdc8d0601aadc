from __future__ import annotations

from buildprof.analysis import summary
from buildprof.trace.unit import Unit

KNOWN = Unit(name="a", trace="a.json", frontend_us=5, backend_us=7, other_us=1, total_us=13)
UNKNOWN = Unit(name="b", trace="b.json", kind="pch", total_us=4)


def test_what_is_unknown_everywhere_stays_unknown() -> None:
    times = summary.times([UNKNOWN])

    assert (times.units, times.frontend_us, times.backend_us, times.total_us) == (1, None, None, 4)


def test_sums_are_over_what_is_known() -> None:
    whole = summary.summarise([KNOWN, UNKNOWN], 2, 3)

    assert (whole.translation_units, whole.frontend_us, whole.total_us) == (2, 5, 17)
    assert {kind: times.total_us for kind, times in whole.kinds.items()} == {"source": 13, "pch": 4}
    assert whole.instantiation_us == 3
