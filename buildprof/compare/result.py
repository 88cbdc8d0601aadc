"""What a comparison says: docs/comparison.schema.json is made from these classes.

Side `a` is the reference, side `b` what is judged. Times are microseconds, memory is KiB; None is
unknown, never 0. A `change` is relative: 0.03 is 3 % more on side b.
"""

from __future__ import annotations

from typing import Literal

import msgspec

SCHEMA_VERSION = 1

Unit = Literal["us", "KiB", "count"]
Verdict = Literal["higher", "lower", "no significant difference", "undecided"]
Part = Literal["unit", "device", "file", "target", "header", "template set", "function set", "pass"]
Method = Literal["bootstrap", "bootstrap and history", "history", "pairs of TUs", "none"]


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A scope and variant of a run, with the builds of it that count."""

    name: str
    run: str
    scope: str
    variant: str
    label: str
    project: str
    commit: str | None = None
    dirty: bool = False
    created: str
    compiler: str
    machine: str
    jobs: int
    builds: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


class Noise(msgspec.Struct, frozen=True, kw_only=True):
    """How much a metric moves by itself, as standard deviations of log ratios.

    `build` is that of one build within a run, with its degrees of freedom; `run` is what comes on top
    between runs made at different times, learnt from `pairs` of runs, or assumed where that is 0.
    """

    build: float | None = None
    freedom: int = 0
    run: float | None = None
    pairs: int = 0


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """One metric of the whole build. `low` and `high` enclose the change with `confidence`.

    `p` is how probable a change at least as large is where there is none; `method` says what the noise was
    estimated from, with how many degrees of `freedom`. `significant` is beyond noise, None where the repetitions
    cannot tell; `relevant` is big enough to care.
    """

    metric: str
    unit: Unit
    a: float | None
    b: float | None
    change: float | None = None
    low: float | None = None
    high: float | None = None
    confidence: float | None = None
    p: float | None = None
    significant: bool | None = None
    relevant: bool = False
    method: Method = "none"
    freedom: float | None = None
    noise: Noise = Noise()
    verdict: Verdict = "undecided"


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A row of one part: what it took on either side (None: not there), and the difference.

    `p` is adjusted for all rows of its table. Of a file, `shared_a` and `shared_b` are what of its
    time is a share of a unity source that no event assigns to it.
    """

    name: str
    a_us: float | None
    b_us: float | None
    difference_us: float
    change: float | None = None
    p: float | None = None
    significant: bool | None = None
    relevant: bool = False
    target: str | None = None
    shared_a: float = 0
    shared_b: float = 0


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """All rows of one part. The three groups and the remainder add up to the whole.

    `measures` says which time the rows are, `remainder` what of the whole belongs to no row.
    """

    part: Part
    measures: str
    rows: tuple[Change, ...]
    common_us: float
    only_a_us: float
    only_b_us: float
    remainder_us: float
    remainder: str
    whole_us: float


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A gate: its limit as it was given, whether it was met, and why."""

    limit: str
    passed: bool
    why: str
    names: tuple[str, ...] = ()


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two sides, judged. `forced` lists why they should not have been compared.

    In `lockstep` the sides hold rounds, not whole builds; metrics of whole builds are of those made before.
    """

    schema_version: int = SCHEMA_VERSION
    a: Side
    b: Side
    paired: bool
    lockstep: bool = False
    metric: str
    verdict: Verdict
    conclusion: str
    limits: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    estimates: tuple[Estimate, ...] = ()
    changes: tuple[Changes, ...] = ()
    gates: tuple[Judged, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether all gates were met."""
        return all(gate.passed for gate in self.gates)
