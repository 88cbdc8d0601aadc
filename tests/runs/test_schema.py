from __future__ import annotations

from buildprof.runs.schema import build_id
from tests import records


def test_a_build_is_found_by_scope_variant_and_repetition() -> None:
    run = records.run(
        records.build("minimal", "baseline", 1), records.build("minimal", "baseline", 2)
    )
    found = run.build("minimal", "baseline", 2)
    assert found is not None
    assert found.id == build_id("minimal", "baseline", 2) == "minimal-baseline-2"
    assert run.build("minimal", "baseline", 3) is None
