"""Logits of models, compared with those that another program computed for them.

All models on the CPU, a sample of them on each device that is on.
"""

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


NO_DEVICE = 77


def run(stage: Stage, context: Context, log: Log) -> Outcome:
    """Compare all models; each is a test, and the count of those that agree is a remark."""
    context.trees.built(stage.tree, log)
    program = context.words(stage)["program"]
    if not Path(program).is_file():
        return Outcome(state="not built", reason=f"there is no {program}")
    devices = [device for _, device in context.devices(stage)]
    parts = [_measured(stage, context, log, device) for device in ("", *devices)]
    failed = [part for part in parts if part.state == "failed"]
    return Outcome(
        state="failed" if failed else "passed",
        reason="\n".join(part.reason for part in failed),
        remarks=tuple(remark for part in parts for remark in part.remarks),
        tests=tuple(test for part in parts for test in part.tests),
    )


def _measured(stage: Stage, context: Context, log: Log, device: str) -> Outcome:
    """Compare all models on the CPU, or a sample on a device."""
    words = context.words(stage)
    arguments = [filled(part, words, stage) for call in stage.arguments for part in call]
    arguments += ["--sample", "--device", device] if device else []
    report = (context.out / f"{stage.name}{device}.txt").absolute()
    report.unlink(missing_ok=True)
    places = ["--build", words["build"], "--report", str(report)]
    done = log.run(
        [sys.executable, "-m", MODULE, *places, *arguments],
        cwd=Path(filled(stage.folder, words, stage)),
        env=environment(stage, words),
    )
    if device and done.returncode == NO_DEVICE:
        absent = f"no device {device}"
        test = OneTest(name=device, state="skipped", message=absent)
        return Outcome(state="skipped", remarks=(f"skipped: {absent}",), tests=(test,))
    lines = report.read_text(encoding="utf-8").splitlines() if report.is_file() else []
    tests = tuple(_test(found, device) for found in map(LINE.match, lines) if found)
    counts = tuple(line for line in lines if line.startswith("parity: ") and not device)
    if done.returncode == 0 and tests:
        return Outcome(state="passed", remarks=counts, tests=tests)
    failed = [f"{test.name}: {test.message}" for test in tests if test.state == "failed"]
    return Outcome(
        state="failed", reason="\n".join(failed) or ended(done), remarks=counts, tests=tests
    )


def _test(found: re.Match[str], device: str) -> OneTest:
    good = found["end"] == "PASS"
    return OneTest(
        name=f"{device}: {found['name']}" if device else found["name"],
        state="passed" if good else "failed",
        message="" if good else found["why"] or f"errors {found['errors']}",
    )
