from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest

from buildprof.errors import TraceError, UsageError
from buildprof.report import analysis
from buildprof.report.analysis import Request
from buildprof.runs.folder import RunFolder
from tests import records
from tests.traces import EC, text, write

if TYPE_CHECKING:
    from pathlib import Path


def answer(root: Path, form: str = "json", **more: object) -> analysis.Answer:
    return analysis.answer(Request(where=root, form=form, **more), 100)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["text", "json", "csv", "cba", "perfetto"])
def test_every_format_shows_the_unit(form: str, tmp_path: Path) -> None:
    write(tmp_path, text(EC | {"dur": 20_000}, EC | {"name": "Frontend", "dur": 15_000}))

    found = answer(tmp_path, form)

    assert "a.cpp" in found.text
    assert (found.traces, found.problems) == (1, 0)


def test_nothing_to_analyse_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, "{}", "other.json")

    with pytest.raises(TraceError, match="holds no traces"):
        analysis.check(answer(tmp_path), strict=False)


@pytest.mark.parametrize("form", ["text", "json", "cba", "perfetto"])
def test_problems_are_an_error_only_when_strict(form: str, tmp_path: Path) -> None:
    write(tmp_path, text(EC), "good.json")
    write(tmp_path, "", "empty.json")
    found = answer(tmp_path, form)

    analysis.check(found, strict=False)
    with pytest.raises(TraceError, match="1 traces are unreadable or differ"):
        analysis.check(found, strict=True)


def test_a_report_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        analysis.save(tmp_path / "none" / "x.txt", "text")


@pytest.mark.skipif(os.name == "nt", reason="a script stands in for the program")
def test_another_program_may_write_the_report(tmp_path: Path) -> None:
    tool = tmp_path / "cba"
    tool.write_text(f"#!{sys.executable}\nimport sys\nprint('theirs', sys.argv[1])\n")
    tool.chmod(0o755)

    assert answer(tmp_path, "cba", analyzer=tool).text == "theirs --analyze\n"
    with pytest.raises(UsageError, match="cba report only"):
        answer(tmp_path, "json", analyzer=tool)


def test_traces_that_a_run_kept(tmp_path: Path) -> None:
    build = tmp_path / "build"
    write(build, text(EC), "a.json")
    run = RunFolder(tmp_path / "run")
    run.save(records.run(records.build("minimal", "baseline"), records.build("minimal", "pch")))
    names = [one.id for one in run.load().builds][:2]
    run.save_traces(names[0], build, ["a.json"])

    assert json.loads(answer(run.path).text)["units"][0]["trace"] == "a.json"

    run.save_traces(names[1], build, [])
    assert answer(run.path, build=names[0]).traces == 1
