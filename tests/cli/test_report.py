from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from buildprof.report import comparison_json, formats
from buildprof.report.subject import Subject
from tests import samples

if TYPE_CHECKING:
    from collections.abc import Callable

    from buildprof.runs.folder import RunFolder
    from tests.conftest import Outcome

BESIDE = Path("reports/runs/20261201-120000-toy")


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return samples.full(tmp_path / "reports")


def test_the_page_is_written_beside_the_records(
    folder: RunFolder, buildprof: Callable[..., Outcome]
) -> None:
    done = buildprof("report")
    assert (done.code, done.stdout) == (0, f"{BESIDE / 'report.html'}\n")
    assert (folder.path / "report.html").read_text("utf-8").startswith("<!doctype html>")


def test_stdout_gets_the_report_and_nothing_else(
    folder: RunFolder, buildprof: Callable[..., Outcome]
) -> None:
    done = buildprof("report", "latest", "--format", "csv", "-o", "-")
    expected = formats.load("csv").render(Subject(folder))
    assert (done.code, done.stdout, done.stderr) == (0, expected, "")


def test_several_formats_go_to_a_folder(
    folder: RunFolder, buildprof: Callable[..., Outcome]
) -> None:
    del folder
    done = buildprof("report", "--format", "csv", "--format", "text", "-o", "out/")
    files = [Path("out/report.csv"), Path("out/report.txt")]
    assert done.stdout == "".join(f"{file}\n" for file in files)
    assert all(file.is_file() for file in files)


def test_a_report_of_ours_is_written_again_and_others_are_not(
    folder: RunFolder, buildprof: Callable[..., Outcome]
) -> None:
    del folder
    call = ("report", "--format", "csv", "-o", "x.csv")
    assert buildprof(*call).code == 0
    assert buildprof(*call).code == 0
    Path("x.csv").write_text("mine\n")
    refused = buildprof(*call)
    assert (refused.code, refused.stdout) == (2, "")
    assert refused.stderr == (
        "error: x.csv: exists, and buildprof did not make it\n"
        "  Choose another name with -o, or overwrite it with --force.\n"
    )
    assert Path("x.csv").read_text() == "mine\n"
    assert buildprof(*call, "--force").code == 0


def test_an_unknown_format_is_said_before_any_file_is_written(
    folder: RunFolder, buildprof: Callable[..., Outcome]
) -> None:
    done = buildprof("report", "--format", "csv", "--format", "pdf")
    assert done.code == 2
    assert done.stderr.startswith(
        "error: there is no format 'pdf'\n  Formats are: benchmark-json, csv,"
    )
    assert not (folder.path / "report.csv").exists()


def test_help_names_every_format(buildprof: Callable[..., Outcome]) -> None:
    text = " ".join(buildprof("report", "--help").stdout.split())
    assert all(name in text for name in formats.names())


def test_a_comparison_that_was_kept_is_reported(
    tmp_path: Path, buildprof: Callable[..., Outcome]
) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text(comparison_json.render(samples.comparison()), "utf-8")
    done = buildprof("report", "kept.json", "--format", "md", "-o", "-")
    assert done.stdout == formats.load_for_comparison("md").render_comparison(samples.comparison())
    done = buildprof("report", "kept.json", "--format", "html", "--format", "json")
    assert done.stdout == "kept-report.html\nkept-report.json\n"
    assert buildprof("report", "kept.json").stdout == "kept.html\n"
