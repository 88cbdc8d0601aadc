from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from buildprof.runs.find import find
from tests import toy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Outcome

PYTHON = (sys.executable, "-m")
LONG_S = 120.0


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.processes = folder, list[subprocess.Popen[bytes]]()
        self.log = (folder / "cluster.log").open("wb")
        self.file = folder / "scheduler.json"
        where = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self.file))
        self._start("distributed.cli.dask_scheduler", *where, "--no-dashboard")
        _until(self.file.exists)

    def worker(self) -> subprocess.Popen[bytes]:
        """Start a worker."""
        one = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        place = ("--scheduler-file", str(self.file), "--local-directory", str(self.folder))
        return self._start("distributed.cli.dask_worker", *one, *place)

    def run(self, *more: str) -> subprocess.Popen[bytes]:
        """Start a run on the cluster."""
        address = json.loads(self.file.read_text("utf-8"))["address"]
        options = ("--executor", "dask", "--scheduler", address, "--source", "toy", "-j2", *more)
        return self._start("buildprof", "run", *options)

    def close(self) -> None:
        """End everything."""
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        self.log.close()

    def _start(self, *command: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [*PYTHON, *command], cwd=self.folder, stdout=self.log, stderr=self.log
        )
        self.processes.append(process)
        return process


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    toy.make(tmp_path / "toy")
    made = Cluster(tmp_path)
    yield made
    made.close()


def states(folder: Path) -> dict[str, str]:
    return {build.id: build.state for build in find("latest", folder / "reports").load().builds}


def test_workers_make_the_builds_one_at_a_time(cluster: Cluster, tmp_path: Path) -> None:
    cluster.worker()
    cluster.worker()
    code = cluster.run("--variant", "baseline", "--variant", "pch").wait(LONG_S)

    text = (tmp_path / "cluster.log").read_text("utf-8", errors="replace")
    assert code == 0, text
    # the headers of pch come from the baseline, wherever that was built
    assert states(tmp_path) == {"minimal-baseline-1": "built", "minimal-pch-1": "built"}
    folder = find("latest", tmp_path / "reports")
    assert len(folder.units("minimal-pch-1")) == 6
    assert folder.load().finished


def test_the_build_of_a_lost_worker_is_made_again(cluster: Cluster, tmp_path: Path) -> None:
    first = cluster.worker()
    run = cluster.run("--variant", "baseline")
    _until(lambda: any((tmp_path / "build").rglob("build.ninja")))
    first.kill()
    first.wait()
    cluster.worker()

    assert run.wait(LONG_S) == 0, (tmp_path / "cluster.log").read_text("utf-8", errors="replace")
    assert states(tmp_path) == {"minimal-baseline-1": "built"}
    text = (tmp_path / "cluster.log").read_text("utf-8", errors="replace")
    assert text.count("Minimal, baseline: building on 127.0.0.1") == 2


def test_a_scheduler_must_be_named(tmp_path: Path, buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("run", "--source", toy.make(tmp_path / "toy"), "--executor", "dask")

    assert done.code == 2
    assert "--executor dask needs --scheduler ADDRESS" in done.stderr


def _until(true: Callable[[], bool]) -> None:
    ends = time.monotonic() + LONG_S
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.02)
