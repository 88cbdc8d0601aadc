from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from buildprof.ci import results as records
from buildprof.errors import UsageError
from tests import results

if TYPE_CHECKING:
    from pathlib import Path


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    made = results.of(results.stage("a", "failed", "why", results.failing("t", line=3)))
    records.save(tmp_path / "out", made)

    assert records.load(tmp_path / "out") == made
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["ci.json"]


def test_missing_and_broken_records_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        records.load(tmp_path)
    (tmp_path / "ci.json").write_text("{}", "utf-8")
    with pytest.raises(UsageError, match="is no record of stages"):
        records.load(tmp_path)


@pytest.mark.parametrize(
    ("states", "green"),
    [
        (("passed", "skipped"), True),
        (("passed", "failed"), False),
        (("passed", "not built"), False),
        (("passed", "timed out"), False),
        (("skipped",), False),
        ((), False),
    ],
)
def test_green_needs_a_pass_and_nothing_red(states: tuple[Any, ...], green: bool) -> None:
    made = results.of(*(results.stage(f"s{n}", state) for n, state in enumerate(states)))

    assert made.green is green


def test_a_stage_is_found_by_name() -> None:
    made = results.of(results.stage("a", "passed"))

    assert made.stage("a") == made.stages[0]
    assert made.stage("b") is None
