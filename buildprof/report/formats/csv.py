"""One line for each translation unit of each build, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from buildprof.console import printable

if TYPE_CHECKING:
    from buildprof.compare.result import Comparison
    from buildprof.report.subject import Subject

EXTENSION = "csv"
TEXTS = ("name", "kind", "target", "language", "arch")
NUMBERS = (
    *("frontend_us", "backend_us", "other_us", "total_us", "user_us", "peak_kib"),
    *("trace_bytes", "object_bytes", "started_us"),
)
HEADER = ("build", "scope", "variant", "repetition", *TEXTS, *NUMBERS)
MARK = ",".join(HEADER)
COMPARED = (
    "name",
    "target",
    "a_us",
    "b_us",
    "difference_us",
    "change",
    "p",
    "significant",
    "relevant",
)
COMPARISON_MARK = ",".join(("part", *COMPARED))


def render(subject: Subject, /) -> str:
    """Return the lines; what is unknown is empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for build in subject.run.builds:
        place = (build.id, build.scope, build.variant)
        for unit in subject.units(build):
            texts = (safe(text) for text in (*place, *(getattr(unit, name) for name in TEXTS)))
            first, scope, variant, *others = texts
            numbers = (getattr(unit, name) for name in NUMBERS)
            writer.writerow([first, scope, variant, build.repetition, *others, *numbers])
    return out.getvalue()


def render_comparison(comparison: Comparison, /, width: int | None = None) -> str:
    """Return a line for each row of each part."""
    del width
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("part", *COMPARED))
    for part in comparison.changes:
        for row in part.rows:
            values = (getattr(row, name) for name in COMPARED[2:])
            writer.writerow([part.part, safe(row.name), safe(row.target), *values])
    return out.getvalue()


def safe(text: str | None) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    shown = printable(text or "")
    return f"'{shown}" if shown.startswith(("=", "+", "-", "@")) else shown
