"""`buildprof report`."""

from __future__ import annotations

from pathlib import Path

from buildprof.cli import _options as options


def command(
    run: options.RunName = "latest",
    formats: options.Formats = None,
    output: options.Output = None,
    reports: options.Reports = Path("reports"),
    force: options.Force = False,
) -> None:
    """Write the report of a run: a page, tables, or data for another program.

    Without -o it is written beside the records, and its path is printed.
    """
    from buildprof import console
    from buildprof.progress import patience
    from buildprof.report import output as outputs
    from buildprof.report.formats import load
    from buildprof.report.subject import Subject
    from buildprof.runs.find import find

    chosen = {name: load(name) for name in dict.fromkeys(formats or ["html"])}
    folder = find(run, reports)
    files = outputs.plan(chosen, output, folder.path)
    outputs.check_all(files, {name: form.MARK for name, form in chosen.items()}, force=force)
    for name, path in files.items():
        subject = Subject(folder, width=console.width() if path is None else None)
        with patience(f"{name}: rendering"):
            text = chosen[name].render(subject)
        if path is None:
            console.result(text)
        else:
            outputs.write(path, text)
            console.result(str(path))
