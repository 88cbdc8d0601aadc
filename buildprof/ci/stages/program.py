"""A program of the project, run with each of its argument lists, on each device where it asks for one.

A program that ends with 77 says that there is no such device: that call is skipped.
"""

from __future__ import annotations

import glob
from pathlib import Path
from typing import TYPE_CHECKING

from buildprof.ci.context import environment, filled, lacking
from buildprof.ci.log import ended
from buildprof.ci.results import OneTest, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.ci.context import Context
    from buildprof.ci.log import Log
    from buildprof.ci.results import TestState
    from buildprof.project.stage import Stage


def obstacle(stage: Stage, context: Context) -> str | None:
    """Say which program, file or device the stage lacks."""
    if not stage.program:
        return "no program is named"
    if stage.on and not context.devices(stage):
        return f"needs one of: {', '.join(f'--{name}' for name in stage.on)}"
    if _by_device(stage) and not _devices(stage, context):
        return "no backend but the CPU is on; --high-perf tests the CPU itself"
    return lacking(stage, context.words(stage))


def run(stage: Stage, context: Context, log: Log) -> Outcome:
    """Run the program; the first call that fails ends the stage."""
    context.trees.built(stage.tree, log)
    words = context.words(stage)
    program = Path(words["build"], filled(stage.program, words, stage))
    if not program.is_file():
        return Outcome(state="not built", reason=f"there is no {program}")
    _emptied(stage, words)
    tests: list[OneTest] = []
    for call in _calls(stage, context):
        test = _one(program, call, stage, log)
        tests.append(test)
        if test.state == "failed":
            return Outcome(state="failed", reason=f"{test.name} {test.message}", tests=tuple(tests))
    return _produced(stage, words, tuple(tests))


NO_DEVICE = 77


def _one(program: Path, words: dict[str, str], stage: Stage, log: Log) -> OneTest:
    arguments = words["arguments"].split("\0") if words["arguments"] else []
    folder = Path(filled(stage.folder, words, stage))
    folder.mkdir(parents=True, exist_ok=True)
    done = log.run([program, *arguments], cwd=folder, env=environment(stage, words))
    absent = done.returncode == NO_DEVICE and _by_device(stage)
    state: TestState = "passed" if done.returncode == 0 else "skipped" if absent else "failed"
    return OneTest(
        name=" ".join([stage.program.rpartition("/")[2], *arguments, words["with"]]).strip(),
        state=state,
        wall_us=round(done.wall_s * 1_000_000),
        message=""
        if state == "passed"
        else f"no device {words['device']}"
        if absent
        else ended(done),
    )


def _calls(stage: Stage, context: Context) -> Iterator[dict[str, str]]:
    """Yield the words of each call, its arguments among them."""
    devices = _devices(stage, context) if _by_device(stage) else [("", "")]
    for name, device in devices:
        for count in stage.counts or (0,):
            words = context.words(stage) | _device_words(name, device)
            words |= {"count": str(count)} if count else {}
            for arguments in stage.arguments or ((),):
                text = "\0".join(filled(part, words, stage) for part in arguments)
                told = f"({count} of {device})" if count else ""
                yield words | {"arguments": text, "with": told}


def _device_words(name: str, device: str) -> dict[str, str]:
    return {"backend": name.upper(), "device": device} if name else {}


def _devices(stage: Stage, context: Context) -> list[tuple[str, str]]:
    cpu = ("cpu", context.project.profile.pipeline.cpu)
    always = [(device.rstrip("0123456789"), device) for device in stage.devices]
    on = [row for row in context.devices(stage) if row[1] not in stage.devices]
    return [cpu] if context.switches.high_perf else always + on


def _by_device(stage: Stage) -> bool:
    texts = [*stage.environment, *(part for call in stage.arguments for part in call)]
    return any("{device}" in text or "{backend}" in text for text in texts)


def _emptied(stage: Stage, words: dict[str, str]) -> None:
    """Remove what an earlier call produced, so that it is not taken for this one's."""
    if stage.produces:
        pattern = filled(stage.produces, words, stage)
        Path(pattern).parent.mkdir(parents=True, exist_ok=True)
        for name in glob.glob(pattern):  # noqa: PTH207 - the pattern holds the folder
            Path(name).unlink()


def _produced(stage: Stage, words: dict[str, str], tests: tuple[OneTest, ...]) -> Outcome:
    absent = tuple(f"{test.name}: {test.message}" for test in tests if test.state == "skipped")
    if absent and len(absent) == len(tests):
        return Outcome(state="skipped", reason="; ".join(absent), tests=tests)
    if not stage.produces:
        return Outcome(state="passed", remarks=absent, tests=tests)
    pattern = filled(stage.produces, words, stage)
    found = len(glob.glob(pattern))  # noqa: PTH207 - the pattern holds the folder
    if not found:
        return Outcome(state="failed", reason=f"produced no {pattern}", tests=tests)
    return Outcome(state="passed", remarks=(f"{found} files",), tests=tests)
