"""What single traces may hold: each input with its right value."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from buildprof.analysis.build import analyze
from tests.traces import EC, analyse, header, messages, only, source, span, text, total, write

if TYPE_CHECKING:
    from pathlib import Path

GCH = "/b/CMakeFiles/t.dir/cmake_pch.hxx.pch"


# Source events -----------------------------------------------------------------------------------


INNER = source("/a/inner.h", 2_000, 31_000)
OUTER = source("/a/outer.h", 1_000, 90_000)


@pytest.mark.parametrize(
    "events",
    [
        [*INNER, *OUTER],
        [OUTER[0], INNER[0], INNER[1], OUTER[1]],
        [OUTER[1], INNER[1], OUTER[0], INNER[0]],
        [INNER[0], OUTER[1], OUTER[0], INNER[1]],
    ],
    ids=["as clang writes", "by time", "backwards", "mixed"],
)
def test_begin_and_end_pair_in_any_order(tmp_path: Path, events: list[Any]) -> None:
    result = analyse(tmp_path, *events, EC)

    outer, inner = header(result, "/a/outer.h"), header(result, "/a/inner.h")
    assert (outer.inclusive_us, outer.self_us) == (89_000, 60_000)
    assert (inner.inclusive_us, inner.self_us) == (29_000, 29_000)
    assert [chain.via for chain in inner.chains] == [("/a/outer.h",)]


def test_a_scope_may_cross_an_include(tmp_path: Path) -> None:
    """A declaration may begin in one file and end in the next."""
    crossing = span("ParseDeclarationOrFunctionDefinition", 20_000, 20_000, "x.h:1")

    result = analyse(tmp_path, *INNER, *OUTER, crossing, EC)

    assert header(result, "/a/outer.h").self_us == 60_000


def test_begin_and_end_of_threads(tmp_path: Path) -> None:
    """The synchronous pair of the format; the end need not say its name."""
    begin = {"pid": 1, "tid": 1, "ph": "B", "ts": 1_000, "name": "Frontend"}
    end = {"pid": 1, "tid": 1, "ph": "E", "ts": 41_000}

    assert only(analyse(tmp_path, begin, end, EC)).frontend_us == 40_000


def test_an_include_that_never_ends_is_no_time(tmp_path: Path) -> None:
    result = analyse(tmp_path, INNER[0], *OUTER, EC)

    assert [(one.path, one.self_us) for one in result.headers] == [("/a/outer.h", 89_000)]
    assert messages(result) == ["Source has no duration: it is unknown"]


def test_a_file_that_includes_itself_counts_its_time_once(tmp_path: Path) -> None:
    result = analyse(tmp_path, *source("x.h", 20, 30), *source("x.h", 10, 50), EC)

    row = header(result, "x.h")
    assert (row.count, row.total_us, row.inclusive_us, row.self_us) == (2, 40, 50, 40)


def test_one_file_by_several_spellings(tmp_path: Path) -> None:
    result = analyse(
        tmp_path,
        *source("/p/src/../include/a.h", 0, 10),
        *source("/p/include//./a.h", 20, 50),
        *source("\\p\\include\\a.h", 60, 70),
        EC,
    )

    assert [(one.path, one.count, one.total_us) for one in result.headers] == [
        ("/p/include/a.h", 3, 50)
    ]


# Totals ------------------------------------------------------------------------------------------


def test_totals_with_a_colon(tmp_path: Path) -> None:
    events = [
        span("ExecuteCompiler", 0, 900),
        span("Total: Frontend", 0, 416, tid=9, args={"count": 1}),
    ]

    assert only(analyse(tmp_path, *events)).frontend_us == 416


def test_a_program_may_call_its_own_event_total(tmp_path: Path) -> None:
    """It is one only on a thread of its own, at the beginning, with a count."""
    own = span("Total Frontend", 0, 7_000, args={"count": 1})

    assert only(analyse(tmp_path, own, EC)).frontend_us is None


def test_a_total_is_no_number_of_includes(tmp_path: Path) -> None:
    result = analyse(tmp_path, *INNER, *OUTER, EC, total("Source", 89_000, count=1))

    assert sum(one.count for one in result.headers) == 2


def test_nested_instantiations_count_once(tmp_path: Path) -> None:
    events = [span("InstantiateClass", i, 1_000 - 2 * i, f"S<{900 - i}>") for i in range(400)]

    result = analyse(tmp_path, *events, EC)

    [row] = result.template_sets
    assert (row.name, row.count, row.total_us) == ("S<$>", 1, 1_000)
    assert row.inclusive_us == sum(1_000 - 2 * i for i in range(400))
    assert row.self_us == 1_000
    assert result.summary.instantiation_us == 1_000
    assert sum(one.self_us for one in result.templates) == 1_000


# Kinds -------------------------------------------------------------------------------------------


def test_a_precompiled_header_is_neither_frontend_nor_backend(tmp_path: Path) -> None:
    events = [
        span("Frontend", 1_000, 366_800),
        span("WriteAST", 368_000, 70_800, GCH),
        span("ExecuteCompiler", 0, 440_600),
    ]
    write(tmp_path, text(*events), "CMakeFiles/t.dir/cmake_pch.hxx.json")

    unit = only(analyze(tmp_path))

    assert (unit.kind, unit.target, unit.backend_us) == ("pch", "t", None)
    assert (unit.frontend_us, unit.other_us, unit.total_us) == (366_800, 73_800, 440_600)


def test_a_precompiled_header_of_clang_15_has_no_write_event(tmp_path: Path) -> None:
    events = [span("Frontend", 1_000, 300_000), span("ExecuteCompiler", 0, 440_600)]
    write(tmp_path, text(*events), "CMakeFiles/t.dir/cmake_pch.hxx.json")

    assert only(analyze(tmp_path)).kind == "pch"


def test_a_unit_that_reads_a_precompiled_header(tmp_path: Path) -> None:
    unit = only(analyse(tmp_path, span("ReadAST", 10, 700, GCH), span("Frontend", 800, 9_000), EC))

    assert unit.reads_pch
    assert unit.kind == "source"


def test_a_module_that_writes_its_interface_is_a_source(tmp_path: Path) -> None:
    events = [span("WriteAST", 50, 70, "m.pcm"), span("Backend", 200, 900), EC]

    assert only(analyse(tmp_path, *events)).kind == "source"


def test_members_of_a_unity_file_are_no_headers(tmp_path: Path) -> None:
    events = [
        *source("/s/a.h", 1_100, 1_900),
        *source("/s/one.cpp", 1_000, 5_000),
        *source("/s/two.cpp", 6_000, 9_000),
    ]
    write(tmp_path, text(*events, EC), "CMakeFiles/t.dir/Unity/unity_0_cxx.cxx.json")

    result = analyze(tmp_path)

    unit = only(result)
    assert (unit.kind, unit.members) == ("unity", ("/s/one.cpp", "/s/two.cpp"))
    assert [one.path for one in result.headers] == ["/s/a.h"]
    assert header(result, "/s/a.h").direct == 1


def test_deferred_code_generation_is_said(tmp_path: Path) -> None:
    events = [
        span("Frontend", 0, 50_000),
        span("Optimizer", 60_000, 9_000),
        span("Backend", 55_000, 30_000),
    ]

    assert messages(analyse(tmp_path, *events, EC)) == [
        "code generation is deferred to the link step (LTO)"
    ]


def test_what_save_temps_leaves_is_incomplete(tmp_path: Path) -> None:
    result = analyse(tmp_path, span("Backend", 100, 90_000), EC)

    unit = only(result)
    assert (unit.incomplete, unit.frontend_us, unit.backend_us) == (True, None, 90_000)
    assert "-save-temps" in messages(result)[0]
    assert result.summary.frontend_us is None


def test_a_linker_is_no_unit(tmp_path: Path) -> None:
    """Its threads work at the same time: their functions are not added to the wall time."""
    linker = span("ExecuteLinker", 0, 50_000)
    workers = [span("OptFunction", 10, 40_000, "f", tid=tid) for tid in (2, 3)]
    write(tmp_path, text(linker, *workers), "prog.time-trace")

    result = analyse(tmp_path, EC)

    assert [(link.trace, link.total_us) for link in result.links] == [("prog.time-trace", 50_000)]
    assert result.summary.translation_units == 1
    assert result.summary.total_us == 100_000
    assert result.functions == ()


def test_device_and_host_are_one_unit(tmp_path: Path) -> None:
    """clang 23 writes one trace for every device architecture."""
    names = [f"k-hip-amdgcn-amd-amdhsa-gfx{arch}.json" for arch in (906, 1030)]
    for name in ("k.json", *names):
        write(tmp_path, text(span("Frontend", 0, 10_000), EC), name)

    result = analyze(tmp_path)

    assert result.summary.translation_units == 1
    assert sorted((unit.kind, unit.arch) for unit in result.units if unit.arch) == [
        ("device", "gfx1030"),
        ("device", "gfx906"),
    ]
    assert [unit.trace for unit in result.units if unit.kind == "source"] == ["k.json"]


def test_a_device_trace_of_nvcc(tmp_path: Path) -> None:
    """Its list begins with an empty object, its metadata has no thread, and it has no root."""
    events = [
        {},
        {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "cicc"}},
        span("Processing Header File", 0, 4_000, "/usr/include/math.h"),
        span("LibNVVM", 5_000, 2_000),
        span("Total PTXAS Time", 7_000, 3_000),
    ]

    unit = only(analyse(tmp_path, *events))

    assert (unit.kind, unit.backend_us, unit.total_us) == ("device", 5_000, None)


def test_processes_of_one_file_are_units_of_their_own(tmp_path: Path) -> None:
    other = span("ExecuteCompiler", 0, 40_000, pid=2)

    result = analyse(tmp_path, EC, other, span("Frontend", 0, 30_000, pid=2))

    assert [(unit.total_us, unit.frontend_us) for unit in result.units] == [
        (100_000, None),
        (40_000, 30_000),
    ]


def test_events_of_a_process_without_root_belong_to_the_one_that_has_it(tmp_path: Path) -> None:
    """Process numbers are not always right; nothing of a trace may be lost for that."""
    events = [span("Frontend", 0, 30_000, pid=7), *source("/a.h", 10, 90, pid=8), EC]

    result = analyse(tmp_path, *events)

    assert only(result).frontend_us == 30_000
    assert [one.path for one in result.headers] == ["/a.h"]


# Shapes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("thread", [259, "259", 2**64 - 1, -1, 1.5, None])
def test_any_process_and_thread_number(tmp_path: Path, thread: Any) -> None:
    frontend = span("Frontend", 0, 10, pid=thread, tid=thread)

    unit = only(analyse(tmp_path, frontend, {**EC, "pid": thread, "tid": thread}))

    assert unit.frontend_us == 10


def test_keys_in_any_order_and_unknown_ones(tmp_path: Path) -> None:
    turned = {"new": [{"a": 1}], **dict(reversed(span("Frontend", 5, 10, "x").items()))}

    unit = only(
        analyse(tmp_path, turned, EC, beginningOfTime=1_700_000_000_000_000, more={"a": []})
    )

    assert (unit.frontend_us, unit.started_us) == (10, 1_700_000_000_000_000)


@pytest.mark.parametrize(
    "odd", [{}, {"ph": "X"}, {"name": "Frontend"}, {"ph": 5, "name": "Frontend"}]
)
def test_objects_that_are_no_events_are_skipped(tmp_path: Path, odd: Any) -> None:
    assert only(analyse(tmp_path, odd, EC)).frontend_us is None


@pytest.mark.parametrize("odd", [1, "x", None, [], True])
def test_elements_that_are_no_objects_are_said(tmp_path: Path, odd: Any) -> None:
    write(tmp_path, text(EC), "good.json")
    result = analyse(tmp_path, odd, EC)

    assert result.summary.translation_units == 2
    assert [one.path for one in result.warnings] == ["a.cpp.json"]
    assert messages(result) == ["1 of its traceEvents are no objects"]


@pytest.mark.parametrize("value", ["{}", "null", "5", '"x"', "true"])
def test_events_that_are_no_list_are_said(tmp_path: Path, value: str) -> None:
    write(tmp_path, text(EC), "good.json")
    write(tmp_path, f'{{"traceEvents":{value}}}', "bad.json")

    result = analyze(tmp_path)

    assert only(result).trace == "good.json"
    assert [(one.path, one.message) for one in result.warnings] == [
        ("bad.json", "its traceEvents are no list")
    ]


@pytest.mark.parametrize("args", [[], 5, "x", {"detail": 5}, {"detail": []}])
def test_arguments_of_a_wrong_type_are_said(tmp_path: Path, args: Any) -> None:
    result = analyse(tmp_path, {**span("Frontend", 0, 60), "args": args}, EC)

    assert only(result).frontend_us == 60
    assert messages(result) == ["1 of its events have arguments of a wrong type"]


@pytest.mark.parametrize("dur", [-5, 10**30, "12", None, [], True])
def test_a_duration_that_cannot_be_is_unknown(tmp_path: Path, dur: Any) -> None:
    result = analyse(tmp_path, span("Frontend", 0, 1) | {"dur": dur}, EC)

    assert only(result).frontend_us is None
    assert "Frontend has no duration: it is unknown" in messages(result)


def test_numbers_of_any_spelling(tmp_path: Path) -> None:
    raw = '{"ph":"X","pid":1,"tid":1,"name":"Frontend","ts":1.5e3,"dur":2.0499e4}'
    write(tmp_path, f'{{"traceEvents":[{raw},{json.dumps(EC)}]}}')

    assert only(analyze(tmp_path)).frontend_us == 20_499


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_are_none(tmp_path: Path, word: str) -> None:
    raw = f'{{"ph":"X","pid":1,"tid":1,"name":"Frontend","ts":0,"dur":{word}}}'
    write(tmp_path, f'{{"traceEvents":[{raw},{json.dumps(EC)}]}}')

    assert only(analyze(tmp_path)).frontend_us is None


def test_the_last_of_two_equal_keys_counts(tmp_path: Path) -> None:
    raw = '{"ph":"X","pid":1,"tid":1,"name":"Frontend","ts":0,"dur":1,"dur":7}'
    write(tmp_path, f'{{"traceEvents":[{raw},{json.dumps(EC)}]}}')

    assert only(analyze(tmp_path)).frontend_us == 7


def test_instant_events_are_no_time(tmp_path: Path) -> None:
    deferred = {"ph": "i", "ts": 5, "pid": 1, "tid": 1, "name": "DeferInstantiation"}

    result = analyse(tmp_path, {**deferred, "args": {"detail": "f"}}, EC)

    assert result.templates == ()
    assert messages(result) == []


def test_verbose_details_are_taken_by_name(tmp_path: Path) -> None:
    frontend = {**span("Frontend", 0, 500), "args": {"file": "/s/a.cpp"}}
    verbose = span("InstantiateFunction", 5, 100)
    verbose["args"] = {"line": 3, "file": "/s/a.cpp", "detail": "f<int>"}

    result = analyse(tmp_path, frontend, verbose, EC)

    assert [row.name for row in result.templates] == ["f<int>"]


# Text --------------------------------------------------------------------------------------------


def test_bytes_that_are_no_text_are_replaced(tmp_path: Path) -> None:
    raw = text(*source("/a/NAME.h", 0, 10), EC).encode().replace(b"NAME", b"\xff\xc3(")
    write(tmp_path, raw)

    assert [one.path for one in analyze(tmp_path).headers] == ["/a/��(.h"]


@pytest.mark.parametrize("prefix", [b"\xef\xbb\xbf", b" \r\n\t", b"\xef\xbb\xbf\r\n"])
def test_a_byte_order_mark_and_blanks(tmp_path: Path, prefix: bytes) -> None:
    write(tmp_path, prefix + text(EC).replace(", ", ",\r\n").encode())

    assert only(analyze(tmp_path)).total_us == 100_000


def test_escapes_and_control_characters(tmp_path: Path) -> None:
    names = [
        "\x01-[AppDelegate application:]",
        "\u00e9 \u20ac\U0001f600",
        'a"\\/b',
        "tab\there",
        "\ud800 alone",
    ]
    events = [span("InstantiateFunction", 10 * i, 5, name) for i, name in enumerate(names)]

    result = analyse(tmp_path, *events, EC)

    expected = {*names[:-1], "� alone"}
    assert {row.name for row in result.templates} == expected


def test_raw_control_characters(tmp_path: Path) -> None:
    raw = text(span("InstantiateFunction", 0, 5, "NAME"), EC).replace("NAME", "a\x01\n\x00b")
    write(tmp_path, raw)

    assert [row.name for row in analyze(tmp_path).templates] == ["a\x01\n\x00b"]


def test_a_name_of_131067_characters_is_kept_whole(tmp_path: Path) -> None:
    name = "P<" * 32_000 + "int" + ">" * 32_000 + "x" * 35_064 + "xx"
    assert len(name) > 131_000 - 2_000

    result = analyse(tmp_path, span("InstantiateClass", 0, 900, name), EC)

    assert result.templates[0].name == name
    assert result.template_sets[0].name == "P<$>" + "x" * 35_066


def test_deep_nesting_of_scopes_and_of_json(tmp_path: Path) -> None:
    deep = 20_000
    scopes = [span("InstantiateClass", i, 2 * (deep - i), f"T<{i}>") for i in range(deep)]
    raw = text(*scopes, EC)[:-1] + ',"deep":' + "[" * deep + "]" * deep + "}"
    write(tmp_path, raw)

    result = analyze(tmp_path)

    assert len(result.templates) == deep
    assert result.template_sets[0].total_us == 2 * deep


def test_lambdas_of_different_units_are_different_rows(tmp_path: Path) -> None:
    for unit, line in (("a", 1), ("b", 2)):
        name = f"std::sort<(lambda at /s/{unit}.cpp:{line}:5)>"
        write(tmp_path, text(span("InstantiateFunction", 0, 9, name), EC), f"{unit}.json")

    result = analyze(tmp_path)

    assert [row.count for row in result.templates] == [1, 1]
    assert [(row.name, row.count) for row in result.template_sets] == [("std::sort<$>", 2)]
