from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from junitparser import JUnitXml

from buildprof.ci import junit
from buildprof.errors import ToolError

if TYPE_CHECKING:
    from pathlib import Path

CTEST = """<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="(empty)" tests="5" failures="1" disabled="1" skipped="2" time="1">
  <testcase name="good" classname="good" time="0.25" status="run"><system-out/></testcase>
  <testcase name="bad" classname="bad" time="1" status="fail"><failure message="Timeout"/></testcase>
  <testcase name="gone" classname="gone" time="0" status="notrun">
    <skipped message="Unable to find executable"/></testcase>
  <testcase name="skips" classname="skips" time="0" status="notrun">
    <skipped message="SKIP_RETURN_CODE=1"/></testcase>
  <testcase name="off" classname="off" time="0" status="disabled"/>
</testsuite>
"""
PYTEST = """<?xml version="1.0" encoding="utf-8"?>
<testsuites><testsuite name="pytest" tests="2" errors="1" failures="0" skipped="0" time="0.1">
  <testcase classname="unit.test_a" name="test_x[1]" time="0.1"/>
  <testcase classname="" name="unit.test_b" time="0"><error message="collection failure">e</error></testcase>
</testsuite></testsuites>
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_tests_of_ctest_have_their_states(tmp_path: Path) -> None:
    tests = junit.read(written(tmp_path, "c.xml", CTEST))

    assert [(test.name, test.state, test.message) for test in tests] == [
        ("good", "passed", ""),
        ("bad", "failed", "Timeout"),
        ("gone", "not built", "Unable to find executable"),
        ("skips", "skipped", "SKIP_RETURN_CODE=1"),
        ("off", "skipped", "disabled"),
    ]
    assert tests[0].wall_us == 250_000


def test_tests_of_pytest_have_their_modules(tmp_path: Path) -> None:
    tests = junit.read(written(tmp_path, "p.xml", PYTEST))

    assert [(test.name, test.state) for test in tests] == [
        ("unit.test_a::test_x[1]", "passed"),
        ("unit.test_b", "failed"),
    ]


def test_suites_are_merged_under_the_names_of_their_stages(tmp_path: Path) -> None:
    files = {
        "ctest_debug": written(tmp_path, "c.xml", CTEST),
        "server": written(tmp_path, "p.xml", PYTEST),
    }
    junit.merge(files, tmp_path / "all.xml")
    merged = JUnitXml.fromfile(str(tmp_path / "all.xml"))

    assert [suite.name for suite in merged] == ["ctest_debug", "server"]
    assert (merged.tests, merged.failures, merged.errors) == (7, 1, 1)


def test_what_is_no_report_is_named(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="is no report of tests"):
        junit.read(written(tmp_path, "x.xml", "<oops"))
    with pytest.raises(ToolError, match="is no report of tests"):
        junit.read(tmp_path / "none.xml")
