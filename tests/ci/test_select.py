from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.ci.select import choose, with_required
from buildprof.ci.switches import Switches
from buildprof.errors import UsageError
from buildprof.project.stage import Stage
from tests import contexts

if TYPE_CHECKING:
    from pathlib import Path


def skipped(
    folder: Path, *, only: tuple[str, ...] = (), skip: tuple[str, ...] = (), **on: bool
) -> dict[str, str | None]:
    found = contexts.context(folder, Switches(**on))  # type: ignore[arg-type]
    return {one.stage.name: one.skipped for one in choose(found, only, skip)}


def test_stages_keep_the_projects_order_and_its_own_come_last(tmp_path: Path) -> None:
    names = list(skipped(tmp_path, low_perf=True))

    assert names[:2] == ["ctest_debug", "ctest_release"]
    assert names.index("generate_models") < names.index("fusion")
    assert names[-1] == "hello"


def test_each_that_does_not_run_says_why(tmp_path: Path) -> None:
    why = skipped(tmp_path, skip=("hello",), low_perf=True)

    assert why["hello"] == "--skip"
    assert why["server"] == "left out with --low-perf"
    assert why["tensor_split"] == "no program that splits models is named"
    assert why["variants"] == "no --variants are named"
    assert why["ctest_debug"] is None


def test_only_takes_what_it_requires_with_it(tmp_path: Path) -> None:
    assert skipped(tmp_path, only=("fusion",)) == {"generate_models": None, "fusion": None}


def test_a_stage_that_is_named_runs_though_a_switch_leaves_it_out(tmp_path: Path) -> None:
    assert skipped(tmp_path, only=("server",), low_perf=True) == {"server": None}


@pytest.mark.parametrize("way", ["only", "skip"])
def test_an_unknown_stage_is_refused_with_those_there_are(tmp_path: Path, way: str) -> None:
    with pytest.raises(UsageError) as caught:
        skipped(tmp_path, **{way: ("nope",)})  # type: ignore[arg-type]

    assert caught.value.what == "there is no stage named 'nope'"
    assert "ctest_debug, ctest_release" in (caught.value.hint or "")


def test_requirements_are_followed_to_their_end() -> None:
    rows = {
        "a": Stage(name="a"),
        "b": Stage(name="b", requires=("a",)),
        "c": Stage(name="c", requires=("b",)),
        "d": Stage(name="d"),
    }

    assert with_required(rows, ["c"]) == {"a", "b", "c"}
