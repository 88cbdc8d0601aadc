from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.compare import sides
from buildprof.compare.compare import Request, compare
from buildprof.compare.result import Comparison
from buildprof.report import comparison_json, comparison_text
from tests import comparing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Outcome


@pytest.fixture
def found(tmp_path: Path) -> Comparison:
    reports = tmp_path / "reports"
    times = [[1_000_000, 2_000_000]] * 5
    comparing.alternating(reports, times, [[1_100_000, 2_100_000]] * 5)
    return compare(*sides.choose(":baseline", ":pch", reports), Request())


def test_variants_of_the_latest_run(found: Comparison, buildprof: Callable[..., Outcome]) -> None:
    expected = comparison_text.render(found, width=100)
    done = buildprof("compare", "latest:baseline", "latest:pch")
    assert (done.code, done.stdout, done.stderr) == (0, expected, "")


def test_markdown(found: Comparison, buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("compare", ":baseline", ":pch", "--md")
    assert done.stdout == comparison_text.render(found, "md")


def test_json(found: Comparison, buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("compare", ":baseline", ":pch", "--json")
    assert done.stdout == comparison_json.render(found)


def test_metric_and_confidence(found: Comparison, buildprof: Callable[..., Outcome]) -> None:
    options = ("--metric", "backend", "--confidence", "0.9")
    done = buildprof("compare", ":baseline", ":pch", "--json", *options)
    (estimate,) = msgspec.json.decode(done.stdout, type=Comparison).estimates
    assert (estimate.metric, estimate.confidence) == ("backend", 0.9)
    assert found.metric == "total"


def test_what_does_not_compare_is_a_usage_error(
    found: Comparison, buildprof: Callable[..., Outcome]
) -> None:
    done = buildprof("compare", ":baseline", "latest")
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.startswith("error: :baseline and latest are the same builds\n")
    assert found.a.run in done.stderr or "minimal/baseline, minimal/pch" in done.stderr


def test_a_gate_that_fails_is_the_exit_code(
    found: Comparison, buildprof: Callable[..., Outcome]
) -> None:
    assert found.verdict == "higher"
    failed = buildprof("compare", ":baseline", ":pch", "--fail-if", "total:5%")
    assert (failed.code, "- gate total:5%: FAILED" in failed.stdout) == (1, True)
    assert buildprof("compare", ":baseline", ":pch", "--fail-if", "total:50%").code == 0


def test_a_gate_may_be_of_another_metric_than_the_verdict(
    found: Comparison, buildprof: Callable[..., Outcome]
) -> None:
    assert found.metric == "total"
    options = ("--metric", "backend", "--fail-if", "total:5%", "--json")
    done = buildprof("compare", ":baseline", ":pch", *options)
    result = msgspec.json.decode(done.stdout, type=Comparison)
    assert (done.code, result.metric) == (1, "backend")
    assert result.gates[0].why.startswith("total changed by")
