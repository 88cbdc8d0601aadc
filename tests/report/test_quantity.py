from __future__ import annotations

from buildprof.report import quantity


def test_seconds() -> None:
    assert quantity.seconds(1_044_700_000) == "1,044.7 s"
    assert quantity.seconds(1_234, 2) == "0.00 s"
    assert quantity.seconds(None) == "–"


def test_count() -> None:
    assert quantity.count(1234.0) == "1,234"
    assert quantity.count(None) == "–"


def test_memory_and_size() -> None:
    assert quantity.memory(204_800) == "200 MiB"
    assert quantity.memory(None) == "–"
    assert quantity.size(2_912_345) == "2.9 MB"
    assert quantity.size(90_500) == "90.5 kB"
    assert quantity.size(None) == "–"
