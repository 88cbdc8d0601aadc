from __future__ import annotations

from buildprof.analysis.pch_choice import Inclusion, choose


def included(unit: str, header: str, *within: str, us: int = 1000, target: str = "t") -> Inclusion:
    return Inclusion(target=target, unit=unit, header=header, within=within, inclusive_us=us)


def everywhere(header: str, *within: str, us: int = 1000, units: str = "abcd") -> list[Inclusion]:
    return [included(unit, header, *within, us=us) for unit in units]


def test_the_costliest_common_header_comes_first() -> None:
    found = [*everywhere("/inc/vector", us=10), *everywhere("/inc/regex", us=900)]
    assert choose(found, {"t": 4}) == {"t": ("/inc/regex", "/inc/vector")}


def test_half_of_the_units_are_not_most() -> None:
    found = [*everywhere("/inc/two.h", units="ab"), *everywhere("/inc/three.h", units="abc")]
    assert choose(found, {"t": 4}) == {"t": ("/inc/three.h",)}


def test_units_that_include_nothing_count() -> None:
    assert choose(everywhere("/inc/a.h"), {"t": 9}) == {}


def test_what_comes_with_a_chosen_header_is_left_out() -> None:
    found = [*everywhere("/p/all.h"), *everywhere("/inc/string", "/p/all.h")]
    assert choose(found, {"t": 4}) == {"t": ("/p/all.h",)}


def test_what_most_reach_by_another_way_is_taken_too() -> None:
    found = [
        *everywhere("/p/all.h", units="abc"),
        included("a", "/inc/string", "/p/all.h"),
        *[included(unit, "/inc/string", "/p/rare.h") for unit in "bcd"],
    ]
    assert choose(found, {"t": 4}) == {"t": ("/inc/string", "/p/all.h")}


def test_a_header_that_a_unit_enters_twice_counts_once() -> None:
    found = [included("a", "/inc/a.h"), included("a", "/inc/a.h"), included("a", "/inc/a.h")]
    assert choose(found, {"t": 4}) == {}


def test_parts_of_a_library_and_x_macro_files_are_no_headers_to_take() -> None:
    names = ("/usr/include/c++/12/bits/stl_tree.h", "/inc/__tree", "/p/opcodes.def", "/p/a.cpp")
    found = [inclusion for name in names for inclusion in everywhere(name)]
    assert choose(found, {"t": 4}) == {}


def test_a_target_of_two_units_gains_nothing() -> None:
    assert choose(everywhere("/inc/a.h", units="ab"), {"t": 2}) == {}


def test_targets_are_apart() -> None:
    found = [*everywhere("/inc/a.h"), *[included(u, "/inc/b.h", target="u") for u in "wxyz"]]
    assert choose(found, {"t": 4, "u": 4}) == {"t": ("/inc/a.h",), "u": ("/inc/b.h",)}
