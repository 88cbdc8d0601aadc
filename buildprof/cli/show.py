"""`buildprof show`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    run: Annotated[
        str, typer.Argument(help="A run: its id, its folder, latest, latest~1.", show_default=False)
    ] = "latest",
    reports: Annotated[
        Path, typer.Option(help="The folder that holds runs/.", envvar="BUILDPROF_REPORTS")
    ] = Path("reports"),
    as_json: Annotated[bool, typer.Option("--json", help="Print run.json instead.")] = False,
) -> None:
    """Print the table of a run again."""
    from buildprof import console
    from buildprof.report import run_json, run_table
    from buildprof.runs.find import find

    folder = find(run, reports)
    render = run_json.render if as_json else run_table.render
    console.result(render(folder.load(), folder))
