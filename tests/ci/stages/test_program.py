from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from buildprof.ci.stages import program
from tests.contexts import row, switched

if TYPE_CHECKING:
    from buildprof.ci.context import Context
    from buildprof.ci.log import Log
    from buildprof.project.stage import Stage


def by_device(context: Context, **changes: Any) -> Stage:
    """Return a stage that runs on each device; the toy's program takes one argument."""
    values: dict[str, Any] = {"program": "unit", "arguments": (("{device}",),)}
    return row(context, "hello", **(values | changes))


def names(context: Context, stage: Stage, log: Log) -> list[str]:
    outcome = program.run(stage, context, log)
    assert outcome.state == "passed", outcome
    return [test.name for test in outcome.tests]


def test_a_program_runs_with_each_of_its_argument_lists(context: Context, log: Log) -> None:
    assert names(context, row(context, "hello"), log) == ["unit adds", "unit subtracts"]


def test_the_first_call_that_fails_ends_the_stage(context: Context, log: Log) -> None:
    stage = row(context, "hello", arguments=(("adds",), (), ("subtracts",)))
    outcome = program.run(stage, context, log)

    assert (outcome.state, outcome.reason) == ("failed", "unit ended with exit code 2")
    assert [test.state for test in outcome.tests] == ["passed", "failed"]


def test_a_program_that_is_not_there_is_not_built(context: Context, log: Log) -> None:
    outcome = program.run(row(context, "hello", program="nope"), context, log)

    assert outcome.state == "not built"
    assert outcome.reason == f"there is no {context.trees.path('release')}/nope"


def test_what_it_shall_produce_is_produced_by_this_call(context: Context, log: Log) -> None:
    stage = row(context, "generate_models")
    assert program.run(stage, context, log).remarks == ("1 files",)
    # the second program produces nothing, so what the first left must not count
    outcome = program.run(
        msgspec.structs.replace(stage, program="unit", arguments=(("adds",),)), context, log
    )

    assert outcome.state == "failed"
    assert outcome.reason == f"produced no {context.out}/models/*.gguf"


def test_it_runs_on_each_device_that_is_on(context: Context, log: Log) -> None:
    on = switched(context, backends=("cuda", "vulkan"))

    assert names(on, by_device(on), log) == ["unit CUDA0", "unit Vulkan0"]


def test_devices_of_the_stage_need_no_switch(context: Context, log: Log) -> None:
    on = switched(context, backends=("vulkan",))

    assert names(on, by_device(on, devices=("CPU",)), log) == ["unit CPU", "unit Vulkan0"]


def test_a_device_that_is_not_there_is_skipped_and_told(context: Context, log: Log) -> None:
    outcome = program.run(by_device(context, devices=("CPU", "absent0")), context, log)
    assert outcome.state == "passed"
    assert outcome.remarks == ("unit absent0: no device absent0",)

    outcome = program.run(by_device(context, devices=("absent0",)), context, log)
    assert (outcome.state, outcome.reason) == ("skipped", "unit absent0: no device absent0")


def test_high_perf_tests_the_cpu_itself(context: Context, log: Log) -> None:
    on = switched(context, high_perf=True)

    assert names(on, by_device(on), log) == ["unit CPU"]


def test_it_runs_on_one_to_four_devices(context: Context, log: Log) -> None:
    on = switched(context, backends=("cuda", "vulkan"))
    stage = by_device(
        on,
        on=("cuda",),
        counts=(1, 2, 3, 4),
        arguments=(("adds",),),
        environment={"GGML_{backend}_DEVICES": "{count}"},
    )

    assert names(on, stage, log) == [f"unit adds ({n} of CUDA0)" for n in (1, 2, 3, 4)]


def test_what_is_missing_is_an_obstacle(context: Context) -> None:
    assert program.obstacle(row(context, "hello"), context) is None
    assert program.obstacle(row(context, "hello", program=""), context) == "no program is named"
    assert program.obstacle(by_device(context, on=("cuda", "metal")), context) == (
        "needs one of: --cuda, --metal"
    )
    assert program.obstacle(by_device(context), context) == (
        "no backend but the CPU is on; --high-perf tests the CPU itself"
    )
    assert program.obstacle(by_device(context), switched(context, high_perf=True)) is None
