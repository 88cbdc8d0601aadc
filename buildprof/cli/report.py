"""`buildprof report`."""

from __future__ import annotations

from pathlib import Path

from buildprof.cli import _options as options


def command(
    subject: options.ReportSubject = "latest",
    formats: options.Formats = None,
    output: options.Output = None,
    reports: options.Reports = Path("reports"),
    force: options.Force = False,
) -> None:
    """Write the report of a run or a comparison: a page, tables, or data for another program.

    Without -o it is written beside the records, and its path is printed.
    """
    from buildprof import console
    from buildprof.cli._report import of_comparison, of_run
    from buildprof.progress import patience
    from buildprof.report import output as outputs
    from buildprof.report import stored

    names = list(dict.fromkeys(formats or ["html"]))
    kept = Path(subject)
    wanted = (
        of_comparison(kept, names, output)
        if stored.is_comparison(kept)
        else of_run(subject, reports, names, output)
    )
    outputs.check_all(wanted.files, wanted.marks, force=force)
    for name, path in wanted.files.items():
        with patience(f"{name}: rendering"):
            text = wanted.render(name, console.width() if path is None else None)
        if path is None:
            console.result(text)
        else:
            outputs.write(path, text)
            console.result(str(path))
