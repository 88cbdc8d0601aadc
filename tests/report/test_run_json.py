from __future__ import annotations

import msgspec

from buildprof.report import run_json
from buildprof.runs.schema import Run
from tests import records


def test_the_record_comes_back() -> None:
    run = records.run(records.build("minimal", "baseline"))
    text = run_json.render(run)
    assert msgspec.json.decode(text, type=Run) == run
    assert text.endswith("}\n")
