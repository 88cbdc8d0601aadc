"""What a run ends with: page, summary and charts, written beside its records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import formats, output
from buildprof.report.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from buildprof.progress import Progress
    from buildprof.report.charts.chart import Chart
    from buildprof.runs.folder import RunFolder

PAGE, SUMMARY = "html", "md"
CHARTS = "charts"


def write(folder: RunFolder, shown: Progress) -> Path:
    """Write them and return the page's path. Raises UsageError where a file cannot be written."""
    subject = Subject(folder)
    shown.start("report", "drawing charts")
    drawn = subject.charts
    total = 2 * len(drawn) + 2
    for done, path in enumerate(_files(subject, drawn), start=1):
        shown.step(done, total, path.name)
    shown.end(f"page, summary and {len(drawn)} charts")
    return folder.path / f"report.{formats.load(PAGE).EXTENSION}"


def _files(subject: Subject, drawn: list[Chart]) -> Iterator[Path]:
    """Write one file after the other."""
    folder = subject.folder.path
    for chart in drawn:
        for form, content in (("svg", chart.svg), ("png", chart.png)):
            yield _written(folder / CHARTS / f"{chart.key}.{form}", content)
    for name in (PAGE, SUMMARY):
        form_of = formats.load(name)
        yield _written(folder / f"report.{form_of.EXTENSION}", form_of.render(subject))


def _written(path: Path, content: str | bytes) -> Path:
    output.write(path, content)
    return path
