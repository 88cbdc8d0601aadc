from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.errors import UsageError
from buildprof.runs.folder import STAGES_FILE
from buildprof.runs.stages import RED
from tests import records, results

if TYPE_CHECKING:
    from pathlib import Path


def test_stages_are_part_of_the_run_folder(tmp_path: Path) -> None:
    folder = records.stored(tmp_path, records.run())
    assert folder.stages() is None
    made = results.of(results.stage("a", "failed", "why", results.failing("t", line=3)))
    folder.save_stages(made)
    assert folder.stages() == made
    again = results.of(results.stage("a", "passed"))
    folder.save_stages(again)
    assert folder.stages() == again, "the latest call counts"


def test_a_record_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    folder = records.stored(tmp_path, records.run())
    (folder.path / STAGES_FILE).write_text('{"schema_version": 1}', "utf-8")
    with pytest.raises(UsageError, match="is no record of stages"):
        folder.stages()


def test_red_is_all_that_ran_and_did_not_pass() -> None:
    assert {"failed", "not built", "timed out"} == RED
