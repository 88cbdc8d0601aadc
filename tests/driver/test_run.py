from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.driver import plan, run
from buildprof.errors import UsageError
from buildprof.project import project
from tests import records, toy

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.project.project import Project
    from buildprof.runs.folder import RunFolder


@pytest.fixture
def loaded(tmp_path: Path) -> Project:
    return project.load(toy.make(tmp_path / "toy"), None)


@pytest.fixture
def begun(tmp_path: Path, loaded: Project) -> RunFolder:
    wanted = plan.make(loaded, ["minimal"], ["baseline"], repetitions=2, jobs=2)
    return run.begin(loaded, records.TOOLCHAIN, wanted, tmp_path / "reports")


def test_a_run_is_written_down_before_it_builds(begun: RunFolder) -> None:
    record = begun.load()
    assert (record.project.name, record.plan.repetitions, record.builds) == ("toy", 2, ())
    assert not record.finished
    assert record.cmake.split(".")[0] == "4"
    assert begun.path.name.endswith("-toy")


def test_the_latest_unfinished_run_goes_on(
    tmp_path: Path, loaded: Project, begun: RunFolder
) -> None:
    found = run.unfinished(tmp_path / "reports", loaded, records.TOOLCHAIN)
    assert found.path == begun.path


def test_a_finished_run_does_not(tmp_path: Path, loaded: Project, begun: RunFolder) -> None:
    begun.save(msgspec.structs.replace(begun.load(), finished=True))
    with pytest.raises(UsageError, match="there is no unfinished run of toy"):
        run.unfinished(tmp_path / "reports", loaded, records.TOOLCHAIN)


def test_another_compiler_ends_it(tmp_path: Path, loaded: Project, begun: RunFolder) -> None:
    newer = msgspec.structs.replace(records.TOOLCHAIN, version="23.1.0")
    with pytest.raises(UsageError, match="cannot go on: the compiler changed") as caught:
        run.unfinished(tmp_path / "reports", loaded, newer)
    assert caught.value.where == begun.path
