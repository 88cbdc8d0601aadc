"""`buildprof fusion`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from buildprof.cli import _options as options


class Action(StrEnum):
    """What to do with a baseline."""

    RECORD = "record"
    CHECK = "check"
    DIFF = "diff"


def command(
    action: Annotated[Action, typer.Argument(help="What to do with the baseline.")],
    device: Annotated[str, typer.Option("--device", help="The device to run on: MTL0, CPU.")],
    models: Annotated[Path, typer.Option("--models", help="A folder of .gguf files.")],
    baseline: Annotated[Path, typer.Option("--baseline", help="The CSV file.")],
    program: Annotated[
        Path | None,
        typer.Option(
            "--program", help="The test program.", show_default="that of the fusion stage"
        ),
    ] = None,
    build_dir: Annotated[
        Path, typer.Option("--build-dir", help="Where `buildprof ci` built the project.")
    ] = Path("build/ci"),
    max_fused: Annotated[
        float, typer.Option("--max-nmse-fused", help="Limit of fused against unfused.")
    ] = 1e-4,
    max_device: Annotated[
        float, typer.Option("--max-nmse-device", help="Limit of device against CPU.")
    ] = 1e-4,
    source: options.Source = None,
    config: options.Config = None,
) -> None:
    """Record which fusions a device makes, check them against a baseline, or show the difference.

    `check` fails on changed, new and vanished rows and on errors above the limits; `diff` only shows.
    """
    from buildprof import console
    from buildprof.ci import fusion
    from buildprof.ci.fusion_run import Limits, problems
    from buildprof.cli._fusion import measured, verdict

    # a baseline that cannot be read is known before the long run
    before = [] if action is Action.RECORD else fusion.read(baseline)
    found = measured(program, build_dir, source, config, device=device, models=models)
    for line in fusion.shared(found.rows):
        console.note(f"note: {console.printable(line)}")
    wrong = problems(
        found,
        found.rows if action is Action.RECORD else before,
        Limits(fused=max_fused, device=max_device),
    )
    verdict(wrong, fails=action is not Action.DIFF)
    if action is Action.RECORD:
        fusion.write(baseline, found.rows, found.device)
    console.result(
        f"{len(found.rows)} rows on {console.printable(device)}: {_words(action, wrong)}"
    )


def _words(action: Action, wrong: list[str]) -> str:
    if action is Action.RECORD:
        return "recorded"
    return f"{len(wrong)} differences" if wrong else "as the baseline has them"
