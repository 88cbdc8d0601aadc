"""Logits of models, compared with those that another program computed for them."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from buildprof.ci.context import environment, filled, lacking
from buildprof.ci.log import ended
from buildprof.ci.results import OneTest, Outcome

if TYPE_CHECKING:
    from buildprof.ci.context import Context
    from buildprof.ci.log import Log
    from buildprof.project.stage import Stage

MODULE = "tests.native.parity"
LINE = re.compile(r"^(?P<name>\S+) (?P<errors>\S+ \S+) (?P<end>PASS|FAIL) ?(?P<why>.*)$")


def obstacle(stage: Stage, context: Context) -> str | None:
    """Say which program, file or Python package the comparison lacks."""
    if not stage.program:
        return "no program that writes logits is named"
    for package in ("numpy", "gguf"):
        if not importlib.util.find_spec(package):
            return f"{package} is not installed"
    return lacking(stage, context.words(stage))


def run(stage: Stage, context: Context, log: Log) -> Outcome:
    """Compare all models; each is a test, and the count of those that agree is a remark."""
    context.trees.built(stage.tree, log)
    words = context.words(stage)
    if not Path(words["program"]).is_file():
        return Outcome(state="not built", reason=f"there is no {words['program']}")
    arguments = [filled(part, words, stage) for call in stage.arguments for part in call]
    report = (context.out / f"{stage.name}.txt").absolute()
    report.unlink(missing_ok=True)
    places = ["--build", words["build"], "--report", str(report)]
    done = log.run(
        [sys.executable, "-m", MODULE, *places, *arguments],
        cwd=Path(filled(stage.folder, words, stage)),
        env=environment(stage, words),
    )
    lines = report.read_text(encoding="utf-8").splitlines() if report.is_file() else []
    tests = tuple(_test(found) for found in map(LINE.match, lines) if found)
    counts = tuple(line for line in lines if line.startswith("parity: "))
    if done.returncode == 0 and tests:
        return Outcome(state="passed", remarks=counts, tests=tests)
    failed = [f"{test.name}: {test.message}" for test in tests if test.state == "failed"]
    return Outcome(
        state="failed", reason="\n".join(failed) or ended(done), remarks=counts, tests=tests
    )


def _test(found: re.Match[str]) -> OneTest:
    good = found["end"] == "PASS"
    return OneTest(
        name=found["name"],
        state="passed" if good else "failed",
        message="" if good else found["why"] or f"errors {found['errors']}",
    )
