from __future__ import annotations

import contextlib
import errno
import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import psutil
import pytest

from buildprof.cmake import tree
from buildprof.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def test_a_tree_of_ours_is_made_anew(tmp_path: Path) -> None:
    root = tmp_path / "build"
    tree.make(root)
    (root / "old.json").touch()
    tree.make(root)
    assert not (root / "old.json").exists()
    assert (root / tree.MARK).is_file()


def test_what_is_written_while_it_is_removed_does_not_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, remove, tries = tmp_path / "build", shutil.rmtree, []
    tree.make(root)

    def busy(path: Path) -> None:
        tries.append(path)
        if len(tries) < 3:
            raise OSError(errno.ENOTEMPTY, "Directory not empty")
        remove(path)

    monkeypatch.setattr(shutil, "rmtree", busy)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    tree.make(root)
    assert len(tries) == 3


def test_a_tree_of_a_run_that_goes_on_is_not_taken(tmp_path: Path) -> None:
    root = tmp_path / "build"
    tree.make(root)
    with sleeper(root) as other:
        identity = f"{other.pid} {psutil.Process(other.pid).create_time()}"
        (root / tree.MARK).write_text(identity, "utf-8")
        with pytest.raises(
            UsageError, match=f"in use by another run of buildprof .process {other.pid}"
        ):
            tree.make(root)
        assert other.poll() is None


def test_what_a_killed_run_left_running_in_its_tree_ends(tmp_path: Path) -> None:
    root = tmp_path / "build"
    tree.make(root)
    with sleeper(root) as orphan, sleeper(tmp_path / "elsewhere") as stranger:
        (root / tree.MARK).write_text("1 1.0", "utf-8")
        tree.make(root)
        orphan.wait(timeout=30)
        assert stranger.poll() is None


@contextlib.contextmanager
def sleeper(place: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process that names a folder, until the test is over."""
    script = "import time; time.sleep(120)"
    with subprocess.Popen([sys.executable, "-c", script, "-B", str(place)]) as child:
        try:
            yield child
        finally:
            child.kill()


def test_a_tree_that_stays_busy_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(path: Path) -> None:
        raise OSError(errno.EBUSY, "Device or resource busy", str(path))

    tree.make(tmp_path)
    monkeypatch.setattr(shutil, "rmtree", busy)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    with pytest.raises(UsageError, match="cannot be emptied: Device or resource busy"):
        tree.make(tmp_path)


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    tree.make(tmp_path)
    assert (tmp_path / tree.MARK).is_file()


def test_somebody_elses_files_are_left_alone(tmp_path: Path) -> None:
    precious = tmp_path / "thesis.tex"
    precious.write_text("years of work", "utf-8")
    with pytest.raises(UsageError, match="not a build tree of buildprof") as caught:
        tree.make(tmp_path)
    assert caught.value.where == tmp_path
    assert precious.read_text("utf-8") == "years of work"
