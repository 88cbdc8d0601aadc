"""Which files are traces."""

from __future__ import annotations

import gzip
import os
from typing import TYPE_CHECKING

import pytest

from buildprof.analysis.build import analyze
from tests.traces import EC, differences, messages, only, span, text, total, write

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "content",
    [
        '[{"directory":"/","file":"a.cpp"}]',
        '[{"ph":"X","ts":1,"dur":5,"name":"find_package","args":{"location":"CMakeLists.txt:1"}}]',
        '{"version":1,"revision":0,"rules":[]}',
        '{"name":"vcpkg","dependencies":["fmt"]}',
        '{"traceEvents":[]}',
        '{"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":5,"name":"Render"}]}',
        '// a comment\n{"compilerOptions":{}}',
        '{"a": // no JSON',
        "[",
        "5",
        "<html>",
    ],
)
def test_other_json_is_counted_and_no_more(tmp_path: Path, content: str) -> None:
    write(tmp_path, text(EC))
    write(tmp_path, content, "other.json")

    result = analyze(tmp_path)

    assert (only(result).trace, result.ignored) == ("a.cpp.json", 1)
    assert result.unreadable == result.warnings == result.differences == ()


def test_probes_of_the_configure_step_are_apart(tmp_path: Path) -> None:
    write(tmp_path, text(EC))
    for folder in ("3.25.1/CompilerIdCXX", "4.4.0-rc1/CompilerIdC", "CMakeScratch/TryCompile-x"):
        write(tmp_path, text(EC), f"CMakeFiles/{folder}/a.json")

    result = analyze(tmp_path)

    assert result.summary.translation_units == 1
    assert (result.probes.units, result.probes.total_us) == (3, 300_000)


def test_a_trace_of_an_object_on_stdout_is_stray(tmp_path: Path) -> None:
    write(tmp_path, text(EC))
    write(tmp_path, text(EC), "-.json")

    assert analyze(tmp_path).summary.translation_units == 1


def test_traces_are_told_by_content_not_by_name(tmp_path: Path) -> None:
    for name in ("unit.trace", "b.time-trace", "deep/er/c.json", "D.JSON"):
        write(tmp_path, text(EC), name)
    write(tmp_path, text(EC), "copied.o")

    assert sorted(unit.trace for unit in analyze(tmp_path).units) == [
        *("D.JSON", "b.time-trace", "deep/er/c.json", "unit.trace")
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \n ", "is empty"),
        (b'{"traceEvents":[{"pid":1', "ends in the middle at byte 24"),
        (b'{"traceEvents":[{"pid":1}', "ends in the middle at byte 25"),
        (b'{"traceEvents":[{"name":"Sou', "ends in the middle of a string at byte 28"),
        (b'{"traceEvents":[{"pid" 1}]}', "a colon is missing at byte 23"),
        (b'{"traceEvents":[{"pid":1} {}]}', "a comma is missing at byte 26"),
        (b'{"beginningOfTime":1', "ends in the middle at byte 20"),
        (b"{", "ends in the middle at byte 1"),
        (gzip.compress(b'{"traceEvents":[]}'), "is compressed with gzip: unpack it first"),
        (text(EC).encode("utf-16"), "is UTF-16, and traces are UTF-8: convert it first"),
    ],
)
def test_a_broken_trace_is_named_with_the_place(
    tmp_path: Path, content: bytes, message: str
) -> None:
    write(tmp_path, text(EC), "good.json")
    write(tmp_path, content, "broken.json")

    result = analyze(tmp_path)

    assert only(result).trace == "good.json"
    assert [(one.path, one.message) for one in result.unreadable] == [("broken.json", message)]
    assert differences(result) == [("unreadable-trace", "broken.json")]


def test_something_after_the_end_is_said(tmp_path: Path) -> None:
    write(tmp_path, text(EC) + '{"traceEvents":[]}')

    assert messages(analyze(tmp_path)) == ["something follows the end of the trace"]


def test_folders_links_and_loops_are_no_traces(tmp_path: Path) -> None:
    write(tmp_path, text(EC), "real/a.json")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "dangling.json").symlink_to(tmp_path / "nowhere.json")
    (tmp_path / "real" / "loop").symlink_to(tmp_path)

    result = analyze(tmp_path)

    assert only(result).trace == "real/a.json"
    assert result.unreadable == ()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may read every file")
def test_a_file_that_must_not_be_read_is_named(tmp_path: Path) -> None:
    write(tmp_path, text(EC)).chmod(0)

    [problem] = analyze(tmp_path).unreadable

    assert problem.message == "cannot be opened: Permission denied"


def test_one_file_may_be_analysed(tmp_path: Path) -> None:
    write(tmp_path, text(EC), "other.json")

    assert only(analyze(write(tmp_path, text(EC), "this.json"))).trace == "this.json"


def granular(root: Path, name: str, shortest: int) -> None:
    """A unit whose spans below `shortest` were not written."""
    durations = [5, 40, 90, 450, 700, 900, 4_000]
    starts = [sum(durations[:i]) for i in range(len(durations))]
    spans = [
        span(f"Scope{dur}", ts, dur)
        for ts, dur in zip(starts, durations, strict=True)
        if dur >= shortest
    ]
    totals = [total(f"Scope{dur}", dur, tid=10 + dur) for dur in durations]
    write(root, text(*spans, EC, *totals), name)


@pytest.mark.parametrize(("other", "mixed"), [(500, False), (0, True), (100, True)])
def test_mixed_granularities_are_said(tmp_path: Path, other: int, mixed: bool) -> None:
    granular(tmp_path, "a.json", 500)
    granular(tmp_path, "b.json", other)

    found = [message for message in messages(analyze(tmp_path)) if "granularity" in message]

    assert len(found) == int(mixed)
