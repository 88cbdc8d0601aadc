"""The record of a run: what run.json holds. docs/run.schema.json is made from these classes."""

from __future__ import annotations

from typing import Literal

import msgspec

from buildprof.project.machine import Machine
from buildprof.project.revision import Revision
from buildprof.project.toolchain import Toolchain
from buildprof.trace.unit import Kind

SCHEMA_VERSION = 1

State = Literal["built", "failed", "nothing to apply"]
Phase = Literal["configure", "build", "traces"]
Interleave = Literal["build", "tu"]


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """Sums over units of devices, microseconds; None where nothing is known."""

    units: int
    frontend_us: int | None
    backend_us: int | None
    other_us: int | None
    total_us: int | None


class DeviceTotals(msgspec.Struct, frozen=True, kw_only=True):
    """The device units of one language: a source counts once in `whole`, and in each of `archs`."""

    whole: Times
    archs: dict[str, Times]


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """Sums over the translation units of a build, microseconds; those of devices are apart, by language.

    `unknown` counts units of which some part is unknown; a sum holds what is known, and is None where
    nothing is.
    """

    units: int
    kinds: dict[Kind, int]
    frontend_us: int | None
    backend_us: int | None
    other_us: int | None
    total_us: int | None
    unknown: int = 0
    devices: dict[str, DeviceTotals] = {}


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What shows that a variant took effect; `problem` says what is not as the variant promises."""

    pch_units: int
    pch_users: int
    unity_units: int
    problem: str | None = None


class Build(msgspec.Struct, frozen=True, kw_only=True):
    """One scope in one variant, built once. Times are microseconds, memory is KiB, None is unknown.

    `peak_rss_kib` is that of the largest single process, `load` the system's load average when the
    build began. A build with `lockstep` was compiled TU by TU, in turn with all builds that name the same round;
    such a build has no wall time, CPU time and peak memory of its own. `left_out` is what the project says
    it was configured without, and why. In `commands` roots are written `<source>`, `<build>`, `<buildprof>` and `<python>`.
    """

    id: str
    scope: str
    variant: str
    repetition: int
    state: State
    started: str
    reason: str | None = None
    failed_in: Phase | None = None
    commands: tuple[tuple[str, ...], ...] = ()
    configure_us: int | None = None
    wall_us: int | None = None
    cpu_us: int | None = None
    peak_rss_kib: int | None = None
    load: float | None = None
    lockstep: str | None = None
    totals: Totals | None = None
    proof: Proof | None = None
    differences: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The name of a scope or variant, and what tables call it."""

    name: str
    label: str


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Which builds a run makes, in this order: repetitions, then scopes, then variants.

    Interleaved by `tu`, the first repetition is a whole build, and later ones are measured in lockstep.
    """

    scopes: tuple[Row, ...]
    variants: tuple[Row, ...]
    repetitions: int
    jobs: int
    interleave: Interleave = "build"


class ProjectRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The project that was built."""

    name: str
    revision: Revision
    build_type: str


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """All builds of one call of `buildprof run`, with the machine that they ran on."""

    schema_version: int = SCHEMA_VERSION
    id: str
    created: str
    buildprof: str
    project: ProjectRecord
    machine: Machine
    toolchain: Toolchain
    cmake: str
    plan: Plan
    builds: tuple[Build, ...] = ()
    finished: bool = False

    def build(self, scope: str, variant: str, repetition: int) -> Build | None:
        """Return a build that has ended, or None."""
        wanted = build_id(scope, variant, repetition)
        return next((build for build in self.builds if build.id == wanted), None)


def build_id(scope: str, variant: str, repetition: int) -> str:
    """Return the name of a build, which is also that of its folder."""
    return f"{scope}-{variant}-{repetition}"
