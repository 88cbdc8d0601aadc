from __future__ import annotations

from buildprof.analysis import reconcile
from buildprof.analysis.claims import Claims
from buildprof.analysis.result import Problem
from buildprof.cmake.step import Step
from tests.claims import claim

STEP = Step(role="compile", outputs=("a.o",))


def test_every_difference_has_its_name() -> None:
    settled = Claims(
        units=[claim(step=STEP)],
        stale=["old.json"],
        unclaimed=["other.json"],
        missing=[
            Step(role="compile", outputs=("m.o",)),
            Step(role="compile", outputs=("f.o",), result=1),
        ],
    )

    found = reconcile.differences(settled, [Problem(path="bad.json", message="is empty")], set())

    assert [(one.kind, one.path) for one in found] == [
        ("no-trace", "m.o"),
        ("no-trace", "f.o"),
        ("stale-trace", "old.json"),
        ("unclaimed-trace", "other.json"),
        ("unreadable-trace", "bad.json"),
        ("no-object", "a.o"),
    ]
    assert found[1].message == "its compilation failed (1)"


def test_where_objects_are_not_known_none_is_missing() -> None:
    assert reconcile.differences(Claims(units=[claim(step=STEP)]), [], None) == []
