from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.driver import remote
from buildprof.driver.plan import Job
from buildprof.driver.remote import Task
from buildprof.errors import ToolError
from buildprof.project import machine, toolchain
from buildprof.project.project import load
from tests import records, toy

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def task(tmp_path: Path) -> Task:
    project = load(toy.make(tmp_path / "toy"), None)
    job = Job(scope=project.scope("minimal"), variant=project.variant("pch"), repetition=1)
    return Task(
        job=job,
        project=project,
        toolchain=toolchain.find(),
        build_dir=tmp_path / "build",
        jobs=2,
        keep_traces=False,
        headers={"shapes": ("<map>",)},
    )


def test_a_build_comes_back_with_its_files(task: Task, tmp_path: Path) -> None:
    answer = remote.make(task)
    here = records.run(machine=machine.this())
    folder = records.stored(tmp_path / "reports", here)

    assert answer.build.state == "built", answer.build.reason
    assert remote.keep(answer, folder) == answer.build
    assert len(folder.units("minimal-pch-1")) == 6
    assert (folder.build("minimal-pch-1") / "build.log").is_file()


def test_a_build_of_another_machine_says_so(task: Task, tmp_path: Path) -> None:
    del task
    other = msgspec.structs.replace(records.MACHINE, name="other")
    answer = remote.Answer(build=records.build("minimal", "pch"), machine=other, files=_empty())
    kept = remote.keep(answer, records.stored(tmp_path / "reports", records.run()))

    assert kept.warnings == ("made on other: Example CPU, 2 cores",)


def test_a_worker_without_the_project_or_the_compiler_says_so(task: Task, tmp_path: Path) -> None:
    away = msgspec.structs.replace(task.project, source=tmp_path / "none")
    with pytest.raises(ToolError, match=r"there is no .*none on "):
        remote.make(msgspec.structs.replace(task, project=away))
    other = msgspec.structs.replace(task.toolchain, version="1.2.3")
    with pytest.raises(ToolError, match=r"is not clang 1\.2\.3 on "):
        remote.make(msgspec.structs.replace(task, toolchain=other))


def _empty() -> bytes:
    return b"\0" * 10240
