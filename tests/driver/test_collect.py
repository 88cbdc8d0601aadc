from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.cmake.proc_stat import Usage
from buildprof.driver import collect
from buildprof.runs.schema import Totals
from buildprof.trace.unit import Unit
from tests import records

if TYPE_CHECKING:
    from pathlib import Path


def test_sums_hold_what_is_known_and_count_what_is_not() -> None:
    assert collect.totals(records.UNITS) == Totals(
        units=2,
        kinds={"source": 2},
        frontend_us=2_500_000,
        backend_us=1_500_000,
        other_us=20_000,
        total_us=4_220_000,
        unknown=1,
    )


def test_a_sum_of_nothing_known_is_unknown() -> None:
    found = collect.totals([Unit(name="a", trace="a.json", kind="pch")])
    assert (found.total_us, found.kinds, found.unknown) == (None, {"pch": 1}, 1)
    assert collect.totals([]).units == 0


def test_usage_joins_the_trace_that_lies_beside_its_object() -> None:
    units = [Unit(name=name, trace=f"d/{name}.json") for name in ("a.cpp", "b.cpp")]
    usage = {"d/a.cpp.o": Usage(user_us=5, peak_kib=7), "libx.so": Usage(1, 1)}
    first, second = collect.with_usage(units, usage)
    assert (first.user_us, first.peak_kib) == (5, 7)
    assert (second.user_us, second.peak_kib) == (None, None)


def test_a_trace_lies_beside_its_object_and_replaces_its_last_extension() -> None:
    assert collect.trace_of("CMakeFiles/x.dir/a.cpp.o") == "CMakeFiles/x.dir/a.cpp.json"
    assert collect.trace_of("cmake_pch.hxx.pch") == "cmake_pch.hxx.json"


def test_the_ninja_log_serves_where_cmake_recorded_no_steps(tmp_path: Path) -> None:
    command = {"directory": str(tmp_path), "command": "clang++ -c a.cpp", "file": "/s/a.cpp"}
    entries = [command | {"output": "CMakeFiles/x.dir/a.cpp.o"}]
    (tmp_path / "compile_commands.json").write_bytes(msgspec.json.encode(entries))
    log = "# ninja log v7\n5\t25\t1796146835040000000\tCMakeFiles/x.dir/a.cpp.o\tabc\n"
    (tmp_path / ".ninja_log").write_text(log, "utf-8")
    (step,) = collect.steps_of(tmp_path)
    assert (step.role, step.target, step.duration_us) == ("compile", "x", 20_000)
