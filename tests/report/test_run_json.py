from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.report import run_json
from buildprof.runs.schema import Run
from tests import records

if TYPE_CHECKING:
    from pathlib import Path


def test_the_record_comes_back(tmp_path: Path) -> None:
    run = records.run(records.build("minimal", "baseline"))
    text = run_json.render(run, records.stored(tmp_path, run))
    assert msgspec.json.decode(text, type=Run) == run
    assert text.endswith("}\n")
