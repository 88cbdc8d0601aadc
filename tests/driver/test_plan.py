from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.driver import plan
from buildprof.errors import UsageError
from buildprof.project import project
from tests import toy

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.project.project import Project
    from buildprof.runs.schema import Interleave


@pytest.fixture
def loaded(tmp_path: Path) -> Project:
    return project.load(toy.make(tmp_path), None)


def ids(loaded: Project, scopes: list[str], variants: list[str], repetitions: int) -> list[str]:
    wanted = plan.make(loaded, scopes, variants, repetitions=repetitions, jobs=2)
    return [job.id for job in plan.jobs_of(wanted, loaded)]


def test_the_default_is_minimal_in_four_variants(loaded: Project) -> None:
    assert ids(loaded, ["minimal"], [], 1) == [
        "minimal-baseline-1",
        "minimal-pch-1",
        "minimal-unity-1",
        "minimal-pch-unity-1",
    ]


def test_repetitions_are_interleaved(loaded: Project) -> None:
    assert ids(loaded, ["minimal"], ["unity", "baseline"], 2) == [
        "minimal-baseline-1",
        "minimal-unity-1",
        "minimal-baseline-2",
        "minimal-unity-2",
    ]


def test_what_is_named_twice_is_built_once(loaded: Project) -> None:
    assert ids(loaded, ["full", "full"], ["pch", "pch"], 1) == ["full-pch-1"]


def test_an_unknown_scope_is_refused_before_anything_is_built(loaded: Project) -> None:
    with pytest.raises(UsageError, match="no scope named 'most'"):
        ids(loaded, ["most"], [], 1)


def test_interleaved_by_tu_the_first_build_is_whole_and_rounds_follow(loaded: Project) -> None:
    def made(how: Interleave) -> tuple[list[str], list[list[str]]]:
        wanted = plan.make(
            loaded,
            ["minimal", "full"],
            ["unity", "baseline"],
            repetitions=2,
            jobs=2,
            interleave=how,
        )
        rounds = [[job.id for job in jobs] for jobs in plan.rounds(wanted, loaded)]
        return [job.id for job in plan.whole(wanted, loaded)], rounds

    names = [f"{scope}-{variant}-" for scope in ("minimal", "full") for variant in VARIANTS]
    assert made("tu") == (
        [f"{name}1" for name in names],
        [[f"{name}2" for name in names[:2]], [f"{name}2" for name in names[2:]]],
    )
    assert made("build") == ([f"{name}{again}" for again in (1, 2) for name in names], [])


VARIANTS = ("baseline", "unity")


def test_lockstep_takes_a_second_repetition(loaded: Project) -> None:
    with pytest.raises(UsageError, match="lockstep begins with the second repetition"):
        plan.make(loaded, ["minimal"], [], repetitions=1, jobs=1, interleave="tu")
