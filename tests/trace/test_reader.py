from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from buildprof.analysis.result import Row
from buildprof.trace import _core
from buildprof.trace.facts import Status
from buildprof.trace.reader import Reader
from tests.traces import EC, span, text, write

if TYPE_CHECKING:
    from pathlib import Path


def test_paths_are_relative_and_read_once(tmp_path: Path) -> None:
    reader = Reader(tmp_path, threads=2)
    absolute = write(tmp_path, text(EC), "d/a.json")
    for path in (absolute, "d/a.json", "none.json"):
        reader.submit(path)

    facts = reader.finish()

    assert reader.paths == list(facts) == ["d/a.json", "none.json"]
    assert facts["d/a.json"].units[0].total_us == 100_000
    assert facts["none.json"].status is Status.UNREADABLE
    assert facts["none.json"].message == "cannot be opened: No such file or directory"


def test_more_may_be_submitted_after_a_pause(tmp_path: Path) -> None:
    reader = Reader(tmp_path, threads=2)
    for index in range(20):
        reader.submit(write(tmp_path, text(EC), f"{index}.json"))
        if index % 7 == 0:
            reader.finish()

    assert len(reader.finish()) == 20


def test_tables_are_over_what_is_selected(tmp_path: Path) -> None:
    reader = Reader(tmp_path, threads=1)
    for name in ("a", "b"):
        events = [span("InstantiateClass", 0, 5, f"{name}<int>"), EC]
        reader.submit(write(tmp_path, text(*events), f"{name}.json"))
    reader.finish()

    reader.select([("b.json", 0, "B", "b.json")])

    assert [row.name for row in reader.table("templates", Row)] == ["b<int>"]


def test_a_limit_keeps_the_longest(tmp_path: Path) -> None:
    reader = Reader(tmp_path, threads=1)
    events = [span("InstantiateClass", 100 * i, 1 + i % 7, f"T{i}") for i in range(50)]
    reader.submit(write(tmp_path, text(*events, EC)))
    reader.finish()
    reader.select([("a.cpp.json", 0, "a", "a")])

    everything = reader.table("templates", Row)

    assert reader.table("templates", Row, limit=9) == everything[:9]
    assert [row.total_us for row in everything] == sorted(
        (row.total_us for row in everything), reverse=True
    )


def test_without_a_selection_there_are_no_tables() -> None:
    with pytest.raises(ValueError, match="no units are selected"):
        _core.Session(1, b"").table("templates", 0, 0, 0, False)


def test_units_that_are_not_there_cannot_be_selected(tmp_path: Path) -> None:
    session = _core.Session(1, b"")
    session.submit(os.fsencode(write(tmp_path, text(EC))))
    session.files()

    with pytest.raises(IndexError, match="no such unit"):
        session.select([(0, 1, "a", "a")])


def test_a_reader_that_is_dropped_while_it_reads_ends(tmp_path: Path) -> None:
    path = write(
        tmp_path, text(*[span("InstantiateClass", i, 5, f"T{i}") for i in range(2_000)], EC)
    )
    session = _core.Session(2, b"")
    for _ in range(50):
        session.submit(os.fsencode(path))

    del session


def test_a_timeline_leaves_out_what_is_short(tmp_path: Path) -> None:
    path = os.fsencode(write(tmp_path, text(span("Frontend", 5, 10, "x\n"), EC)))

    assert b"Frontend" in _core.timeline(path, 0)
    assert b"Frontend" not in _core.timeline(path, 11)
    assert _core.timeline(os.fsencode(tmp_path / "none"), 0) == b"\x90"
