"""The forms that events may have, and what is made of odd ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from buildprof.analysis.build import analyze
from tests.traces import EC, analyse, messages, only, span, text, write

if TYPE_CHECKING:
    from pathlib import Path


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
