"""Python tests of the project, such as those of a server."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from buildprof.ci import junit
from buildprof.ci.context import environment, filled, lacking
from buildprof.ci.log import ended
from buildprof.ci.results import Outcome

if TYPE_CHECKING:
    from buildprof.ci.context import Context
    from buildprof.ci.log import Log
    from buildprof.project.stage import Stage


def obstacle(stage: Stage, context: Context) -> str | None:
    """Say which file or Python package the tests lack."""
    if not importlib.util.find_spec("pytest"):
        return "pytest is not installed"
    return lacking(stage, context.words(stage))


def run(stage: Stage, context: Context, log: Log) -> Outcome:
    """Run pytest on the arguments of the stage; its program must have been built."""
    if stage.tree:
        context.trees.built(stage.tree, log)
    words = context.words(stage)
    if words["program"] and not Path(words["program"]).is_file():
        return Outcome(state="not built", reason=f"there is no {words['program']}")
    report = (context.out / f"{stage.name}.xml").absolute()
    report.unlink(missing_ok=True)
    arguments = [filled(part, words, stage) for call in stage.arguments for part in call]
    done = log.run(
        [sys.executable, "-m", "pytest", f"--junitxml={report}", *arguments],
        cwd=Path(filled(stage.folder, words, stage)),
        env=environment(stage, words),
    )
    tests = junit.read(report) if report.is_file() else ()
    failed = [test.name for test in tests if test.state == "failed"]
    if failed:
        reason = f"{len(failed)} of {len(tests)} tests failed: {', '.join(failed)}"
        return Outcome(state="failed", reason=reason, tests=tests)
    if done.returncode != 0:
        # 5 is a call that found no test
        reason = "no test matched" if done.returncode == 5 else f"pytest {ended(done)}"
        return Outcome(state="failed", reason=reason, tests=tests)
    if not any(test.state == "passed" for test in tests):
        reason = f"all {len(tests)} tests were skipped"
        return Outcome(state="failed", reason=reason, tests=tests)
    return Outcome(state="passed", tests=tests)
