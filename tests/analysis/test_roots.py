from __future__ import annotations

from pathlib import Path

import pytest

from buildprof.analysis.roots import find_roots
from buildprof.analysis.trees import Tree
from buildprof.analysis.units import Roots
from buildprof.cmake.cache import CacheFacts
from buildprof.cmake.step import Step


def steps(*sources: str) -> list[Step]:
    return [
        Step(role="compile", outputs=("o",), source=one, directory="/p/build") for one in sources
    ]


def test_sources_share_a_folder() -> None:
    roots = find_roots(Path("/x"), steps("/p/src/a/1.c", "/p/src/b/2.c", "/p/build/gen.c"), None)

    assert roots == Roots(sources=("/p/src",), builds=("/p/build", "/x"))


def test_a_root_that_is_nearly_the_disk_says_nothing() -> None:
    assert find_roots(Path("/x"), steps("/p/1.c", "/q/2.c"), None).sources == ()


def test_what_is_given_goes_before_the_cache_before_the_guess() -> None:
    cached = [Tree(folder="", facts=CacheFacts(source="/from/cache"))]

    assert find_roots(Path("/x"), steps("/a/b/c.c"), None, cached).sources == ("/from/cache",)
    assert find_roots(Path("/x"), [], Path("/given"), cached).sources == ("/given",)


@pytest.mark.parametrize(
    ("path", "short", "generated"),
    [
        ("/p/a.c", "a.c", False),
        ("/p/build/gen.c", "gen.c", True),
        ("/p/building.c", "building.c", False),
        ("/other/x.c", "/other/x.c", False),
        ("rel.c", "rel.c", False),
    ],
)
def test_names_are_relative_to_the_innermost_root(path: str, short: str, generated: bool) -> None:
    roots = Roots(sources=("/p",), builds=("/p/build",))

    assert (roots.shorten(path), roots.generated(path)) == (short, generated)


def test_a_build_inside_its_own_sources_generates_nothing() -> None:
    assert not Roots(sources=("/p",), builds=("/p",)).generated("/p/a.c")
