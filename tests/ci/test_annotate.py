from __future__ import annotations

from buildprof.ci import annotate
from tests import results


def test_a_failed_test_is_shown_where_the_project_defines_it() -> None:
    red = results.stage("ctest", "failed", "1 of 1", results.failing("a", file="t/C.txt", line=3))

    assert annotate.lines(results.of(red)) == (
        "::error file=t/C.txt,line=3,title=ctest%3A a::failed: Failed\n"
    )


def test_a_stage_without_tests_is_shown_by_its_reason() -> None:
    red = results.stage("models", "timed out", "took more than 5 s\nand 100%")

    assert annotate.lines(results.of(red)) == (
        "::error title=models::timed out: took more than 5 s%0Aand 100%25\n"
    )


def test_what_is_green_is_not_shown() -> None:
    stages = (results.stage("a", "passed"), results.stage("b", "skipped", "no reason"))

    assert annotate.lines(results.of(*stages)) == ""


def test_there_are_never_more_than_ten() -> None:
    tests = [results.failing(f"t{n}") for n in range(12)]
    lines = annotate.lines(results.of(results.stage("ctest", "failed", "", *tests))).splitlines()

    assert len(lines) == 10
    assert lines[-1] == "::notice::and 3 more"
