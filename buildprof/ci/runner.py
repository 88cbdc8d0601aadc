"""Run stages in their order: after a failure later ones do not run, unless they are told to."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

import msgspec

from buildprof import __version__
from buildprof.ci import results as records
from buildprof.ci.log import Log, TimedOut
from buildprof.ci.results import Outcome, Results, StageResult
from buildprof.ci.stages import kind
from buildprof.ci.trees import NotBuilt
from buildprof.driver.run import record_of
from buildprof.errors import BuildprofError, UsageError
from buildprof.project import machine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.ci.context import Context
    from buildprof.ci.select import Chosen
    from buildprof.project.stage import Stage


class Observer(Protocol):
    """Is told how the stages go on."""

    def began(self, stage: Stage) -> None:
        """Say that a stage begins."""

    def line(self, text: str) -> None:
        """Hand over a line that a stage prints."""

    def ended(self, result: StageResult) -> None:
        """Say that a stage has ended, and how."""


def run(
    chosen: Sequence[Chosen],
    context: Context,
    observer: Observer,
    *,
    keep_going: bool = False,
    earlier: Results | None = None,
) -> Results:
    """Run the stages and write the record after each; `earlier` ones that passed are not run again."""
    results = Results(
        created=datetime.now().astimezone().isoformat(timespec="seconds"),
        buildprof=__version__,
        project=record_of(context.project),
        machine=machine.this(),
        switches=context.switches.described(),
    )
    _check_same(earlier, results)
    records.save(context.out, results)
    for one in chosen:
        result = _passed_before(one, earlier) or _result(
            one, results, context, observer, keep_going
        )
        observer.ended(result)
        results = msgspec.structs.replace(results, stages=(*results.stages, result))
        records.save(context.out, results)
    results = msgspec.structs.replace(results, finished=True)
    records.save(context.out, results)
    return results


def _result(
    one: Chosen, results: Results, context: Context, observer: Observer, keep_going: bool
) -> StageResult:
    reason = one.skipped or _stopped(one.stage, results, keep_going)
    if reason:
        return StageResult(name=one.stage.name, outcome=Outcome(state="skipped", reason=reason))
    return _run(one.stage, context, observer)


def _stopped(stage: Stage, results: Results, keep_going: bool) -> str | None:
    """Say which earlier stage keeps this one from running."""
    by_name = {result.name: result for result in results.stages}
    for name in stage.requires:
        if name in by_name and by_name[name].outcome.state != "passed":
            return f"requires {name}, which {_verb(by_name[name])}"
    red = next((result.name for result in results.stages if result.red), None)
    return f"not run after {red}" if red and not keep_going else None


def _verb(result: StageResult) -> str:
    state = result.outcome.state
    return f"was {state}" if state in {"skipped", "not built"} else state


def _run(stage: Stage, context: Context, observer: Observer) -> StageResult:
    observer.began(stage)
    started, clock = datetime.now(UTC).isoformat(timespec="seconds"), time.monotonic()
    log = Log(context.out / f"{stage.name}.log", stage.limit_s, observer.line)
    try:
        outcome = _outcome(stage, context, log)
    finally:
        log.close()
    return StageResult(
        name=stage.name,
        outcome=outcome,
        started=started,
        wall_us=round((time.monotonic() - clock) * 1_000_000),
        tail=log.tail if outcome.state in records.RED else (),
    )


def _outcome(stage: Stage, context: Context, log: Log) -> Outcome:
    try:
        return kind(stage).run(context.equipped(stage), context, log)
    except NotBuilt as problem:
        return Outcome(state="not built", reason=str(problem))
    except TimedOut as problem:
        return Outcome(state="timed out", reason=str(problem))
    except UsageError:
        raise
    except BuildprofError as problem:
        return Outcome(state="failed", reason=str(problem))


def _passed_before(one: Chosen, earlier: Results | None) -> StageResult | None:
    before = earlier.stage(one.stage.name) if earlier else None
    return before if before and before.outcome.state == "passed" and not one.skipped else None


def _check_same(earlier: Results | None, now: Results) -> None:
    """Raise UsageError where the earlier call was of something else."""
    if earlier is None:
        return
    pairs = {
        "the project": (earlier.project, now.project),
        "the machine": (earlier.machine, now.machine),
        "the switches": (earlier.switches, now.switches),
    }
    changed = [what for what, (then, there) in pairs.items() if then != there]
    if changed:
        raise UsageError(
            f"cannot go on: {' and '.join(changed)} changed since",
            hint="Begin anew, without --resume.",
        )
