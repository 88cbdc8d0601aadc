from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.report import run_json, run_table
from tests import records

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from buildprof.runs.folder import RunFolder
    from tests.conftest import Outcome


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return records.stored(tmp_path / "reports", records.run(records.build("minimal", "baseline")))


def test_the_latest_run_is_shown(folder: RunFolder, buildprof: Callable[..., Outcome]) -> None:
    expected = run_table.render(folder.load(), folder, width=100)
    for name in ((), ("latest",), (folder.path.name,), (folder.path,)):
        done = buildprof("show", *name)
        assert (done.code, done.stdout, done.stderr) == (0, expected, "")


def test_markdown_escapes_names(folder: RunFolder, buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("show", "--md")
    assert done.stdout == run_table.render(folder.load(), folder, "md")
    assert "src/odd\\|name.cpp" in done.stdout


def test_json_is_the_record(folder: RunFolder, buildprof: Callable[..., Outcome]) -> None:
    assert buildprof("show", "--json").stdout == run_json.render(folder.load())


def test_without_runs_it_says_how_to_make_one(buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("show")
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr == "error: reports/runs: there are no runs\n  Make one: buildprof run\n"
