from __future__ import annotations

from typing import TYPE_CHECKING

from tests import records

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Outcome


def test_what_machines_left_is_found_and_merged(
    tmp_path: Path, buildprof: Callable[..., Outcome]
) -> None:
    for variant in ("baseline", "unity"):
        made = records.run(records.build("minimal", variant), variants=(variant,))
        records.stored(tmp_path / "downloads" / variant, made)
    done = buildprof("merge", "downloads")

    assert done.code == 0, done.stderr
    assert "| Minimal, baseline |" in done.stdout
    assert "| Minimal, unity    |" in done.stdout
    assert done.stderr == "records: reports/runs/20261201-120000-toy-merged\n"
    assert buildprof("show").stdout == done.stdout


def test_one_run_is_nothing_to_merge(tmp_path: Path, buildprof: Callable[..., Outcome]) -> None:
    records.stored(tmp_path / "reports", records.run(records.build("minimal", "baseline")))
    done = buildprof("merge", "latest")

    assert done.code == 2
    assert "one run is nothing to merge" in done.stderr
