"""Runs that are killed or interrupted, and how they go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof import process
from buildprof.runs.folder import RunFolder, everything
from tests import toy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Outcome

POSIX = pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
COMMAND = (sys.executable, "-m", "buildprof")


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """Let runs hear SIGINT, which shells have their background jobs ignore, and their children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def started(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a run and wait until its first build is written down."""
    child = subprocess.Popen(
        [*COMMAND, "run", "--source", "toy", *arguments],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for _ in range(600):
        folders = everything(folder / "reports")
        if folders and folders[0].load().builds:
            return child
        assert child.poll() is None, "it ended before its first build was written"
        time.sleep(0.05)
    raise AssertionError


@POSIX
def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    toy.make(tmp_path / "toy")
    child = started(tmp_path, "-j2", "--variant", "baseline", "--variant", "unity", "--repeat", "3")
    child.kill()
    child.wait()
    folder = RunFolder(next((tmp_path / "reports/runs").iterdir()))
    first = folder.load()
    assert 1 <= len(first.builds) < 6
    resumed = process.capture([*COMMAND, "run", "--source", "toy", "--resume"], cwd=tmp_path)
    assert resumed.returncode == 0, resumed.output
    run = folder.load()
    assert run.finished
    assert run.builds[: len(first.builds)] == first.builds
    assert [build.variant for build in run.builds] == ["baseline", "unity"] * 3


@POSIX
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_an_interrupted_run_ends_with_130_and_can_go_on(tmp_path: Path, name: str) -> None:
    toy.make(tmp_path / "toy")
    child = started(tmp_path, "-j1", "--variant", "baseline", "--repeat", "9")
    child.send_signal(signal.Signals[name])
    assert child.wait(timeout=60) == 130
    run = everything(tmp_path / "reports")[0].load()
    assert not run.finished


def test_resume_refuses_what_the_run_does_otherwise(
    tmp_path: Path, buildprof: Callable[..., Outcome]
) -> None:
    source = toy.make(tmp_path / "toy")
    buildprof("run", "--source", source, "--variant", "baseline", "-j2")
    folder = everything(tmp_path / "reports")[0]
    run = folder.load()
    folder.save(msgspec.structs.replace(run, finished=False))
    done = buildprof("run", "--source", source, "--resume", "--variant", "unity", "-j1")
    assert done.code == 2
    assert "--resume goes on with a run that has other variants, -j" in done.stderr


def test_resume_refuses_a_project_that_changed(
    tmp_path: Path, buildprof: Callable[..., Outcome]
) -> None:
    source = toy.make(tmp_path / "toy")
    buildprof("run", "--source", source, "--variant", "baseline")
    folder = everything(tmp_path / "reports")[0]
    folder.save(msgspec.structs.replace(folder.load(), finished=False))
    (source / "buildprof.toml").write_text("[project]\nbuild_type = 'Debug'\n", "utf-8")
    done = buildprof("run", "--source", source, "--resume")
    assert done.code == 2
    assert "cannot go on: the project changed since it began" in done.stderr
