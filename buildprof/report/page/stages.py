"""The stages of a run as the page shows them: how each ended, and what failed in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.console import printable
from buildprof.report import quantity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.runs.schema import Run
    from buildprof.runs.stages import Results, StageResult

MOST_FAILED = 50


class StageLine(msgspec.Struct, frozen=True, kw_only=True):
    """One stage: `tone` is good, bad or quiet; of what failed, the tests and the end of the log."""

    name: str
    state: str
    tone: str
    time: str
    tests: str
    why: str
    failed: tuple[str, ...]
    tail: tuple[str, ...]


class StagesView(msgspec.Struct, frozen=True, kw_only=True):
    """All stages of a run: in a word, then each, then where and when."""

    verdict: str
    notes: tuple[str, ...]
    lines: tuple[StageLine, ...]
    about: str


def make(results: Results, run: Run) -> StagesView:
    """Lay the stages of a run out."""
    red = sum(stage.red for stage in results.stages)
    verdict = "passed" if results.green else f"{red} not passed" if red else "nothing ran"
    on = ", ".join(results.switches) or "none"
    return StagesView(
        verdict=verdict,
        notes=tuple(_notes(results, run)),
        lines=tuple(_line(stage) for stage in results.stages),
        about=f"Made by buildprof ci on {results.machine.name}, {results.created}; switches: {on}.",
    )


def _notes(results: Results, run: Run) -> Iterator[str]:
    if not results.finished:
        yield "The stages are not finished; buildprof ci --resume goes on with them."
    mine, theirs = run.project.revision, results.project.revision
    if (mine.commit, mine.dirty) != (theirs.commit, theirs.dirty):
        told = (theirs.commit or "unknown") + (" with changes" if theirs.dirty else "")
        yield f"The stages ran on another commit than the builds: {told}."


def _line(stage: StageResult) -> StageLine:
    outcome, tests = stage.outcome, stage.outcome.tests
    passed = sum(test.state == "passed" for test in tests)
    failed = [
        f"{test.name}: {test.state}{f': {test.message}' if test.message else ''}"
        for test in tests
        if test.state in {"failed", "not built"}
    ]
    if len(failed) > MOST_FAILED:
        failed = [*failed[:MOST_FAILED], f"and {len(failed) - MOST_FAILED} more"]
    return StageLine(
        name=stage.name,
        state=outcome.state,
        tone="bad" if stage.red else "good" if outcome.state == "passed" else "quiet",
        time=quantity.seconds(stage.wall_us),
        tests=f"{passed} of {len(tests)}" if tests else quantity.UNKNOWN,
        why=" ".join([*outcome.reason.splitlines()[:1], *outcome.remarks]),
        failed=tuple(map(printable, failed)),
        tail=tuple(map(printable, stage.tail)) if stage.red else (),
    )
