"""What a summary tells of builds: a run's table, and how it compares with the base branch's run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.compare import sides
from buildprof.compare.compare import Request, compare
from buildprof.errors import UsageError
from buildprof.report import comparison_text, summary, table
from buildprof.report.budget import Section
from buildprof.report.subject import Subject
from buildprof.runs.folder import RUN_FILE, RunFolder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOVERS = 5


def sections(folder: RunFolder, reference: Path | None = None) -> list[Section]:
    """Return the run's table, then its comparison with the newest run below `reference`, then the rest.

    A reference that is not there is said to be missing: a first run has nothing to be compared with.
    """
    table, *rest = summary.sections(Subject(folder))
    return [table, *(_compared(folder, reference) if reference else ()), *rest]


def _compared(folder: RunFolder, reference: Path) -> Iterator[Section]:
    found = newest(reference)
    if found is None:
        text = "There is no run of the base branch to compare with.\n"
        yield Section("the comparison", text)
        return
    before, now = found.load(), folder.load()
    for scope, variant in sides.cells(now):
        if (scope, variant) in sides.cells(before):
            name = f"{scope}/{variant}"
            yield Section(f"the comparison of {name}", _comparison(found, folder, name))


def _comparison(before: RunFolder, now: RunFolder, name: str) -> str:
    title = table.cell(f"{name}, against the base branch", "md")
    try:
        chosen = sides.choose(f"{before.path}:{name}", f"{now.path}:{name}", now.path.parent)
        found = compare(*chosen, Request(force=True))
    except UsageError as problem:
        return f"{title}: cannot be compared: {table.cell(problem.what, 'md')}.\n"
    text = comparison_text.render(found, "md", movers=MOVERS)
    return f"<details><summary>{title}: {found.verdict}</summary>\n\n{text}\n</details>\n"


def newest(folder: Path) -> RunFolder | None:
    """Return the run below a folder that was made last, or None."""
    runs = [RunFolder(file.parent) for file in sorted(folder.rglob(RUN_FILE))]
    return max(runs, key=lambda run: run.load().created, default=None)
