from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.compare.result import Comparison
from tests import comparing
from tests.comparing import unit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Outcome


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    for day, us in (("1", 1_000_000), ("2", 1_010_000), ("3", 2_000_000)):
        comparing.run(
            tmp_path / "reports",
            [("baseline", [unit("src/a.cpp", us)])],
            id=day,
            created=f"2026-12-0{day}T12:00:00+00:00",
        )
    return tmp_path / "reports"


def test_a_slower_run_fails(reports: Path, buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("gate", "--reports", reports)
    assert done.code == 1
    assert "- gate total:5%: FAILED: total changed by +98.0 %" in done.stdout
    assert "- gate tu:20%,500ms: FAILED: 1 changed beyond the limit" in done.stdout


def test_a_run_within_its_limits_passes(reports: Path, buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("gate", "2", "--reports", reports)
    assert done.code == 0
    assert "- gate total:5%: passed: total changed by +1.0 %" in done.stdout


def test_reference_and_limits_are_options(reports: Path, buildprof: Callable[..., Outcome]) -> None:
    options = ("--reports", reports, "--reference", "1", "--fail-if", "total:0.5%")
    assert buildprof("gate", "2", *options).code == 1
    assert buildprof("gate", "2", *options[:-1], "total:2%").code == 0


def test_a_wrong_limit_is_a_usage_error(reports: Path, buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("gate", "--reports", reports, "--fail-if", "total")
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.startswith("error: 'total' is no limit\n")


def test_a_job_of_github_gets_at_most_ten_annotations_and_json_stays_json(
    reports: Path, buildprof: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    limits = [word for share in range(12) for word in ("--fail-if", f"total:{share}%")]
    done = buildprof("gate", "--reports", reports, "--json", *limits)
    lines = done.stderr.splitlines()
    assert len(lines) == 10
    assert lines[0].startswith("::error title=gate::total:0%25: total changed by +98.0 %25")
    assert lines[-1] == "::notice::and 3 more"
    assert msgspec.json.decode(done.stdout, type=Comparison).passed is False
    monkeypatch.setenv("GITHUB_ACTIONS", "")
    assert buildprof("gate", "--reports", reports, *limits).stderr == ""
