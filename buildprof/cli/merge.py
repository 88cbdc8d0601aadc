"""`buildprof merge`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from buildprof.cli import _options as options

COMMENT_BYTES = 60_000  # GitHub takes comments of 65,536 characters


def command(
    runs: Annotated[
        list[str], typer.Argument(help="Runs: ids, folders, or folders that hold some.")
    ],
    reports: options.Reports = Path("reports"),
    mixed: Annotated[
        bool, typer.Option("--mixed", help="Merge runs of different kinds of machine too.")
    ] = False,
    reference: options.Reference = None,
    summary: Annotated[
        Path | None, typer.Option("--summary", help="Write the summary of the run to this file.")
    ] = None,
    as_markdown: options.AsMarkdown = False,
) -> None:
    """Make one run out of several of the same project, such as those of machines that shared the work."""
    from buildprof import console
    from buildprof.ci import profile
    from buildprof.ci.summary import tell_github
    from buildprof.errors import UsageError
    from buildprof.report import budget, run_table
    from buildprof.runs.find import find
    from buildprof.runs.folder import RUN_FILE, RunFolder
    from buildprof.runs.merge import merge

    parts: list[RunFolder] = []
    for name in runs:
        # what a fan-out downloads is a folder with a reports folder for each machine
        below = [] if (Path(name) / RUN_FILE).is_file() else sorted(Path(name).rglob(RUN_FILE))
        parts += [RunFolder(file.parent) for file in below] or [find(name, reports)]
    if len(parts) < 2:
        raise UsageError(
            "one run is nothing to merge", where=runs[0], hint="Name two or more runs."
        )
    folder = merge(parts, reports, mixed=mixed)
    if summary is not None:
        text = budget.fit(profile.sections(folder, reference), COMMENT_BYTES)
        summary.write_text(text, "utf-8")
        tell_github(text)
    console.result(
        run_table.render(folder.load(), folder, "md" if as_markdown else "text", console.width())
    )
    console.note(f"records: {folder.path}")
