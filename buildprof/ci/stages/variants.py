"""The tests in each variant: one that changes the outcome of a test is no improvement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.ci import ctest
from buildprof.ci.context import environment
from buildprof.ci.results import OneTest, Outcome
from buildprof.ci.stages import ctest as plain
from buildprof.ci.trees import NotBuilt
from buildprof.cmake import settings
from buildprof.driver.one import nothing_to_apply
from buildprof.driver.plan import Job

if TYPE_CHECKING:
    from collections.abc import Mapping

    from buildprof.ci.context import Context
    from buildprof.ci.log import Log
    from buildprof.project.stage import Stage

NO_RUN = "not run"


def obstacle(_stage: Stage, context: Context) -> str | None:
    """Say that no variants were named."""
    return None if context.variants else "no --variants are named"


def run(stage: Stage, context: Context, log: Log) -> Outcome:
    """Run the tests in each variant; outcomes that differ fail, and so does any failure."""
    outcomes = {name: _one(name, stage, context, log) for name in context.variants}
    different = differing({name: outcome.tests for name, outcome in outcomes.items()})
    problems = [
        f"{name}: {outcome.reason}"
        for name, outcome in outcomes.items()
        if outcome.state != "passed"
    ]
    tests = tuple(
        OneTest(
            name=f"{name}/{test.name}",
            state=test.state,
            wall_us=test.wall_us,
            message=test.message,
            file=test.file,
            line=test.line,
        )
        for name, outcome in outcomes.items()
        for test in outcome.tests
    )
    reason = "; ".join([*different, *problems])
    return Outcome(
        state="failed" if reason else "passed",
        reason=reason,
        remarks=tuple(remark for outcome in outcomes.values() for remark in outcome.remarks),
        tests=tests,
    )


def differing(tests: Mapping[str, tuple[OneTest, ...]]) -> list[str]:
    """Say of each test whose outcome is not the same in all variants what it is in which."""
    by_name: dict[str, dict[str, str]] = {}
    for variant, rows in tests.items():
        for test in rows:
            by_name.setdefault(test.name, {})[variant] = test.state
    return [
        f"{name} differs: " + ", ".join(f"{v} {states.get(v, NO_RUN)}" for v in tests)
        for name, states in by_name.items()
        if len({states.get(variant, NO_RUN) for variant in tests}) > 1
    ]


def _one(name: str, stage: Stage, context: Context, log: Log) -> Outcome:
    variant = context.project.variant(name)
    try:
        root = context.trees.variant(variant, log)
    except NotBuilt as problem:
        return Outcome(state="not built", reason=str(problem))
    call = plain.call(stage, context, root, f"{stage.name}-{name}")
    outcome = ctest.run(call, log, environment(stage, context.words(stage)))
    job = Job(scope=context.project.profile.scopes[0], variant=variant, repetition=1)
    idle = nothing_to_apply(job, settings.read_report(root))
    remarks = (*outcome.remarks, *([f"{name} is as the baseline: {idle}"] if idle else []))
    return msgspec.structs.replace(outcome, remarks=remarks)
