from __future__ import annotations

import msgspec

from buildprof.report import device_rows, run_notes, run_rows, run_table
from buildprof.runs.schema import DeviceTotals, Times
from tests import records


def times(units: int, total_us: int | None) -> Times:
    return Times(units=units, frontend_us=1, backend_us=None, other_us=1, total_us=total_us)


def build(repetition: int, total_us: int, variant: str = "baseline") -> object:
    archs = {"sm_120": times(2, None), "sm_80": times(2, total_us)}
    cuda = DeviceTotals(whole=times(2, total_us), archs=archs)
    glsl = DeviceTotals(whole=times(1, 5), archs={"SPIR-V": times(1, 5)})
    totals = msgspec.structs.replace(records.TOTALS, devices={"CUDA": cuda, "GLSL": glsl})
    return records.build("minimal", variant, repetition, totals=totals)


RUN = records.run(build(1, 1_000_000), build(2, 3_000_000), build(3, 2_000_000))  # type: ignore[arg-type]


def test_a_language_has_a_row_above_those_of_its_architectures() -> None:
    rows = device_rows.rows(run_rows.rows(RUN))
    assert [row.cells for row in rows] == [
        ["Minimal, baseline: CUDA", "2", "0.0 s", "–", "0.0 s", "2.0 s"],
        ["Minimal, baseline: CUDA, sm_80", "2", "0.0 s", "–", "0.0 s", "2.0 s"],
        ["Minimal, baseline: CUDA, sm_120", "2", "0.0 s", "–", "0.0 s", "–"],
        ["Minimal, baseline: GLSL, SPIR-V", "1", "0.0 s", "–", "0.0 s", "0.0 s"],
    ]


def test_architectures_are_told_once() -> None:
    builds = (build(1, 1_000_000), build(1, 3_000_000, "unity"))
    run = records.run(*builds, variants=("baseline", "unity"))  # type: ignore[arg-type]
    labels = [row.label for row in device_rows.rows(run_rows.rows(run)) if "unity" in row.label]
    assert labels == ["Minimal, unity: CUDA", "Minimal, unity: GLSL, SPIR-V"]


def test_a_run_with_devices_tells_them_below_the_table() -> None:
    text = run_table.devices(run_rows.rows(RUN), "text")
    assert text.startswith("| Device code")
    assert device_rows.LEGEND[0] in run_notes.legend(RUN)


def test_a_narrow_terminal_shows_whole_labels_with_their_totals() -> None:
    text = run_table.devices(run_rows.rows(RUN), "text", 60)
    first, second = (part.splitlines() for part in text.split("\n\n"))
    assert first[0] == "| Device code                     | TUs | Total |"
    assert first[4] == "| Minimal, baseline: CUDA, sm_120 |   2 |     – |"
    assert [word.strip() for word in second[0].split("|")[2:5]] == ["Frontend", "Backend", "Other"]


def test_a_run_without_devices_says_nothing_of_them() -> None:
    run = records.run(records.build("minimal", "baseline"))
    assert run_table.devices(run_rows.rows(run), "text") == ""
    assert device_rows.LEGEND[0] not in run_notes.legend(run)
