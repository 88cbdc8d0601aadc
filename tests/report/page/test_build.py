from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report.page import build

if TYPE_CHECKING:
    from buildprof.report.subject import Subject


def test_every_element_of_a_picture_has_its_hint(subject: Subject) -> None:
    view = build.make(subject, 0, *subject.shown[0])
    assert (view.key, view.name, view.label, view.depth) == (
        *("b0", "minimal-baseline", "Minimal, baseline"),
        2,
    )
    assert len(view.hints["steps"]) == len(view.timeline.bars)
    assert len(view.hints["units"]) == sum(len(group.tiles) for group in view.groups)
    assert len(view.hints["includes"]) == len(view.includes)


def test_hints_tell_what_a_thing_is_and_what_it_cost(subject: Subject) -> None:
    hints = build.make(subject, 0, *subject.shown[0]).hints
    assert hints["steps"][0] == [
        "src/model.cpp",
        "source, target toy",
        "total 3.60 s",
        "frontend 2.50 s, backend 1.00 s, other 0.10 s",
        "peak RSS 200 MiB",
        "0.00 s to 3.60 s: 3.60 s, job slot 1",
        "on the critical path",
    ]
    assert hints["steps"][3][:2] == ["libtoy.so", "link of toy"]
    assert hints["includes"][0] == [
        "src/model.h",
        "with its includes 0.15 s",
        "self 0.05 s (33 %)",
        "reached so by 2 TUs",
    ]
