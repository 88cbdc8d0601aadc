"""Baseline, unity and PCH + unity of llama.cpp, from their traces: what accounts for the difference."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from buildprof.compare.compare import Request, compare
from buildprof.driver import collect
from tests import comparing, records, shared

if TYPE_CHECKING:
    from buildprof.compare.result import Changes, Comparison
    from buildprof.runs.folder import RunFolder

pytestmark = shared.needs_llama
SETS = {"baseline": "no-unity", "unity": "unity", "pch-unity": "unity-pch"}
SOURCES = Path("/src/llama.cpp")
ROOTS = {"source": SOURCES, "build": Path("/build")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """A run of the three variants, made of their traces alone."""
    root = tmp_path_factory.mktemp("llama")
    found = {
        variant: collect.collect(
            shared.unpack(name, root), SOURCES, since_us=0, reader=None, baseline=False
        )
        for variant, name in SETS.items()
    }
    builds = [
        records.build("minimal", variant, totals=collect.totals(one.units))
        for variant, one in found.items()
    ]
    made = records.stored(root, records.run(*builds, variants=tuple(SETS)))
    for build in builds:
        collect.save(found[build.variant], made, build.id, ROOTS, keep=False)
    return made


@pytest.fixture(scope="module", params=["unity", "pch-unity"])
def found(folder: RunFolder, request: pytest.FixtureRequest) -> Comparison:
    return compare(
        comparing.side(folder), comparing.side(folder, request.param), Request(metrics=("total",))
    )


def parts(comparison: Comparison) -> dict[str, Changes]:
    return {part.part: part for part in comparison.changes}


ALL = ["unit", "file", "target", "header", "template set", "function set", "pass"]


@pytest.mark.parametrize("part", ALL)
def test_parts_add_up_to_the_whole(found: Comparison, part: str) -> None:
    one = parts(found)[part]
    rows = sum(row.difference_us for row in one.rows)
    assert rows + one.remainder_us == pytest.approx(one.whole_us, abs=1)
    assert one.common_us + one.only_a_us + one.only_b_us == pytest.approx(rows, abs=1)


def test_units_files_and_targets_leave_no_remainder(found: Comparison) -> None:
    (total,) = found.estimates
    for part in ("unit", "file", "target"):
        one = parts(found)[part]
        assert one.whole_us == pytest.approx((total.b or 0) - (total.a or 0), abs=1)
        assert one.remainder_us == pytest.approx(0, abs=1)


def test_the_headers_of_the_models_account_for_the_frontend(found: Comparison) -> None:
    part = parts(found)["header"]
    largest = [row.name for row in part.rows[:5]]
    assert {"src/llama-graph.h", "src/models/models.h", "src/llama-model.h"} <= set(largest)
    named = sum(row.difference_us for row in part.rows)
    assert named / part.whole_us > 0.6


def test_models_are_followed_into_their_unity_sources(found: Comparison) -> None:
    rows = {row.name: row for row in parts(found)["file"].rows}
    models = [row for name, row in rows.items() if name.startswith("src/models/")]
    assert len(models) > 100
    # without the unity sources themselves, a member below the tracer's resolution stays unknown
    assert [row.name for row in models if row.b_us is None] == ["src/models/qwen3tts.cpp"]
    assert all(row.a_us is not None for row in models)
    assert all(0 < row.shared_b <= row.b_us + 1 for row in models if row.b_us is not None)
    whole = parts(found)["file"].whole_us
    assert sum(row.difference_us for row in models) / whole > 0.3


def test_as_units_the_same_models_are_on_one_side_only(found: Comparison) -> None:
    part = parts(found)["unit"]
    lone = {row.name for row in part.rows if row.b_us is None}
    assert sum(name.startswith("src/models/") for name in lone) > 100
    assert part.only_a_us < -100_000_000
    assert part.only_b_us > 0


def test_precompiled_headers_count_where_they_are_compiled(folder: RunFolder) -> None:
    pch = compare(
        comparing.side(folder), comparing.side(folder, "pch-unity"), Request(metrics=("total",))
    )
    rows = [row.name for row in parts(pch)["file"].rows if row.a_us is None]
    assert sorted(rows) == [
        f"(precompiled header of {target})" for target in ("ggml-cpu", "llama", "llama-common")
    ]


def test_one_build_of_each_gives_no_verdict(found: Comparison) -> None:
    assert found.verdict == "undecided"
    assert all(row.significant is None for part in found.changes for row in part.rows)
