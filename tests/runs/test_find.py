from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.errors import UsageError
from buildprof.runs.find import find
from tests import records

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    for name in ("20261201-1-toy", "20261202-1-toy", "20261203-1-toy"):
        records.stored(tmp_path, records.run(id=name))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("latest", "20261203-1-toy"),
        ("latest~1", "20261202-1-toy"),
        ("latest~2", "20261201-1-toy"),
        ("20261202-1-toy", "20261202-1-toy"),
    ],
)
def test_names(reports: Path, name: str, found: str) -> None:
    assert find(name, reports).path.name == found


def test_paths(reports: Path) -> None:
    folder = reports / "runs" / "20261201-1-toy"
    assert find(str(folder), reports).path == folder
    assert find(str(folder / "run.json"), reports).path == folder


@pytest.mark.parametrize("name", ["latest~3", "20261204-1-toy", "latest~x"])
def test_an_unknown_name_lists_the_latest(reports: Path, name: str) -> None:
    with pytest.raises(UsageError) as caught:
        find(name, reports)
    assert "20261203-1-toy" in str(caught.value.hint)


def test_without_runs_it_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        find("latest", tmp_path)
    assert caught.value.hint == "Make one: buildprof run"
