"""The parts of `buildprof fusion` between its options and the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof import console, process
from buildprof.ci import fusion_run
from buildprof.errors import GateError, UsageError
from buildprof.project import project as projects

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from buildprof.ci.fusion_run import Measured
    from buildprof.process import Finished


def measured(
    program: Path | None,
    build_dir: Path,
    source: Path | None,
    config: Path | None,
    *,
    device: str,
    models: Path,
) -> Measured:
    """Run the program, by default that of the project's fusion stage, and show what it prints."""
    chosen = program or default_program(build_dir, source, config)
    return fusion_run.measure(chosen.absolute(), device, models, _shown)


def default_program(build_dir: Path, source: Path | None, config: Path | None) -> Path:
    """Return the program of the fusion stage. Raises UsageError where the project has none."""
    project = projects.load(source, config)
    for stage in project.profile.pipeline.stages:
        if stage.kind == "fusion" and stage.program:
            return build_dir / stage.tree / stage.program
    raise UsageError(
        f"{project.name} has no fusion test program",
        hint="Name one with --program, or in buildprof.toml: stage.fusion.program.",
    )


def verdict(wrong: Sequence[str], *, fails: bool) -> None:
    """Print what is wrong. Raises GateError where that matters and there is any."""
    for line in wrong:
        console.result(console.printable(line))
    if wrong and fails:
        raise GateError(
            f"{len(wrong)} problems with the fusions",
            hint="Where they are meant, record the baseline again: buildprof fusion record …",
        )


def _shown(command: Sequence[str | Path]) -> Finished:
    return process.stream(command, lambda line: console.note(console.printable(line)))
