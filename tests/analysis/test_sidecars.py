from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.analysis.sidecars import objects, sidecars
from buildprof.cmake.proc_stat import Usage
from buildprof.cmake.step import Step
from tests.claims import claim
from tests.traces import OBJECT, TRACE, step, write

if TYPE_CHECKING:
    from pathlib import Path


def test_an_object_has_a_size_and_its_compiler_used_something(tmp_path: Path) -> None:
    write(tmp_path, "12345", OBJECT)

    found = sidecars(tmp_path, [claim(trace=TRACE, step=step())], {OBJECT: Usage(7, 9)}, [])[TRACE]

    assert (found.object_bytes, found.user_us, found.peak_kib) == (5, 7, 9)
    assert found.configuration is None
    assert found.members == ()


def test_a_device_has_no_share_of_what_its_host_used(tmp_path: Path) -> None:
    write(tmp_path, "12345", OBJECT)

    found = sidecars(
        tmp_path, [claim(trace=TRACE, step=step(), arch="sm_90")], {OBJECT: Usage(7, 9)}, []
    )[TRACE]

    assert (found.object_bytes, found.user_us, found.peak_kib) == (None, None, None)


def test_objects_are_those_on_disk_and_unknown_where_there_is_none(tmp_path: Path) -> None:
    steps = [step(), step("gone.o"), Step(role="link", outputs=("app",))]
    assert objects(tmp_path, steps) is None

    write(tmp_path, "x", OBJECT)
    write(tmp_path, "x", "app")

    assert objects(tmp_path, steps) == {OBJECT}
