"""The record of stages: what a call of `buildprof ci` did, as ci.json and the run folder hold it."""

from __future__ import annotations

from typing import Literal

import msgspec

from buildprof.project.machine import Machine
from buildprof.runs.schema import ProjectRecord

SCHEMA_VERSION = 1

State = Literal["passed", "failed", "skipped", "not built", "timed out"]
TestState = Literal["passed", "failed", "skipped", "not built"]
RED: frozenset[State] = frozenset({"failed", "not built", "timed out"})


class OneTest(msgspec.Struct, frozen=True, kw_only=True):
    """One test of a stage: how long it took (µs), and where the project defines it."""

    name: str
    state: TestState
    wall_us: int | None = None
    message: str = ""
    file: str | None = None
    line: int | None = None


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a stage ended: `reason` says why where it did not pass, `remarks` what else to know."""

    state: State
    reason: str = ""
    remarks: tuple[str, ...] = ()
    tests: tuple[OneTest, ...] = ()


class StageResult(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a stage, with when it began, how long it took (µs) and its log's last lines."""

    name: str
    outcome: Outcome
    started: str | None = None
    wall_us: int | None = None
    tail: tuple[str, ...] = ()

    @property
    def red(self) -> bool:
        """Whether this stage makes the whole red."""
        return self.outcome.state in RED


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """All stages of one call of `buildprof ci`, with the project, the machine and the switches."""

    schema_version: int = SCHEMA_VERSION
    created: str
    buildprof: str
    project: ProjectRecord
    machine: Machine
    switches: dict[str, str]
    stages: tuple[StageResult, ...] = ()
    finished: bool = False

    def stage(self, name: str) -> StageResult | None:
        """Return the result of a stage, or None where it has not ended."""
        return next((result for result in self.stages if result.name == name), None)

    @property
    def green(self) -> bool:
        """Whether something passed and nothing is red: skipping everything proves nothing."""
        passed = any(result.outcome.state == "passed" for result in self.stages)
        return passed and not any(result.red for result in self.stages)
