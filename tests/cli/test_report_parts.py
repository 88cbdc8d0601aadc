from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.cli._report import of_comparison, of_run
from buildprof.errors import UsageError
from buildprof.report import comparison_json
from tests import samples

if TYPE_CHECKING:
    from pathlib import Path


def test_reports_of_a_run_lie_in_its_folder(tmp_path: Path) -> None:
    folder = samples.full(tmp_path)
    wanted = of_run("latest", tmp_path, ["csv"], None)
    assert wanted.files == {"csv": folder.path / "report.csv"}
    assert wanted.render("csv", None).startswith(wanted.marks["csv"])


def test_text_for_a_terminal_fits_it(tmp_path: Path) -> None:
    samples.full(tmp_path)
    wanted = of_run("latest", tmp_path, ["text"], "-")
    assert "CPU" in wanted.render("text", None).splitlines()[2]
    assert "CPU" not in wanted.render("text", 70).splitlines()[2]


def test_a_comparison_does_not_replace_the_file_that_it_is_read_from(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text(comparison_json.render(samples.comparison()), "utf-8")
    assert of_comparison(kept, ["json"], None).files == {"json": tmp_path / "kept-report.json"}
    assert of_comparison(kept, ["html"], None).files == {"html": tmp_path / "kept.html"}


def test_formats_are_checked_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no format 'speedscope'"):
        of_comparison(tmp_path / "gone.json", ["speedscope"], None)
