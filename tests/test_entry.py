from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof import entry

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("b", {"where": "b"}),
        ("b --json", {"where": "b", "form": "json"}),
        ("--strict b --format cba", {"where": "b", "form": "cba", "strict": True}),
        ("b -j2 -o out --top 5", {"where": "b", "threads": 2, "output": "out", "top": 5}),
        ("b --no-steps --jobs 3", {"where": "b", "detect": False, "threads": 3}),
    ],
)
def test_plain_arguments_take_the_short_way(line: str, options: dict[str, object]) -> None:
    assert entry.quick(line.split()) == options


@pytest.mark.parametrize(
    "line",
    [
        *("", "--help", "b c", "b --format", "b --format=cba", "b --format nope", "b --top 0"),
        *("b --top x", "b -j", "b --json --json", "b --source-root s", "b --unknown", "b -o -x"),
    ],
)
def test_anything_unusual_takes_the_long_way(line: str) -> None:
    assert entry.quick(line.split()) is None


@pytest.mark.parametrize(
    "line", ["b", "b --json", "b -j 2 --strict", "b --format cba --top 3", "b -o out --no-steps"]
)
def test_both_ways_ask_for_the_same(
    line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The short way knows a part of the options; what it knows it must know right."""
    from buildprof.cli import invoke  # noqa: PLC0415
    from buildprof.report import analysis  # noqa: PLC0415

    asked: list[analysis.Request] = []
    monkeypatch.setattr(analysis, "run", asked.append)
    monkeypatch.chdir(tmp_path)

    options = entry.quick(line.split())

    assert options is not None
    assert invoke(["analyze", *line.split()]) == analysis.invoke(options) == 0
    assert asked[0] == asked[1]
