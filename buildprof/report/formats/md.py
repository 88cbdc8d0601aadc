"""The summary of a run in markdown, of a size that `$GITHUB_STEP_SUMMARY` takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import budget, compared_summary, summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.compare.result import Comparison
    from buildprof.report.budget import Section
    from buildprof.report.subject import Subject

EXTENSION = "md"
MARK = COMPARISON_MARK = "<!-- made by buildprof -->"


def render(subject: Subject, /) -> str:
    """Return the sections that fit."""
    return _fitted(summary.sections(subject))


def render_comparison(comparison: Comparison, /, width: int | None = None) -> str:
    """Return verdict, metrics and movers, as far as they fit."""
    del width
    return _fitted(compared_summary.sections(comparison))


def _fitted(sections: Sequence[Section]) -> str:
    room = budget.SUMMARY_BYTES - len(MARK) - 2
    return f"{MARK}\n\n{budget.fit(sections, room)}"
