from __future__ import annotations

import msgspec

from buildprof.project.revision import Revision
from buildprof.report.page import stages
from buildprof.runs.stages import OneTest
from tests import records, results

PASSED = OneTest(name="a", state="passed")
RESULTS = results.of(
    results.stage("ctest_debug", "passed", "", PASSED, remarks=("2 of 3 ran", "one is slow")),
    results.stage(
        "ctest_release", "failed", "1 of 2\nfailed", PASSED, results.failing("b"), tail=("\x1b[2J",)
    ),
    results.stage("server", "skipped", "not run after ctest_release"),
)
RUN = records.run()


def test_a_line_a_stage_with_what_failed() -> None:
    made = stages.make(RESULTS, RUN)
    assert made.verdict == "1 not passed"
    good, bad, quiet = made.lines
    assert (good.tone, good.time, good.tests, good.why) == (
        *("good", "1.5 s", "1 of 1", "2 of 3 ran one is slow"),
    )
    assert (bad.tone, bad.tests, bad.why) == ("bad", "1 of 2", "1 of 2")
    assert (bad.failed, bad.tail) == (("b: failed: Failed",), ("\N{REPLACEMENT CHARACTER}[2J",))
    assert (quiet.tone, quiet.time, quiet.failed) == ("quiet", "–", ())
    assert made.about.endswith("; switches: low_perf.")


def test_a_verdict_needs_a_stage_that_passed() -> None:
    assert stages.make(results.of(results.stage("a", "passed")), RUN).verdict == "passed"
    assert stages.make(results.of(results.stage("a", "skipped")), RUN).verdict == "nothing ran"


def test_stages_of_another_commit_and_unfinished_ones_say_so() -> None:
    project = msgspec.structs.replace(RUN.project, revision=RESULTS.project.revision)
    same = msgspec.structs.replace(RUN, project=project)
    assert stages.make(RESULTS, same).notes == ()
    project = msgspec.structs.replace(project, revision=Revision(commit="0123", dirty=True))
    other = msgspec.structs.replace(RESULTS, project=project, finished=False)
    unfinished, commit = stages.make(other, same).notes
    assert "not finished" in unfinished
    assert commit.endswith("than the builds: 0123 with changes.")


def test_many_failed_tests_are_counted() -> None:
    tests = [results.failing(str(number)) for number in range(60)]
    (line,) = stages.make(results.of(results.stage("a", "failed", "", *tests)), RUN).lines
    assert len(line.failed) == 51
    assert line.failed[-1] == "and 10 more"
