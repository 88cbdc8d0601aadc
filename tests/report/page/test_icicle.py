from __future__ import annotations

from buildprof.analysis.include_tree import IncludeNode
from buildprof.report.names import Names
from buildprof.report.page import icicle
from tests import samples

NAMES = Names(samples.units())


def test_children_stand_below_their_parent_and_fill_its_time() -> None:
    cells = icicle.make(samples.includes(), NAMES)
    assert [(c.name[:13], c.depth, c.left, c.width, c.own) for c in cells] == [
        ("src/model.h", 0, 0.0, 75.0, 33),
        ("<c++/12/map>", 1, 0.0, 50.0, 100),
        (samples.HOSTILE[:13], 0, 75.0, 25.0, 100),
    ]
    assert [cell.origin for cell in cells] == ["project", "system", "project"]


def test_what_is_too_narrow_to_see_is_left_out_with_all_below_it() -> None:
    def node(path: str, parent: int, total_us: int) -> IncludeNode:
        return IncludeNode(path=path, parent=parent, units=1, self_us=0, total_us=total_us)

    cells = icicle.make(
        [node("a", -1, 100_000), node("b", -1, 10), node("c", 1, 10), node("d", 0, 50_000)], NAMES
    )
    assert [(cell.name, cell.depth) for cell in cells] == [("a", 0), ("d", 1)]


def test_no_includes_are_no_icicle() -> None:
    assert icicle.make([], NAMES) == ()
