from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof import process
from buildprof.cmake.configure import program
from buildprof.compare.result import Comparison
from buildprof.driver import one, plan, rounds, run
from buildprof.driver.rounds import Seat
from buildprof.project import project
from buildprof.runs.find import find
from buildprof.runs.folder import RunFolder
from tests import records, toy

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.cmake.build import Progress
    from buildprof.driver.plan import Job
    from buildprof.runs.schema import Build

BUILDPROF = (sys.executable, "-m", "buildprof")
ASKED = ("--variant", "baseline", "--variant", "unity", "--repeat", "3", "--interleave", "tu")


class Made:
    """A run in lockstep that was made once for the tests of this file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        toy.make(folder / "toy")
        self.done = self.buildprof("run", "--source", "toy", "-j2", "--no-report", *ASKED)
        self.trees = [
            process.capture([program("ninja"), "-C", tree, "-n"]).output
            for tree in sorted((folder / "build/buildprof").iterdir())
        ]
        self.run = find("latest", folder / "reports")

    def buildprof(self, *arguments: str) -> process.Finished:
        done = process.capture([*BUILDPROF, *arguments], cwd=self.folder)
        assert done.returncode == 0, done.output
        return done


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("made"))


def of(builds: tuple[Build, ...], variant: str) -> list[Build]:
    return [build for build in builds if build.variant == variant]


def test_the_first_build_is_whole_and_the_others_are_rounds(made: Made) -> None:
    loaded = made.run.load()
    assert loaded.plan.interleave == "tu"
    for variant in ("baseline", "unity"):
        whole, *later = of(loaded.builds, variant)
        assert whole.lockstep is None
        assert whole.wall_us
        assert [build.lockstep for build in later] == [f"{loaded.id}/minimal/{n}" for n in (1, 2)]
        for build in later:
            assert (build.state, build.wall_us, build.cpu_us, build.peak_rss_kib) == (
                *("built", None, None, None),
            )
            assert build.differences == ()
            assert build.totals
            assert whole.totals
            assert build.totals.kinds == whole.totals.kinds
            assert build.proof == whole.proof


def test_its_tus_are_those_of_the_whole_build_measured_anew(made: Made) -> None:
    first, second = (made.run.units(f"minimal-unity-{number}") for number in (1, 2))
    assert {unit.name: (unit.kind, unit.target, unit.members) for unit in first} == {
        unit.name: (unit.kind, unit.target, unit.members) for unit in second
    }
    assert all(unit.user_us for unit in second)
    latest = max(unit.started_us or 0 for unit in first)
    assert all((unit.started_us or 0) > latest for unit in second)


def test_ninja_finds_nothing_to_compile_or_link_afterwards(made: Made) -> None:
    assert len(made.trees) == 2
    assert not any(word in text for text in made.trees for word in ("Building", "Linking"))


def test_variants_are_compared_by_their_rounds_and_wall_by_whole_builds(made: Made) -> None:
    text = made.buildprof("compare", ":baseline", ":unity", "--json").output
    found = msgspec.json.decode(text, type=Comparison)
    assert (found.lockstep, found.paired) == (True, True)
    assert found.a.builds == ("minimal-baseline-2", "minimal-baseline-3")
    estimates = {estimate.metric: estimate for estimate in found.estimates}
    assert estimates["user"].method == "pairs of TUs"
    assert (estimates["wall"].method, estimates["wall"].verdict) == ("none", "undecided")
    assert "2 rounds in lockstep" in found.conclusion


def test_the_table_is_of_whole_builds_and_says_so(made: Made) -> None:
    assert "once each, then 2 rounds in lockstep; figures are of the whole builds" in (
        made.done.output
    )


def test_a_run_that_was_killed_builds_its_trees_again(made: Made, tmp_path: Path) -> None:
    shutil.copytree(made.folder / "toy", tmp_path / "toy")
    shutil.copytree(made.run.path, tmp_path / "reports/runs" / made.run.path.name)
    folder = RunFolder(tmp_path / "reports/runs" / made.run.path.name)
    loaded = folder.load()
    folder.save(msgspec.structs.replace(loaded, builds=loaded.builds[:4], finished=False))
    arguments = [*BUILDPROF, "run", "--source", "toy", "--resume", "--no-report"]
    done = process.capture(arguments, cwd=tmp_path)
    assert done.returncode == 0, done.output
    resumed = folder.load()
    assert resumed.finished
    assert [build.id for build in resumed.builds] == [build.id for build in loaded.builds]
    assert resumed.builds[4:] != loaded.builds[4:]


class Silent:
    def phase(self, job: Job, phase: str) -> None:
        """Nobody watches."""

    def progress(self, job: Job, progress: Progress) -> None:
        """Nobody watches."""

    def ended(self, job: Job, build: Build) -> None:
        """Nobody watches."""


def test_what_could_not_be_built_whole_is_not_measured(tmp_path: Path) -> None:
    loaded = project.load(toy.make(tmp_path / "toy"), None)
    wanted = plan.make(
        loaded, ["minimal"], ["baseline", "pch"], repetitions=2, jobs=1, interleave="tu"
    )
    folder = run.begin(loaded, records.TOOLCHAIN, wanted, tmp_path / "reports")
    states = {"baseline": ("failed", "build", "no"), "pch": ("nothing to apply", None, "no header")}
    first = [
        records.build("minimal", name, state=state, failed_in=where, reason=why)
        for name, (state, where, why) in states.items()
    ]
    folder.save(msgspec.structs.replace(folder.load(), builds=tuple(first)))
    context = one.Context(
        project=loaded, toolchain=records.TOOLCHAIN, folder=folder, build_dir=tmp_path, jobs=1
    )
    (jobs,) = plan.rounds(wanted, loaded)
    seats = [Seat(job=job, context=context, observer=Silent()) for job in jobs]
    found = rounds.Rounds().measure(seats)
    assert [(build.id, build.state, build.reason, build.lockstep) for build in found] == [
        ("minimal-baseline-2", "failed", "its whole build failed", None),
        ("minimal-pch-2", "nothing to apply", "no header", None),
    ]
