from __future__ import annotations

from buildprof.analysis import include_tree
from buildprof.analysis.result import Inclusion


def inclusion(path: str, parent: int, self_us: int) -> Inclusion:
    return Inclusion(path=path, parent=parent, count=1, inclusive_us=0, self_us=self_us)


def test_chains_of_several_units_become_one_and_no_time_counts_twice() -> None:
    first = [inclusion("a.h", -1, 10), inclusion("b.h", 0, 30), inclusion("c.h", -1, 5)]
    second = [inclusion("b.h", -1, 7), inclusion("a.h", -1, 20), inclusion("b.h", 1, 40)]
    found = include_tree.merge([first, second])
    assert [(n.path, n.parent, n.units, n.self_us, n.total_us) for n in found] == [
        ("a.h", -1, 2, 30, 100),
        ("b.h", 0, 2, 70, 70),
        ("b.h", -1, 1, 7, 7),
        ("c.h", -1, 1, 5, 5),
    ]


def test_what_cannot_be_seen_is_not_listed_but_counts_in_what_it_is_below() -> None:
    found = include_tree.merge([[inclusion("a.h", -1, 1_000_000), inclusion("tiny.h", 0, 1)]])
    assert [(node.path, node.total_us) for node in found] == [("a.h", 1_000_001)]


def test_no_includes_are_no_tree() -> None:
    assert include_tree.merge([[]]) == ()
