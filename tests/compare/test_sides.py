from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.compare import sides
from buildprof.errors import UsageError
from buildprof.runs.schema import Proof
from tests import records

if TYPE_CHECKING:
    from pathlib import Path

BASE, PCH = records.build("minimal", "baseline"), records.build("minimal", "pch")


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    records.stored(tmp_path, records.run(BASE, PCH, variants=("baseline", "pch"), id="1"))
    records.stored(tmp_path, records.run(PCH, BASE, variants=("pch", "baseline"), id="2"))
    return tmp_path


@pytest.mark.parametrize(
    ("a", "b", "names"),
    [
        ("1", "2", ("1:minimal/baseline", "2:minimal/baseline")),
        ("1:pch", "2", ("1:minimal/pch", "2:minimal/pch")),
        ("1:minimal/pch", "2:baseline", ("1:minimal/pch", "2:minimal/baseline")),
        ("latest:baseline", ":pch", ("2:minimal/baseline", "2:minimal/pch")),
        ("latest~1", "latest", ("1:minimal/baseline", "2:minimal/baseline")),
    ],
)
def test_names(reports: Path, a: str, b: str, names: tuple[str, str]) -> None:
    assert tuple(side.name for side in sides.choose(a, b, reports)) == names


def test_a_folder_is_named_with_its_variant(reports: Path) -> None:
    folder = reports / "runs" / "1"
    a, b = sides.choose(f"{folder}:pch", f"{folder}:baseline", reports)
    assert (a.name, b.name) == ("1:minimal/pch", "1:minimal/baseline")


def test_the_same_builds_cannot_be_compared(reports: Path) -> None:
    with pytest.raises(UsageError, match="are the same builds") as caught:
        sides.choose("1", "1:baseline", reports)
    assert "minimal/baseline, minimal/pch" in (caught.value.hint or "")


def test_a_variant_that_was_not_built_lists_those_that_were(reports: Path) -> None:
    with pytest.raises(UsageError, match="no successful build of 'unity'") as caught:
        sides.choose("1:unity", "2", reports)
    assert "minimal/baseline, minimal/pch" in (caught.value.hint or "")


def test_runs_without_a_common_variant(reports: Path) -> None:
    unity = records.build("minimal", "unity")
    records.stored(reports, records.run(unity, variants=("unity",), id="3"))
    with pytest.raises(UsageError, match="no variant in common"):
        sides.choose("1", "3", reports)


def test_builds_that_failed_or_had_no_effect_do_not_count(tmp_path: Path) -> None:
    proof = Proof(pch_units=0, pch_users=0, unity_units=0, problem="no unity source was compiled")
    builds = (
        records.build("minimal", "baseline", 1, state="failed", totals=None, proof=None),
        records.build("minimal", "baseline", 2),
        records.build("minimal", "baseline", 3, proof=proof),
    )
    records.stored(tmp_path, records.run(*builds, PCH, variants=("baseline", "pch")))
    side = sides.choose("latest:baseline", ":pch", tmp_path)[0].record
    assert side.builds == ("minimal-baseline-2",)
    assert side.left_out == (
        "minimal-baseline-1: failed",
        "minimal-baseline-3: no unity source was compiled",
    )
