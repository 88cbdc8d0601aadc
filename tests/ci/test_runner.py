from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from buildprof.ci import results as records
from buildprof.ci import runner
from buildprof.ci.select import Chosen
from buildprof.errors import ConfigError, UsageError
from buildprof.project.stage import Stage
from tests import contexts

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.ci.context import Context
    from buildprof.ci.results import Results, StageResult


class Silent:
    """Remembers which stages began."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def began(self, stage: Stage) -> None:
        self.names.append(stage.name)

    def line(self, text: str) -> None:
        del text

    def ended(self, result: StageResult) -> None:
        del result


def command(name: str, script: str, **changes: Any) -> Chosen:
    """Return a stage that runs a line of Python."""
    values: dict[str, Any] = {"kind": "scripts", "arguments": ((sys.executable, "-c", script),)}
    return Chosen(stage=Stage(name=name, folder="{source}", **(values | changes)))


def good(name: str, **changes: Any) -> Chosen:
    return command(name, "print('fine')", **changes)


def bad(name: str, **changes: Any) -> Chosen:
    return command(name, "print('wrong'); exit(3)", **changes)


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    """A context whose trees need not be built."""
    found = contexts.context(tmp_path)
    monkeypatch.setattr(found.trees, "built", lambda name, _log: tmp_path / name)
    return found


def states(results: Results) -> dict[str, tuple[str, str]]:
    return {row.name: (row.outcome.state, row.outcome.reason) for row in results.stages}


def test_after_a_failure_later_stages_do_not_run(context: Context) -> None:
    seen = Silent()
    results = runner.run([good("a"), bad("b"), good("c")], context, seen)

    assert {name: state for name, (state, _) in states(results).items()} == {
        "a": "passed",
        "b": "failed",
        "c": "skipped",
    }
    assert states(results)["c"][1] == "not run after b"
    assert seen.names == ["a", "b"]
    assert results.finished
    assert not results.green
    assert results.stages[1].tail[-1] == "wrong"
    assert records.load(context.out) == results


def test_unless_they_are_told_to(context: Context) -> None:
    results = runner.run([bad("a"), good("b")], context, Silent(), keep_going=True)

    assert states(results)["b"] == ("passed", "")


def test_a_stage_whose_requirement_did_not_pass_never_runs(context: Context) -> None:
    skipped = Chosen(stage=Stage(name="b"), skipped="--skip")
    chosen = [bad("a"), skipped, good("c", requires=("a",)), good("d", requires=("b",))]
    results = runner.run(chosen, context, Silent(), keep_going=True)

    assert states(results)["c"] == ("skipped", "requires a, which failed")
    assert states(results)["d"] == ("skipped", "requires b, which was skipped")


def test_a_stage_that_is_skipped_keeps_its_reason_after_a_failure(context: Context) -> None:
    skipped = Chosen(stage=Stage(name="b"), skipped="there is no such thing")
    results = runner.run([bad("a"), skipped], context, Silent())

    assert states(results)["b"] == ("skipped", "there is no such thing")


def test_a_stage_past_its_limit_is_timed_out(context: Context) -> None:
    slow = command("a", "import time; time.sleep(60)", limit_s=0.3)
    results = runner.run([slow], context, Silent())

    assert states(results)["a"] == ("timed out", "took more than 0.3 s")
    assert not results.green


def test_a_program_that_cannot_be_started_fails_its_stage(context: Context) -> None:
    missing = good("a", arguments=(("no-such-program",),))
    state, reason = states(runner.run([missing], context, Silent()))["a"]

    assert state == "failed"
    assert "no-such-program: cannot be started" in reason


def test_a_mistake_in_the_configuration_ends_the_call(context: Context) -> None:
    with pytest.raises(ConfigError, match="no word"):
        runner.run([good("a", arguments=(("{nope}",),))], context, Silent())


def test_a_kill_leaves_what_was_finished_and_resume_goes_on(context: Context) -> None:
    class Killed(Silent):
        def began(self, stage: Stage) -> None:
            super().began(stage)
            if stage.name == "b":
                raise KeyboardInterrupt

    chosen = [good("a"), good("b")]
    with pytest.raises(KeyboardInterrupt):
        runner.run(chosen, context, Killed())
    left = records.load(context.out)
    seen = Silent()
    results = runner.run(chosen, context, seen, earlier=left)

    assert (left.finished, [row.name for row in left.stages]) == (False, ["a"])
    assert seen.names == ["b"]
    assert results.stages[0] == left.stages[0]
    assert results.green


def test_resume_runs_again_what_did_not_pass(context: Context) -> None:
    first = runner.run([bad("a")], context, Silent())

    assert runner.run([good("a")], context, Silent(), earlier=first).green


def test_resume_does_not_go_on_with_another_machine(context: Context) -> None:
    first = runner.run([good("a")], context, Silent())
    other = msgspec.structs.replace(first.machine, cores=first.machine.cores + 1)
    elsewhere = msgspec.structs.replace(first, machine=other, switches={"cuda": "on"})
    with pytest.raises(UsageError, match="the machine and the switches changed"):
        runner.run([good("a")], context, Silent(), earlier=elsewhere)
