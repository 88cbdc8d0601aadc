"""The steps of a build tree, from what CMake and ninja left in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.cmake import compile_commands, ninja_log
from buildprof.cmake.step import Role, Step

if TYPE_CHECKING:
    from pathlib import Path

_OBJECTS = (".o", ".obj", ".pch", ".gch", ".pcm", ".ifc")
_BINARIES = (".a", ".lib", ".so", ".dylib", ".dll", ".exe", ".bundle")


def load(build_dir: Path) -> list[Step]:
    """All steps that the compilation database and the ninja log know of."""
    log = ninja_log.load(build_dir)
    steps = [_timed(step, log) for step in compile_commands.load(build_dir)]
    known = {output for step in steps for output in step.outputs}
    steps += [_logged(entry) for entry in log.values() if entry.output not in known]
    return steps


def _timed(step: Step, log: dict[str, ninja_log.Entry]) -> Step:
    entry = next((log[output] for output in step.outputs if output in log), None)
    if entry is None:
        return step
    return msgspec.structs.replace(
        step, started_us=_started(entry), duration_us=entry.duration_us, result=0
    )


def _logged(entry: ninja_log.Entry) -> Step:
    return Step(
        role=_role(entry.output),
        outputs=(entry.output,),
        target=compile_commands.target_of(entry.output),
        configuration=compile_commands.configuration_of(entry.output),
        started_us=_started(entry),
        duration_us=entry.duration_us,
        result=0,
    )


def _role(output: str) -> Role:
    if output.endswith(_OBJECTS):
        return "compile"
    if output.endswith(_BINARIES) or ".so." in output:
        return "link"
    return "other"


def _started(entry: ninja_log.Entry) -> int | None:
    """When the edge started: the log holds when its output was written, at the end."""
    if entry.modified_ns <= 0:
        return None
    return entry.modified_ns // 1000 - entry.duration_us
