from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.compare import files, samples
from buildprof.compare.samples import Samples
from tests import comparing
from tests.comparing import unit

if TYPE_CHECKING:
    from pathlib import Path

UNITY = unit(
    "unity_0.cxx",
    1000,
    kind="unity",
    members=("a.cpp", "b.cpp"),
    frontend_us=600,
    backend_us=400,
    user_us=500,
)
MEASURED = {UNITY.trace: {"a.cpp": 100, "b.cpp": 300}}
ALONE = Samples(
    (
        samples.keyed(
            [
                unit("a.cpp", 900, frontend_us=600, backend_us=300),
                unit("b.cpp", 300, frontend_us=200, backend_us=100),
            ]
        ),
    )
)


def times(field: str, alone: Samples = ALONE) -> dict[str, files.FileTime]:
    side = Samples((samples.keyed([UNITY]),))
    (found,) = files.times(side, [MEASURED], field, files.alone(alone))
    return found


def test_members_get_their_own_time_and_a_share_of_the_rest() -> None:
    """200 of headers in halves; 400 behind the frontend as 300 : 100."""
    found = times("total_us")
    assert found["a.cpp"] == files.FileTime(100 + 100 + 300, 100 + 300)
    assert found["b.cpp"] == files.FileTime(300 + 100 + 100, 100 + 100)


def test_members_never_compiled_alone_share_equally() -> None:
    found = times("total_us", Samples(({},)))
    assert found["a.cpp"].total == 100 + 100 + 200
    assert found["b.cpp"].total == 300 + 100 + 200


@pytest.mark.parametrize("field", ["total_us", "frontend_us", "backend_us", "user_us"])
def test_members_add_up_to_the_unity_source(field: str) -> None:
    assert sum(time.total for time in times(field).values()) == pytest.approx(getattr(UNITY, field))


def test_a_precompiled_header_is_no_file_of_the_project() -> None:
    assert files.name_of(unit("cmake_pch.hxx", 1, kind="pch")) == "(precompiled header of toy)"
    assert files.name_of(unit("a.cpp", 1)) == "a.cpp"


def test_members_are_read_for_every_build(tmp_path: Path) -> None:
    folder = comparing.run(tmp_path, [("unity", [UNITY]), ("unity", [UNITY])])
    folder.save_record("minimal-unity-1", "members", MEASURED)
    assert files.members_of(comparing.side(folder, "unity")) == [MEASURED, {}]
