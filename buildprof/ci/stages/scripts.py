"""Scripts of the project: each argument list is a whole command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from buildprof.ci.context import environment, filled, lacking
from buildprof.ci.log import ended
from buildprof.ci.results import OneTest, Outcome

if TYPE_CHECKING:
    from buildprof.ci.context import Context
    from buildprof.ci.log import Log
    from buildprof.project.stage import Stage


def obstacle(stage: Stage, context: Context) -> str | None:
    """Say that no scripts are named, or which file they lack."""
    return lacking(stage, context.words(stage)) if stage.arguments else "no scripts are named"


def run(stage: Stage, context: Context, log: Log) -> Outcome:
    """Run the commands; the first that fails ends the stage."""
    context.trees.built(stage.tree, log)
    words = context.words(stage)
    folder = Path(filled(stage.folder, words, stage))
    tests: list[OneTest] = []
    for command in stage.arguments:
        arguments = [filled(part, words, stage) for part in command]
        done = log.run(arguments, cwd=folder, env=environment(stage, words))
        good = done.returncode == 0
        test = OneTest(
            name=" ".join(command),
            state="passed" if good else "failed",
            wall_us=round(done.wall_s * 1_000_000),
            message="" if good else ended(done),
        )
        tests.append(test)
        if not good:
            reason = f"{test.name} {test.message}"
            return Outcome(state="failed", reason=reason, tests=tuple(tests))
    return Outcome(state="passed", tests=tuple(tests))
