from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from buildprof.analysis.survey import survey
from buildprof.report import analysis_perfetto
from tests.traces import EC, span, text, write

if TYPE_CHECKING:
    from pathlib import Path

STARTED = 1_700_000_000_000_000


def merged(root: Path, shortest_us: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(analysis_perfetto.render(survey(root), shortest_us))
    return found


def test_units_stand_where_they_ran(tmp_path: Path) -> None:
    for name, offset in (("a", 0), ("b", 50_000), ("c", 120_000)):
        events = [span("Frontend", 10, 30_000), EC]
        write(tmp_path, text(*events, beginningOfTime=STARTED + offset), f"{name}.json")

    data = merged(tmp_path)
    events = data["traceEvents"]

    assert data["beginningOfTime"] == STARTED
    units = [(one["name"], one["tid"], one["ts"]) for one in events if one.get("cat") == "unit"]
    assert units == [("a", 1, 0), ("b", 2, 50_000), ("c", 1, 120_000)]
    assert [one["ts"] for one in events if one["name"] == "Frontend"] == [10, 50_010, 120_010]
    assert [one["args"]["name"] for one in events if one["ph"] == "M"] == [
        *(f"build {tmp_path.name}", "job 1", "job 2")
    ]


def test_units_without_a_start_follow_the_others(tmp_path: Path) -> None:
    write(tmp_path, text(EC, beginningOfTime=STARTED), "a.json")
    for name in ("b", "c"):
        write(tmp_path, text(EC), f"{name}.json")

    events = merged(tmp_path)["traceEvents"]

    assert [(one["ts"], one["tid"]) for one in events if one.get("cat") == "unit"] == [
        (0, 1),
        (100_000, 1),
        (200_000, 1),
    ]


def test_a_build_without_units_is_a_trace_too(tmp_path: Path) -> None:
    assert merged(tmp_path)["beginningOfTime"] == 0


def test_short_spans_may_be_left_out(tmp_path: Path) -> None:
    write(tmp_path, text(span("Short", 10, 30), span("Long", 10, 600), EC))

    names = analysis_perfetto.render(survey(tmp_path), 500)

    assert '"Long"' in names
    assert '"Short"' not in names
