"""`buildprof show`."""

from __future__ import annotations

from pathlib import Path

from buildprof.cli import _options as options


def command(
    run: options.RunName = "latest",
    reports: options.Reports = Path("reports"),
    as_markdown: options.AsMarkdown = False,
    as_json: options.AsJson = False,
) -> None:
    """Print the table of a run again."""
    from buildprof import console
    from buildprof.report import run_json, run_table
    from buildprof.runs.find import find

    folder = find(run, reports)
    if as_json:
        console.result(run_json.render(folder.load()))
    else:
        console.result(
            run_table.render(
                folder.load(), folder, "md" if as_markdown else "text", console.width()
            )
        )
