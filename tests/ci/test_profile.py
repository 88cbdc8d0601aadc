from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.ci import profile
from tests import records

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.runs.folder import RunFolder


def stored(folder: Path, created: str = "2026-12-01T12:00:00+00:00") -> RunFolder:
    made = records.run(records.build("minimal", "baseline"), created=created)
    return records.stored(folder, made)


def test_the_table_comes_first_and_then_the_comparison(tmp_path: Path) -> None:
    stored(tmp_path / "base")
    found = profile.sections(stored(tmp_path / "now"), tmp_path / "base")

    assert [section.title for section in found[:2]] == [
        "the table",
        "the comparison of minimal/baseline",
    ]
    assert "| Minimal, baseline |" in found[0].body
    assert "<summary>minimal/baseline, against the base branch: " in found[1].body


def test_a_first_run_has_nothing_to_be_compared_with(tmp_path: Path) -> None:
    found = profile.sections(stored(tmp_path / "now"), tmp_path / "none")

    assert found[1].body == "There is no run of the base branch to compare with.\n"


def test_no_comparison_is_made_unasked(tmp_path: Path) -> None:
    titles = [section.title for section in profile.sections(stored(tmp_path))]

    assert not any("comparison" in title for title in titles)


def test_a_variant_that_the_base_has_not_is_not_compared(tmp_path: Path) -> None:
    stored(tmp_path / "base")
    made = records.run(records.build("minimal", "pch"), variants=("pch",))
    titles = [
        section.title
        for section in profile.sections(records.stored(tmp_path / "now", made), tmp_path / "base")
    ]

    assert not any("comparison" in title for title in titles)


def test_a_run_that_cannot_be_compared_says_why(tmp_path: Path) -> None:
    found = profile.sections(stored(tmp_path), tmp_path)

    assert "cannot be compared: " in found[1].body
    assert "are the same builds" in found[1].body


def test_the_newest_run_is_taken(tmp_path: Path) -> None:
    stored(tmp_path / "b", "2026-12-02T12:00:00+00:00")
    stored(tmp_path / "a", "2026-12-03T12:00:00+00:00")
    stored(tmp_path / "c", "2026-12-01T12:00:00+00:00")
    found = profile.newest(tmp_path)

    assert found is not None
    assert found.path.parent.parent.name == "a"
    assert profile.newest(tmp_path / "none") is None
