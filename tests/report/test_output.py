from __future__ import annotations

from pathlib import Path

import pytest

from buildprof.errors import UsageError
from buildprof.report import output
from buildprof.report.formats import load

HTML, CSV = load("html"), load("csv")
BESIDE = Path("reports/runs/x")


def test_without_a_place_reports_lie_beside_the_records() -> None:
    planned = output.plan({"html": HTML, "csv": CSV}, None, BESIDE)
    assert planned == {"html": BESIDE / "report.html", "csv": BESIDE / "report.csv"}


def test_a_folder_is_named_by_its_slash_or_is_there(tmp_path: Path) -> None:
    assert output.plan({"csv": CSV}, "out/", BESIDE) == {"csv": Path("out/report.csv")}
    assert output.plan({"csv": CSV}, str(tmp_path), BESIDE) == {"csv": tmp_path / "report.csv"}


def test_a_file_or_stdout_takes_one_format() -> None:
    assert output.plan({"csv": CSV}, "units.csv", BESIDE) == {"csv": Path("units.csv")}
    assert output.plan({"csv": CSV}, "-", BESIDE) == {"csv": None}
    for place in ("-", "units.csv"):
        with pytest.raises(UsageError, match="2 formats cannot go to one file"):
            output.plan({"html": HTML, "csv": CSV}, place, BESIDE)


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    mine, theirs = tmp_path / "mine.csv", tmp_path / "theirs.csv"
    mine.write_text(CSV.MARK + "\n")
    theirs.write_text("name,time\n")
    output.check(mine, CSV.MARK, force=False)
    output.check(theirs, CSV.MARK, force=True)
    with pytest.raises(UsageError) as caught:
        output.check(theirs, CSV.MARK, force=False)
    assert str(caught.value) == (
        f"{theirs}: exists, and buildprof did not make it\n"
        "Choose another name with -o, or overwrite it with --force."
    )


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a folder"):
        output.check(tmp_path, CSV.MARK, force=True)


def test_a_place_that_is_below_a_file_is_found_early(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written to"):
        output.check(tmp_path / "file" / "x.csv", CSV.MARK, force=False)


def test_files_are_written_with_their_folders_and_whole(tmp_path: Path) -> None:
    output.write(tmp_path / "a" / "b.txt", "text\n")
    output.write(tmp_path / "a" / "b.png", b"\x89PNG")
    assert sorted(file.name for file in (tmp_path / "a").iterdir()) == ["b.png", "b.txt"]
    assert (tmp_path / "a" / "b.txt").read_bytes() == b"text\n"


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        output.write(tmp_path / "file" / "x.txt", "text")


def test_every_file_of_a_plan_is_checked(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("theirs")
    with pytest.raises(UsageError, match="exists"):
        output.check_all({"html": None, "csv": tmp_path / "x"}, {"csv": CSV.MARK}, force=False)
