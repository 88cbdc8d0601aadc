from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.compare import history
from buildprof.report import history_json, history_text
from buildprof.runs import index
from tests import comparing
from tests.comparing import unit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Outcome


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    for day, us in (("1", 1_000_000), ("2", 1_010_000)):
        builds = [("baseline", [unit("a.cpp", us)]), ("pch", [unit("a.cpp", us // 2)])]
        folder, created = tmp_path / "reports", f"2026-12-0{day}T12:00:00+00:00"
        comparing.run(folder, builds, id=day, created=created)
    return tmp_path / "reports"


def test_all_series_of_a_metric(reports: Path, buildprof: Callable[..., Outcome]) -> None:
    found = history.series(index.load(reports), "total")
    assert len(found) == 2
    done = buildprof("history")
    assert (done.code, done.stdout) == (0, history_text.render(found, width=100))
    assert buildprof("history", "--json").stdout == history_json.render(found)
    assert buildprof("history", "--md").stdout == history_text.render(found, "md")


def test_variant_and_metric_are_chosen(reports: Path, buildprof: Callable[..., Outcome]) -> None:
    found = [one for one in history.series(index.load(reports), "wall") if one.variant == "pch"]
    done = buildprof("history", "--metric", "wall", "--variant", "pch")
    assert done.stdout == history_text.render(found, width=100)


def test_nothing_to_show_is_a_usage_error(buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("history")
    assert (done.code, done.stdout) == (2, "")
    assert "Make some: buildprof run" in done.stderr
