from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.cli._options import Executor, Interleave
from buildprof.cli._run import Wanted, Watcher, exit_code, reported, workers
from buildprof.cmake.build import Progress
from buildprof.driver import plan
from buildprof.errors import UsageError
from buildprof.progress import Lines
from buildprof.project import project
from tests import records, samples, toy

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.runs.schema import Build


@pytest.fixture
def wanted(tmp_path: Path) -> Wanted:
    loaded = project.load(toy.make(tmp_path), None)
    return Wanted(
        project=loaded,
        scopes=[],
        variants=["unity"],
        jobs=None,
        repeat=3,
        interleave=None,
        resume=True,
    )


def test_what_was_not_said_may_differ(wanted: Wanted) -> None:
    begun = plan.make(wanted.project, ["full"], ["unity"], repetitions=3, jobs=64)
    wanted.check_against(begun)


def test_what_was_said_may_not(wanted: Wanted) -> None:
    begun = plan.make(wanted.project, ["minimal"], ["pch"], repetitions=2, jobs=2)
    with pytest.raises(UsageError, match="a run that has other variants, --repeat"):
        wanted.check_against(begun)


def test_interleaving_tus_means_five_repetitions_and_no_cluster(wanted: Wanted) -> None:
    lockstep = msgspec.structs.replace(wanted, repeat=None, interleave=Interleave.TU)
    made = lockstep.plan()
    assert (made.interleave, made.repetitions) == ("tu", 5)
    assert msgspec.structs.replace(wanted, repeat=None).plan().repetitions == 1
    with pytest.raises(UsageError, match="has other --interleave"):
        lockstep.check_against(msgspec.structs.replace(made, interleave="build"))
    with pytest.raises(UsageError, match="builds in lockstep are made on one machine"):
        workers(Executor.DASK, "tcp://host:8786", made)


def failed(phase: str) -> Build:
    return records.build("minimal", "pch", state="failed", failed_in=phase, totals=None)


def test_exit_codes() -> None:
    good = records.build("minimal", "baseline")
    odd = records.build("minimal", "unity", differences=("x",))
    assert exit_code(records.run(good, odd), strict=False) == 0
    assert exit_code(records.run(good, odd), strict=True) == 4
    assert exit_code(records.run(good, failed("traces")), strict=False) == 4
    assert exit_code(records.run(failed("traces"), failed("build")), strict=False) == 3
    assert exit_code(records.run(failed("configure")), strict=True) == 3


def test_the_watcher_numbers_builds_and_sums_them_up(
    wanted: Wanted, capsys: pytest.CaptureFixture[str]
) -> None:
    watcher = Watcher(Lines(), total=3, done=1)
    job = next(plan.jobs_of(wanted.plan(), wanted.project))
    watcher.phase(job, "configuring")
    watcher.phase(job, "building")
    watcher.progress(job, Progress(1, 2, "Building a.o"))
    watcher.ended(job, records.build("minimal", "unity"))
    watcher.ended(job, failed("build"))
    assert capsys.readouterr().err == (
        "[2/3] Minimal, unity: configuring\n"
        "[2/3] Minimal, unity: building\n"
        "[2/3] Minimal, unity: 2 TUs, 4.2 s in all, wall 2.1 s\n"
        "[2/3] Minimal, unity: failed\n"
    )


def test_a_run_ends_with_its_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = samples.full(tmp_path)
    assert reported(folder) == folder.path / "report.html"
    assert "warning" not in capsys.readouterr().err


def test_a_report_that_cannot_be_written_fails_no_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = samples.full(tmp_path)
    folder.build("minimal-pch-1").joinpath("steps.json").write_text("[", "utf-8")
    assert reported(folder) == folder.path
    told = capsys.readouterr().err
    assert "warning: the report could not be written: " in told
    assert f"  Try again: buildprof report {folder.path}\n" in told
