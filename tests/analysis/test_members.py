from __future__ import annotations

from buildprof.analysis import members
from buildprof.analysis.result import Inclusion
from tests.comparing import unit


def included(path: str, parent: int, self_us: int) -> Inclusion:
    return Inclusion(path=path, parent=parent, count=1, inclusive_us=9 * self_us, self_us=self_us)


def test_members_count_themselves_without_headers() -> None:
    unity = unit("unity_0_cxx.cxx", 100, kind="unity", members=("src/a.cpp", "src/b.cpp"))
    tree = (
        included("/p/src/a.cpp", -1, 30),
        included("/p/include/a.h", 0, 50),
        included("/p/include/src/b.cpp", 1, 7),
    )
    found = members.shares([unity, unit("c.cpp", 5)], {unity.trace: tree})
    assert found == {unity.trace: {"src/a.cpp": 30, "src/b.cpp": 0}}


def test_windows_paths_and_members_outside_the_sources() -> None:
    unity = unit("unity_0_cxx.cxx", 100, kind="unity", members=("src/a.cpp", "/gen/b.cpp"))
    tree = (included("C:\\p\\src\\a.cpp", -1, 30), included("/gen/b.cpp", -1, 20))
    found = members.shares([unity], {unity.trace: tree})
    assert found[unity.trace] == {"src/a.cpp": 30, "/gen/b.cpp": 20}
