from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.cmake import ninja_log

if TYPE_CHECKING:
    from pathlib import Path


def load(root: Path, text: str) -> dict[str, ninja_log.Entry]:
    (root / ".ninja_log").write_text(text)
    return ninja_log.load(root)


@pytest.mark.parametrize("version", [5, 6, 7, 12])
def test_versions_from_5_on(tmp_path: Path, version: int) -> None:
    found = load(tmp_path, f"# ninja log v{version}\n10\t35\t99\ta.o\tff\n")

    assert found == {"a.o": ninja_log.Entry("a.o", 10, 35, 99)}
    assert found["a.o"].duration_us == 25_000


def test_the_newest_entry_counts_and_stands_last(tmp_path: Path) -> None:
    found = load(tmp_path, "# ninja log v5\n1\t2\t0\ta\tx\n3\t4\t0\tb\tx\n5\t9\t0\ta\tx\n")

    assert [(entry.output, entry.end_ms) for entry in found.values()] == [("b", 4), ("a", 9)]


def test_broken_lines_are_left_out(tmp_path: Path) -> None:
    found = load(tmp_path, "# ninja log v5\nnot\ta\tnumber\tx\ty\n1\t2\n\n7\t9\t0\tok\tx\n4\t5\t1")

    assert list(found) == ["ok"]


def test_a_clock_that_went_back_is_no_time(tmp_path: Path) -> None:
    assert load(tmp_path, "# ninja log v5\n9\t2\t0\ta\tx\n")["a"].duration_us == 0
