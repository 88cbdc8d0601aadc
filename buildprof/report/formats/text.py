"""The tables of a run, as `buildprof run` prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import comparison_text, run_table

if TYPE_CHECKING:
    from buildprof.compare.result import Comparison
    from buildprof.report.subject import Subject

EXTENSION = "txt"
MARK = "TUs are compiled files that left a trace."
COMPARISON_MARK = "| Metric "


def render(subject: Subject, /) -> str:
    """Return tables that fit the subject's width."""
    return run_table.render(subject.run, subject.folder, width=subject.width)


def render_comparison(comparison: Comparison, /, width: int | None = None) -> str:
    """Return what `buildprof compare` prints."""
    return comparison_text.render(comparison, "text", width)
