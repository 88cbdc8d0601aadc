from __future__ import annotations

from buildprof.analysis.critical_path import critical_path
from buildprof.cmake.step import Role, Step


def step(
    output: str, start: int | None, took: int, command: str | None = None, role: Role = "compile"
) -> Step:
    return Step(
        role=role,
        outputs=(output,),
        target="t",
        command=command,
        started_us=start,
        duration_us=took,
    )


def test_the_longest_chain_of_steps_that_need_each_other() -> None:
    steps = [
        step("a.o", 0, 50, "cc -c a.c -o a.o"),
        step("b.o", 0, 90, "cc -c b.c -o b.o"),
        step("libb.a", 90, 5, "ar qc libb.a b.o", "link"),
        step("app", 95, 10, "ld a.o libb.a -o app", "link"),
        step("other.o", 0, 99, "cc -c other.c -o other.o"),
    ]
    assert critical_path(steps) == [1, 2, 3]


def test_steps_of_one_output_follow_one_another() -> None:
    steps = [
        step("a.o", 0, 50, "cc -c a.c -o a.o"),
        step("lib.a", 50, 1, "rm -f lib.a", "link"),
        step("lib.a", 51, 2, "ar qc lib.a a.o", "link"),
        step("lib.a", 53, 3, "ranlib lib.a", "link"),
    ]
    assert critical_path(steps) == [0, 2, 3]


def test_a_source_that_was_generated_is_needed() -> None:
    generated = step("gen.c", 0, 40, "python gen.py", "custom")
    compiled = Step(role="compile", outputs=("g.o",), source="gen.c", started_us=40, duration_us=5)
    assert critical_path([generated, compiled]) == [0, 1]


def test_a_link_of_unknown_command_needs_the_compiles_of_its_target() -> None:
    steps = [step("a.o", 0, 50), step("b.o", 0, 60), step("app", 60, 5, None, "link")]
    assert critical_path(steps) == [1, 2]


def test_steps_without_times_are_left_out() -> None:
    assert critical_path([step("a.o", None, 5)]) == []


def test_a_precompiled_header_is_needed_however_a_command_spells_it() -> None:
    header = "CMakeFiles/t.dir/cmake_pch.hxx.pch"
    steps = [
        step(header, 0, 40, f"cc -o {header}"),
        step("a.o", 40, 30, f"cc -include-pch <build>/{header} -c a.cpp -o a.o"),
        step("b.o", 0, 60, "cc -c b.cpp -o b.o"),
    ]
    assert critical_path(steps) == [0, 1]
