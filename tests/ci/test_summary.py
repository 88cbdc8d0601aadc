from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.ci import summary
from buildprof.ci.results import OneTest
from tests import results

if TYPE_CHECKING:
    from pathlib import Path

PASSED = OneTest(name="a", state="passed")
RESULTS = results.of(
    results.stage("ctest_debug", "passed", "", PASSED),
    results.stage(
        "ctest_release", "failed", "1 of 2 tests\nfailed", PASSED, results.failing("b"), tail=("e",)
    ),
    results.stage("server", "skipped", "not run after ctest_release"),
)

TABLE = """\
| stage         | state   |  time | tests | why                         |
|:--------------|:--------|------:|------:|:----------------------------|
| ctest_debug   | passed  | 1.5 s |   1/1 |                             |
| ctest_release | failed  | 1.5 s |   1/2 | 1 of 2 tests                |
| server        | skipped |     – |     – | not run after ctest_release |
"""


def test_the_table_has_a_row_a_stage() -> None:
    assert summary.stages(RESULTS, "text") == TABLE


def test_markdown_begins_with_the_verdict_and_shows_what_failed() -> None:
    text = summary.markdown(RESULTS)

    assert text.startswith("### Stages of toy: failed\n")
    assert "| ctest_release | ❌ failed" in text
    assert "Example CPU, 2 cores; switches: low_perf" in text
    assert "#### ctest_release: failed\n\n1 of 2 tests  \nfailed\n\n```\ne\n```\n" in text


@pytest.mark.parametrize(
    ("stage", "verdict"),
    [
        (results.stage("a", "passed"), "passed"),
        (results.stage("a", "skipped", "--skip"), "nothing ran"),
        (results.stage("a", "timed out", "took more"), "failed"),
    ],
)
def test_the_verdict_is_that_of_all_stages(stage: object, verdict: str) -> None:
    text = summary.markdown(results.of(stage))  # type: ignore[arg-type]

    assert text.startswith(f"### Stages of toy: {verdict}\n")


def test_output_cannot_leave_its_fence_and_reasons_are_no_markup() -> None:
    red = results.stage("a", "failed", "x <img src=y> | `z`", tail=("```", "</details>"))
    text = summary.markdown(results.of(red))

    assert "\n````\n```\n</details>\n````\n" in text
    assert "x \\<img src=y> \\| \\`z\\`" in text


def test_a_summary_stays_below_what_github_takes() -> None:
    red = [results.stage(f"s{n}", "failed", "", tail=("é" * 10_000,)) for n in range(100)]
    text = summary.markdown(results.of(*red))

    assert len(text.encode()) < 1024 * 1024
    assert "| s99   | ❌ failed" in text
    assert "_Left out, because it would not fit here: s4" in text


def test_publishing_writes_prints_and_tells_github(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "step.md"))
    (tmp_path / "step.md").write_text("before\n", "utf-8")
    summary.publish(RESULTS, tmp_path)
    printed = capsys.readouterr()

    assert printed.out == TABLE + "::error title=ctest_release%3A b::failed: Failed\n"
    assert "ctest_release: failed: 1 of 2 tests\nfailed\n  log: " in printed.err
    text = summary.markdown(RESULTS)
    assert (tmp_path / "summary.md").read_text("utf-8") == text
    assert (tmp_path / "step.md").read_text("utf-8") == "before\n" + text
    assert (tmp_path / "junit.xml").is_file()


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("[3/17] Building CXX object a.o", (3, 17)),
        (" 2/10 Test  #4: name ....   Passed", (2, 10)),
        ("nothing of this kind 1/2", None),
    ],
)
def test_counts_of_ninja_and_ctest_are_read(line: str, counts: tuple[int, int] | None) -> None:
    assert summary.counted(line) == counts
