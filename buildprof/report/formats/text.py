"""The tables of a run, as `buildprof run` prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import run_table

if TYPE_CHECKING:
    from buildprof.report.subject import Subject

EXTENSION = "txt"
MARK = "TUs are compiled files that left a trace."


def render(subject: Subject, /) -> str:
    """Return tables that fit the subject's width."""
    return run_table.render(subject.run, subject.folder, width=subject.width)
