from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.errors import UsageError
from buildprof.report import comparison_json, stored
from tests import samples

if TYPE_CHECKING:
    from pathlib import Path


def test_what_compare_prints_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    file.write_text(comparison_json.render(samples.comparison()), "utf-8")
    assert stored.is_comparison(file)
    assert stored.load(file) == samples.comparison()


def test_runs_are_no_comparisons(tmp_path: Path) -> None:
    folder = samples.full(tmp_path)
    assert not stored.is_comparison(folder.path)
    assert not stored.is_comparison(folder.path / "run.json")
    assert not stored.is_comparison(tmp_path / "latest")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[]", "is no comparison: "),
        ('{"schema_version": 1}', "is no comparison: "),
        (
            '{"schema_version": 99}',
            "was written by a later buildprof (schema 99, this one reads 1)",
        ),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, what: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        stored.load(file)
    assert caught.value.what.startswith(what)
    assert caught.value.where == file


def test_a_file_that_is_gone_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        stored.load(tmp_path / "gone.json")
