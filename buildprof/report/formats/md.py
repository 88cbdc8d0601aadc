"""The summary of a run in markdown, of a size that `$GITHUB_STEP_SUMMARY` takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import budget, summary

if TYPE_CHECKING:
    from buildprof.report.subject import Subject

EXTENSION = "md"
MARK = "<!-- made by buildprof -->"


def render(subject: Subject, /) -> str:
    """Return the sections that fit."""
    room = budget.SUMMARY_BYTES - len(MARK) - 2
    return f"{MARK}\n\n{budget.fit(summary.sections(subject), room)}"
