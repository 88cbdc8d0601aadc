from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import analysis_text
from tests.traces import EC, analyse, source, span, write

if TYPE_CHECKING:
    from pathlib import Path

EXPECTED = """\
Time summary: 1 translation units (1 source)
  Frontend (parsing)              0.0 s
  Backend (optimise, code)          – s
  Other (PCH, start, write)       0.1 s
  Compiler in all                 0.1 s
  of it, instantiation            0.0 s
  Not counted: 1 JSON files were not traces

Files that took longest to parse (frontend): ms
     40.0  a.cpp

Expensive headers: ms, self ms, times
     30.0      20.0     1x  /a.h
                              1x included directly
                               30.0 paid by a.cpp
     10.0      10.0     1x  /in.h
                              1x via a.h
                               10.0 paid by a.cpp

Unreadable traces (1)
  broken.json: ends in the middle at byte 1

Differences between steps, traces and objects (1)
  broken.json: ends in the middle at byte 1
"""


def test_the_whole_report(tmp_path: Path) -> None:
    write(tmp_path, "{", "broken.json")
    write(tmp_path, "[]", "other.json")
    headers = [*source("/in.h", 2_000, 12_000), *source("/a.h", 1_000, 31_000)]

    result = analyse(tmp_path, *headers, span("Frontend", 500, 40_000), EC)

    assert analysis_text.render(result, 100) == EXPECTED


def test_names_that_are_cut_stay_different(tmp_path: Path) -> None:
    names = ["x" * 500 + end for end in "ab"]
    events = [span("InstantiateClass", 100 * i, 5, name) for i, name in enumerate(names)]

    lines = analysis_text.render(analyse(tmp_path, *events, EC), 80).splitlines()

    rows = [line for line in lines if "xxx" in line]
    assert len(set(rows)) == 2
    assert max(map(len, lines)) <= 90


def test_nothing_from_a_trace_commands_the_terminal(tmp_path: Path) -> None:
    evil = "\x1b]0;owned\x07\u202eabc\r\n"
    events = [
        *source(f"/{evil}.h", 0, 9),
        span("InstantiateClass", 0, 5, evil),
        span("OptFunction", 50, 5, evil),
    ]
    write(tmp_path, '{"traceEvents":[', "bad\x1b[2J.json")

    text = analysis_text.render(analyse(tmp_path, *events, EC), 200)

    assert not set(text) & set("\x1b\x07\u202e\r")


def test_long_lists_of_problems_are_cut_and_say_so(tmp_path: Path) -> None:
    for index in range(14):
        write(tmp_path, "{", f"broken{index:02}.json")

    text = analysis_text.render(analyse(tmp_path, EC), 100)

    assert "Unreadable traces (14)" in text
    assert "  … and 4 more: --json lists them all" in text
