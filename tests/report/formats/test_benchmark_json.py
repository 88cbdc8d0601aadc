from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.report.formats import benchmark_json
from buildprof.report.subject import Subject
from tests import records

if TYPE_CHECKING:
    from pathlib import Path


def test_an_entry_a_metric_of_each_row_that_was_built(subject: Subject) -> None:
    entries = msgspec.json.decode(benchmark_json.render(subject))
    assert [entry["name"] for entry in entries[:3]] == [
        "failed builds",
        "Minimal, baseline: frontend",
        "Minimal, baseline: backend",
    ]
    assert len(entries) == 1 + 2 * 6
    assert entries[0]["value"] == 1
    assert entries[6] == {
        "name": "Minimal, baseline: peak RSS",
        "unit": "MiB",
        "value": 200.0,
        "extra": "buildprof, run 20261201-120000-toy",
    }


def test_repetitions_give_a_range(tmp_path: Path) -> None:
    builds = [
        records.build("minimal", "baseline", n, wall_us=us)
        for n, us in ((1, 1_000_000), (2, 3_000_000), (3, 2_000_000))
    ]
    subject = Subject(records.stored(tmp_path, records.run(*builds)))
    entries = {
        entry["name"]: entry for entry in msgspec.json.decode(benchmark_json.render(subject))
    }
    wall = entries["Minimal, baseline: wall"]
    assert (wall["value"], wall["range"]) == (2.0, "± 1.000")
