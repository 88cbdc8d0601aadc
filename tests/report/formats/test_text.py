from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import run_table
from buildprof.report.formats import text
from buildprof.report.subject import Subject

if TYPE_CHECKING:
    import pytest  # noqa: F401


def test_it_is_what_show_prints(subject: Subject) -> None:
    assert text.render(subject) == run_table.render(subject.run, subject.folder)


def test_it_fits_its_width(subject: Subject) -> None:
    narrow = Subject(subject.folder, width=80)
    tables = [line for line in text.render(narrow).splitlines() if line.startswith("| src/")]
    assert tables
    assert {len(line) for line in tables} <= set(range(81))
