from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.report import pairs
from buildprof.report.subject import Subject
from buildprof.runs.schema import Proof
from tests import records, samples

if TYPE_CHECKING:
    from pathlib import Path


def test_every_variant_is_compared_with_the_first(subject: Subject) -> None:
    (pair,) = subject.pairs
    assert (pair.name, pair.title) == ("minimal-pch", "Minimal, PCH against Minimal, baseline")
    assert (pair.comparison.a.variant, pair.comparison.b.variant) == ("baseline", "pch")
    files = pairs.part(pair.comparison, "file")
    assert files is not None
    assert files.rows[0].name == "src/model.cpp"
    assert files.rows[0].difference_us == pytest.approx(-1_250_000)


def test_a_variant_without_effect_is_not_compared(tmp_path: Path) -> None:
    proof = Proof(pch_units=0, pch_users=0, unity_units=0, problem="no unity source was compiled")
    builds = [records.build("minimal", "baseline"), records.build("minimal", "unity", proof=proof)]
    run = records.run(*builds, variants=("baseline", "unity"))
    assert Subject(records.stored(tmp_path, run)).pairs == []


def test_a_part_that_is_not_there_is_none() -> None:
    assert pairs.part(samples.comparison(), "header") is None
