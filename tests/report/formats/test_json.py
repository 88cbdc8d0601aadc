from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis.result import BuildAnalysis
from buildprof.report.formats import json
from buildprof.runs.schema import Run
from buildprof.trace.unit import Unit
from tests import samples

if TYPE_CHECKING:
    from buildprof.report.subject import Subject


def test_every_record_comes_back(subject: Subject) -> None:
    report = msgspec.json.decode(json.render(subject))
    assert msgspec.convert(report["run"], Run) == subject.run
    assert list(report["builds"]) == ["minimal-baseline-1", "minimal-pch-1"]
    build = report["builds"]["minimal-baseline-1"]
    assert msgspec.convert(build["units"], tuple[Unit, ...]) == samples.units()
    assert msgspec.convert(build["analysis"], BuildAnalysis) == samples.analysis()
    assert len(build["steps"]) == 5
    assert len(build["include_tree"]) == 3
