from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.analysis.survey import shown_path, survey
from buildprof.trace.reader import Reader
from tests.claims import claim
from tests.traces import EC, source, text, write

if TYPE_CHECKING:
    from pathlib import Path


def test_inclusions_are_a_tree_for_every_unit(tmp_path: Path) -> None:
    write(tmp_path, text(*source("in.h", 20, 30), *source("out.h", 10, 50), EC), "a.json")
    write(tmp_path, text(EC), "b.json")

    found = survey(tmp_path).inclusions()

    assert [(one.path, one.parent, one.inclusive_us) for one in found["a.json"]] == [
        ("out.h", -1, 40),
        ("in.h", 0, 10),
    ]
    assert found["b.json"] == ()


def test_a_reader_that_was_fed_during_the_build_is_used(tmp_path: Path) -> None:
    reader = Reader(tmp_path, threads=1)
    reader.submit(write(tmp_path, text(EC), "early.json"))
    write(tmp_path, text(EC), "late.json")

    found = survey(tmp_path, reader=reader)

    assert sorted(unit.trace for unit in found.units) == ["early.json", "late.json"]


def test_a_unit_is_shown_by_its_object_where_there_is_one(tmp_path: Path) -> None:
    assert shown_path(tmp_path, claim()) == str(tmp_path / "a.cpp.json")
    write(tmp_path, b"", "a.cpp.obj")
    assert shown_path(tmp_path, claim()) == str(tmp_path / "a.cpp.obj")
