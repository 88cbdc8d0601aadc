"""Results of stages made by hand, for tests of what is told of them."""

from __future__ import annotations

from typing import Any

from buildprof.ci.results import OneTest, Outcome, Results, StageResult
from buildprof.project.revision import Revision
from buildprof.runs.schema import ProjectRecord
from tests.records import MACHINE


def stage(name: str, state: Any, reason: str = "", *tests: OneTest, **changes: Any) -> StageResult:
    """Return the result of a stage."""
    outcome = Outcome(state=state, reason=reason, tests=tests, remarks=changes.pop("remarks", ()))
    wall = None if state == "skipped" else 1_500_000
    started = None if state == "skipped" else "2026-12-01T12:00:00+00:00"
    return StageResult(name=name, outcome=outcome, wall_us=wall, started=started, **changes)


def failing(name: str, **changes: Any) -> OneTest:
    """Return a test that failed."""
    return OneTest(name=name, state="failed", message="Failed", **changes)


def of(*stages: StageResult) -> Results:
    """Return results with these stages."""
    return Results(
        created="2026-12-01T12:00:00+00:00",
        buildprof="0.1.0",
        project=ProjectRecord(name="toy", revision=Revision(), build_type="Release"),
        machine=MACHINE,
        switches={"low_perf": "on"},
        stages=stages,
        finished=True,
    )
