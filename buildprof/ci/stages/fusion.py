"""Which fusions match, on each device that has a recorded baseline."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from buildprof.ci import fusion, fusion_run
from buildprof.ci.context import environment, filled, lacking
from buildprof.ci.results import OneTest, Outcome
from buildprof.errors import GateError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from buildprof.ci.context import Context
    from buildprof.ci.fusion import Row
    from buildprof.ci.log import Log
    from buildprof.process import Finished
    from buildprof.project.stage import Stage


SHOWN = 2


def obstacle(stage: Stage, context: Context) -> str | None:
    """Say that there is no program, or no device with a baseline."""
    if not stage.program:
        return "no program is named"
    if not _devices(stage, context):
        names = ", ".join(sorted({_baseline(stage, context, d).name for d in _on(stage, context)}))
        return f"no device has a baseline (looked for: {names})"
    return lacking(stage, context.words(stage))


def run(stage: Stage, context: Context, log: Log) -> Outcome:
    """Record the fusions of each device and compare them with its baseline."""
    context.trees.built(stage.tree, log)
    program = Path(context.words(stage)["program"])
    if not program.is_file():
        return Outcome(state="not built", reason=f"there is no {program}")
    baselines = {device: _rows(stage, context, device) for device in _devices(stage, context)}
    remarks: list[str] = []
    tests = tuple(
        _one(stage, context, device, rows, log, remarks) for device, rows in baselines.items()
    )
    remarks += _twice(baselines.values(), log)
    wrong = [test for test in tests if test.state == "failed"]
    failed = [f"{test.name}: {line}" for test in wrong for line in test.message.splitlines()]
    for line in failed:
        log.write(line)
    return Outcome(
        state="failed" if failed else "passed",
        reason="\n".join(failed),
        remarks=tuple(remarks),
        tests=tests,
    )


def _twice(baselines: Iterable[Sequence[Row]], log: Log) -> list[str]:
    """Tell the rows that share a key: all to the log, a few as a remark."""
    lines = list(dict.fromkeys(line for rows in baselines for line in fusion.shared(rows)))
    for line in lines:
        log.write(line)
    more = [f"{len(lines) - SHOWN} more keys have two rows: see the log"] if lines[SHOWN:] else []
    return lines[:SHOWN] + more


def _one(
    stage: Stage,
    context: Context,
    device: str,
    baseline: Sequence[Row],
    log: Log,
    remarks: list[str],
) -> OneTest:
    words = _words(stage, context, device)

    def call(command: Sequence[str | Path]) -> Finished:
        return log.run(command, env=environment(stage, words))

    models = Path(filled(stage.models, words, stage))
    try:
        measured = fusion_run.measure(Path(words["program"]), device, models, call)
    except fusion_run.NoDeviceError as problem:
        remarks.append(f"skipped: {problem.what}")
        return OneTest(name=device, state="skipped", message=problem.what)
    except GateError as problem:
        return OneTest(name=device, state="failed", message=problem.what)
    found = fusion_run.problems(measured, baseline, fusion_run.Limits())
    reference = Path(filled(stage.reference, words, stage)) if stage.reference else None
    if reference and reference.is_file():
        rows = fusion.read(reference)
        remarks.insert(0, f"fusion: {fusion.matched(rows, measured.rows)}/{len(rows)}")
        missed = map(str, fusion.missed(rows, measured.rows))
        found += [f"reference: {one}" for one in missed if one not in found]
    remarks.append(f"{device}: {fusion.matched(baseline, measured.rows)}/{len(baseline)}")
    return OneTest(name=device, state="failed" if found else "passed", message="\n".join(found))


def _words(stage: Stage, context: Context, device: str) -> dict[str, str]:
    return context.words(stage) | {"device": device, "backend": fusion_run.base(device)}


def _rows(stage: Stage, context: Context, device: str) -> list[Row]:
    return fusion.read(_baseline(stage, context, device))


def _on(stage: Stage, context: Context) -> list[str]:
    cpu = context.project.profile.pipeline.cpu
    switched = (device for _, device in context.devices(stage))
    return list(dict.fromkeys((cpu, *stage.devices, *switched)))


def _devices(stage: Stage, context: Context) -> list[str]:
    """Return the devices that are on and have a baseline."""
    return [d for d in _on(stage, context) if _baseline(stage, context, d).is_file()]


def _baseline(stage: Stage, context: Context, device: str) -> Path:
    return Path(filled(stage.baseline, _words(stage, context, device), stage))
