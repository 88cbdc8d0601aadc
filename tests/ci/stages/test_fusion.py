from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.ci.stages import fusion, program
from tests import toy_ci
from tests.contexts import row

if TYPE_CHECKING:
    from buildprof.ci.context import Context
    from buildprof.ci.log import Log
    from buildprof.ci.results import Outcome


@pytest.fixture
def models(context: Context, log: Log) -> None:
    """The models that the fusion program runs."""
    assert program.run(row(context, "generate_models"), context, log).state == "passed"


def run(context: Context, log: Log) -> Outcome:
    return fusion.run(row(context, "fusion"), context, log)


def fusion_rows(context: Context) -> list[str]:
    text = (context.project.source / "CPU.csv").read_text("utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


@pytest.mark.usefixtures("models")
def test_fusions_as_the_baseline_has_them_pass(context: Context, log: Log) -> None:
    outcome = run(context, log)

    assert outcome.state == "passed", outcome
    count = len(fusion_rows(context))
    assert outcome.remarks == (
        f"CPU: {count}/{count}",
        "2 rows are llama,0,any,RMS_NORM+MUL: counts 5, 7",
    )


@pytest.mark.usefixtures("models")
@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("gpt2 ", "gptx ", "new: gpt2 any NORM+MUL+ADD: – → 5"),
        ("gpt2 ", "gptx ", "vanished: gptx any NORM+MUL+ADD: 5 → –"),
        ("     2\n", "     3\n", "changed: llama any ADD+ADD: 3 → 2"),
    ],
)
def test_a_row_that_differs_fails(
    context: Context, log: Log, before: str, after: str, told: str
) -> None:
    toy_ci.edit(context.project.source, "CPU.csv", before, after)
    outcome = run(context, log)

    assert outcome.state == "failed"
    assert told in outcome.reason
    assert any(told in line for line in log.tail)


@pytest.mark.usefixtures("models")
def test_rows_of_a_reference_are_counted_and_those_missing_told(context: Context, log: Log) -> None:
    source = context.project.source
    rows = (source / "CPU.csv").read_text("utf-8")
    (source / "other.csv").write_text(rows + "mamba,0,any,RMS_NORM+MUL,3\n", "utf-8")
    stage = row(context, "fusion", reference="{source}/other.csv")
    outcome = fusion.run(stage, context, log)

    count = len(fusion_rows(context))
    assert outcome.state == "failed"
    assert outcome.reason == ("CPU: reference: vanished: mamba any RMS_NORM+MUL: 3 → –")
    assert outcome.remarks[:2] == (f"fusion: {count}/{count + 1}", f"CPU: {count}/{count}")


@pytest.mark.usefixtures("models")
def test_many_rows_that_share_a_key_are_told_in_the_log(context: Context, log: Log) -> None:
    baseline = context.project.source / "CPU.csv"
    names = ("one", "two", "three")
    doubled = [f"{name},0,any,ADD+ADD,{count}\n" for name in names for count in (1, 2)]
    baseline.write_text(baseline.read_text("utf-8") + "".join(doubled), "utf-8")
    outcome = run(context, log)

    assert outcome.remarks[-1] == "2 more keys have two rows: see the log"
    assert "2 rows are three,0,any,ADD+ADD: counts 1, 2" in "".join(log.tail)


@pytest.mark.usefixtures("models")
def test_a_device_that_is_not_there_is_skipped_and_told(context: Context, log: Log) -> None:
    source = context.project.source
    (source / "absent.csv").write_text((source / "CPU.csv").read_text("utf-8"), "utf-8")
    outcome = fusion.run(row(context, "fusion", devices=("absent0",)), context, log)

    assert outcome.state == "passed", outcome
    assert [test.state for test in outcome.tests] == ["passed", "skipped"]
    assert "skipped: no device absent0" in outcome.remarks


def test_devices_of_the_stage_need_a_baseline_too(context: Context) -> None:
    stage = row(context, "fusion", devices=("MTL0",))
    (context.project.source / "CPU.csv").unlink()

    assert fusion.obstacle(stage, context) == (
        "no device has a baseline (looked for: CPU.csv, MTL.csv)"
    )


def test_a_program_that_is_not_there_is_not_built(context: Context, log: Log) -> None:
    outcome = fusion.run(row(context, "fusion", program="bin/nope"), context, log)

    assert outcome.state == "not built"


def test_no_program_and_no_baseline_are_obstacles(context: Context) -> None:
    assert fusion.obstacle(row(context, "fusion", program=""), context) == "no program is named"
    (context.project.source / "CPU.csv").unlink()
    assert fusion.obstacle(row(context, "fusion"), context) == (
        "no device has a baseline (looked for: CPU.csv)"
    )
