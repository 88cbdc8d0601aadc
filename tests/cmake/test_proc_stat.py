from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.cmake import proc_stat
from buildprof.cmake.proc_stat import Usage

if TYPE_CHECKING:
    from pathlib import Path


def test_usage_by_output(tmp_path: Path) -> None:
    report = tmp_path / "stat.csv"
    inside = (tmp_path / "lib.so").as_posix()
    report.write_text(
        f'"clang","a/b.o",19892,3978,95244\n"ld","{inside}",31672,27713,76188\n"clang","c', "utf-8"
    )
    assert proc_stat.read(report, tmp_path) == {
        "a/b.o": Usage(3978, 95244),
        "lib.so": Usage(27713, 76188),
    }


def test_no_report_is_no_usage(tmp_path: Path) -> None:
    assert proc_stat.read(tmp_path / "none.csv", tmp_path) == {}
