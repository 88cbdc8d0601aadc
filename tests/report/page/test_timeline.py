from __future__ import annotations

import pytest

from buildprof.report.page import timeline
from tests import samples


def test_steps_stand_where_they_ran() -> None:
    made = timeline.make(samples.steps(), samples.units(), jobs=2)
    assert [(bar.slot, bar.left, bar.width) for bar in made.bars] == [
        (0, 0.0, 90.0),
        (1, 0.0, 52.5),
        (1, 52.5, 21.25),
        (0, 92.5, 7.5),
    ]
    assert (made.slots, made.jobs, made.span_us, made.untimed) == (2, 2, 4_000_000, 1)


def test_the_critical_path_is_the_long_compile_and_the_link() -> None:
    made = timeline.make(samples.steps(), samples.units(), jobs=2)
    assert [bar.critical for bar in made.bars] == [True, False, False, True]
    assert made.critical_us == 3_900_000


def test_idle_is_what_no_step_used_of_all_slots() -> None:
    made = timeline.make(samples.steps(), samples.units(), jobs=4)
    assert made.idle == pytest.approx(1 - 6.85 / 16)


def test_bars_of_compiles_know_their_unit_and_its_parts() -> None:
    bars = timeline.make(samples.steps(), samples.units(), jobs=2).bars
    assert [bar.unit is not None for bar in bars] == [True, True, True, False]
    assert bars[0].split == (69.444, 97.222)
    assert bars[3].split is None


def test_a_compile_for_a_device_alone_knows_its_unit() -> None:
    trace = "CMakeFiles/gpu.dir/k.cu-cuda-nvptx64-nvidia-cuda-sm_90.json"
    device = samples.unit("k.cu", 1, 1, trace=trace, kind="device", language="CUDA", arch="sm_90")
    step = samples.step("k.cu", 0, 3, outputs=("CMakeFiles/gpu.dir/k.cu.o",))
    (bar,) = timeline.make([step], [device], jobs=1).bars
    assert (bar.name, bar.unit) == ("k.cu", device)
    host = samples.unit("k.cu", 1, 1, trace="CMakeFiles/gpu.dir/k.cu.json")
    (bar,) = timeline.make([step], [host, device], jobs=1).bars
    assert bar.unit == host


def test_steps_that_run_at_once_are_counted() -> None:
    made = timeline.make(samples.steps(), samples.units(), jobs=2)
    assert made.busy == ((0.0, 2), (52.5, 2), (73.75, 1), (90.0, 0), (92.5, 1), (100.0, 0))
    assert made.busy_path.startswith("M0 2H0V0H52.5V0H73.75V1H90V2")


def test_ticks_are_round_and_few() -> None:
    ticks = timeline.make(samples.steps(), samples.units(), jobs=2).ticks
    assert ticks[:3] == ((0.0, "0.0 s"), (12.5, "0.5 s"), (25.0, "1.0 s"))
    assert len(ticks) <= 11


def test_no_steps_are_an_empty_timeline() -> None:
    made = timeline.make([], [], jobs=2)
    assert (made.bars, made.idle, made.ticks, made.most_busy) == ((), 0.0, (), 1)
