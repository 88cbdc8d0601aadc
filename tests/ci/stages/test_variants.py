from __future__ import annotations

from typing import TYPE_CHECKING, Any

from buildprof.ci.results import OneTest
from buildprof.ci.stages import variants
from tests import contexts, toy_ci
from tests.contexts import row

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.ci.log import Log


def rows(**states: Any) -> tuple[OneTest, ...]:
    return tuple(OneTest(name=name, state=state) for name, state in states.items())


def test_outcomes_that_differ_are_told_with_all_variants() -> None:
    told = variants.differing(
        {
            "baseline": rows(a="passed", b="passed", c="passed"),
            "unity": rows(a="passed", b="failed"),
        }
    )

    assert told == [
        "b differs: baseline passed, unity failed",
        "c differs: baseline passed, unity not run",
    ]


def test_a_test_that_breaks_in_one_variant_only_fails(tmp_path: Path, log: Log) -> None:
    found = contexts.context(tmp_path, variants=("baseline", "unity"))
    # a unity source includes this one, so that it is one level deeper there
    breaks = "1 + 1 == 2 && __INCLUDE_LEVEL__ == 0"
    toy_ci.edit(found.project.source, "unit.c", "1 + 1 == 2", breaks)
    outcome = variants.run(row(found, "variants"), found, log)

    assert outcome.state == "failed"
    assert outcome.reason == (
        "adds differs: baseline passed, unity failed; unity: 1 of 2 tests failed: adds (Failed)"
    )
    assert "unity/adds" in {test.name for test in outcome.tests}
    assert outcome.remarks == ()


def test_a_variant_that_changes_nothing_says_so(tmp_path: Path, log: Log) -> None:
    found = contexts.context(tmp_path, variants=("pch",))
    outcome = variants.run(row(found, "variants"), found, log)

    assert outcome.state == "passed"
    assert outcome.remarks[0].startswith("pch is as the baseline: the project has no precompiled")


def test_no_variants_are_an_obstacle(tmp_path: Path) -> None:
    found = contexts.context(tmp_path)

    assert variants.obstacle(row(found, "variants"), found) == "no --variants are named"
