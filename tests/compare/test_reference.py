from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.compare import reference
from buildprof.errors import UsageError
from buildprof.runs.folder import RunFolder
from tests import comparing
from tests.comparing import unit

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    for day in ("1", "2", "3"):
        comparing.run(
            tmp_path,
            [("baseline", [unit("a.cpp", 1)])],
            id=day,
            created=f"2026-12-0{day}T12:00:00+00:00",
        )
    return tmp_path


def test_the_run_before(reports: Path) -> None:
    assert reference.before("latest", reports).path.name == "2"
    assert reference.before("2:baseline", reports).path.name == "1"


def test_runs_of_other_machines_are_passed_over(reports: Path) -> None:
    comparing.on(RunFolder(reports / "runs" / "2"), cores=64)
    assert reference.before("latest", reports).path.name == "1"


def test_the_first_run_has_none(reports: Path) -> None:
    with pytest.raises(UsageError, match="there is no earlier run to judge 1 against") as caught:
        reference.before("1", reports)
    assert "--reference" in (caught.value.hint or "")
