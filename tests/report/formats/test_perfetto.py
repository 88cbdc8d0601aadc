from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from buildprof.report.formats import perfetto

if TYPE_CHECKING:
    from buildprof.report.subject import Subject


@pytest.fixture
def events(subject: Subject) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.json.decode(perfetto.render(subject))["traceEvents"]
    return found


def test_a_process_a_build_and_a_thread_a_job_slot(events: list[dict[str, Any]]) -> None:
    names = [(e["pid"], e["tid"], e["args"]["name"]) for e in events if "_name" in e["name"]]
    assert names == [
        *((1, 0, "Minimal, baseline"), (1, 1, "job 1"), (1, 2, "job 2")),
        *((2, 0, "Minimal, PCH"), (2, 1, "job 1"), (2, 2, "job 2")),
    ]


def test_a_compile_holds_its_frontend_and_backend(events: list[dict[str, Any]]) -> None:
    spans = [event for event in events if event["ph"] == "X" and event["pid"] == 1]
    assert [(span["name"], span["ts"], span["dur"], span["tid"]) for span in spans[:3]] == [
        ("src/model.cpp", 0, 3_600_000, 1),
        ("frontend", 0, 2_500_000, 1),
        ("backend", 2_500_000, 1_000_000, 1),
    ]
    assert spans[0]["args"] == {"target": "toy", "role": "compile", "on the critical path": True}


def test_parts_stay_inside_of_their_compile(events: list[dict[str, Any]]) -> None:
    spans = [event for event in events if event["ph"] == "X"]
    whole: dict[str, Any] = {}
    for span in spans:
        if span["cat"] == "part":
            assert whole["ts"] <= span["ts"]
            assert span["ts"] + span["dur"] <= whole["ts"] + whole["dur"]
        else:
            whole = span


def test_steps_at_once_are_a_counter(events: list[dict[str, Any]]) -> None:
    counts = [e["args"]["steps"] for e in events if e["ph"] == "C" and e["pid"] == 1]
    assert counts == [2, 2, 1, 0, 1, 0]
