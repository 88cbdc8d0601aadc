from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.driver import alternate, one, plan, run
from buildprof.errors import ToolError
from buildprof.project import project
from tests import records, toy

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.cmake.build import Progress
    from buildprof.driver.one import Context
    from buildprof.driver.plan import Job
    from buildprof.runs.schema import Build


class Seen:
    def __init__(self) -> None:
        self.said: list[str] = []

    def phase(self, job: Job, phase: str) -> None:
        self.said.append(f"{job.label} {phase}")

    def progress(self, job: Job, progress: Progress) -> None:
        self.said.append(f"{job.label} {progress.done}")

    def ended(self, job: Job, build: Build) -> None:
        self.said.append(f"{job.label} {build.repetition} {build.state}")


def contexts(tmp_path: Path) -> list[Context]:
    found = []
    loaded = project.load(toy.make(tmp_path / "toy"), None)
    for name in ("a", "b"):
        wanted = plan.make(loaded, ["minimal"], ["as-is"], repetitions=2, jobs=1)
        folder = run.begin(loaded, records.TOOLCHAIN, wanted, tmp_path / "reports")
        found.append(
            one.Context(
                project=loaded,
                toolchain=records.TOOLCHAIN,
                folder=folder,
                build_dir=tmp_path / name,
                jobs=1,
            )
        )
    return found


def test_builds_alternate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(job: Job, context: Context, observer: one.Observer) -> Build:
        del context
        build = records.build("minimal", "as-is", job.repetition)
        observer.ended(job, build)
        return build

    monkeypatch.setattr(one, "make", make)
    seen, both = Seen(), contexts(tmp_path)
    alternate.execute(both, [alternate.Named(name, seen) for name in ("A", "B")])
    assert seen.said == [
        f"{side}: Minimal, as is {repetition} built" for repetition in (1, 2) for side in "AB"
    ]
    for context in both:
        record = context.folder.load()
        assert ([build.repetition for build in record.builds], record.finished) == ([1, 2], True)


def test_a_build_that_fails_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = records.build("minimal", "as-is", state="failed", reason="no such file")
    monkeypatch.setattr(one, "make", lambda *_: failed)
    with pytest.raises(ToolError, match="failed: no such file"):
        alternate.execute(contexts(tmp_path), [Seen(), Seen()])
