from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report.subject import Subject
from tests import records, samples

if TYPE_CHECKING:
    from pathlib import Path


def test_records_are_read_from_the_folder(subject: Subject) -> None:
    (label, build), (other, _) = subject.shown
    assert (label, other) == ("Minimal, baseline", "Minimal, PCH")
    assert subject.units(build) == samples.units()
    assert subject.steps(build) == samples.steps()
    assert subject.analysis(build) == samples.analysis()
    assert subject.includes(build) == samples.includes()


def test_records_that_an_older_run_lacks_are_empty(tmp_path: Path) -> None:
    made = records.build("minimal", "baseline")
    old = Subject(records.stored(tmp_path, records.run(made)))
    assert (old.steps(made), old.includes(made), old.analysis(made).headers) == ((), (), ())
