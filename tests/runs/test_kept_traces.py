from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.errors import TraceError, UsageError
from buildprof.runs.kept_traces import unpacked
from tests import records

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.runs.folder import RunFolder

ONE, OTHER = "minimal-baseline-1", "minimal-pch-1"


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    builds = (records.build("minimal", "baseline"), records.build("minimal", "pch"))
    return records.stored(tmp_path / "reports", records.run(*builds))


def keep(run: RunFolder, build: str, root: Path) -> None:
    root.mkdir()
    (root / "a.json").write_text(build, "utf-8")
    run.save_traces(build, root, ["a.json"])


def test_a_run_that_kept_none_says_how_to(run: RunFolder) -> None:
    with pytest.raises(TraceError, match="kept no traces"), unpacked(run, ONE):
        pass


def test_the_only_ones_need_no_name_and_are_gone_afterwards(run: RunFolder, tmp_path: Path) -> None:
    keep(run, ONE, tmp_path / "build")
    with unpacked(run, None) as root:
        assert (root / "a.json").read_text("utf-8") == ONE
    assert not root.exists()


def test_of_several_builds_one_is_named(run: RunFolder, tmp_path: Path) -> None:
    keep(run, ONE, tmp_path / "one")
    keep(run, OTHER, tmp_path / "other")
    with pytest.raises(UsageError, match=f"has traces of 2 builds: {ONE}, {OTHER}"):
        unpacked(run, None).__enter__()
    with unpacked(run, OTHER) as root:
        assert (root / "a.json").read_text("utf-8") == OTHER
