"""What the analysis of a build says. Times are microseconds; None is unknown, never 0.

In every table `inclusive_us` adds up all spans and may count time twice where spans of the same row
lie in one another; `total_us` counts each moment once; `self_us` leaves out nested rows of the same
table. Only `self_us` may be added up over rows.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from buildprof.trace.unit import Kind, Unit

SCHEMA_VERSION = 1

DifferenceKind = Literal[
    "no-trace", "no-object", "stale-trace", "unclaimed-trace", "unreadable-trace", "not-compiled"
]


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """How many, and the sums over those whose time is known; None where none is."""

    units: int = 0
    frontend_us: int | None = None
    backend_us: int | None = None
    other_us: int | None = None
    total_us: int | None = None


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The whole build. A device trace adds its time to the translation unit it was made for."""

    translation_units: int = 0
    frontend_us: int | None = None
    backend_us: int | None = None
    other_us: int | None = None
    total_us: int | None = None
    instantiation_us: int = 0
    trace_bytes: int = 0
    kinds: dict[Kind, Times] = {}


class Chain(msgspec.Struct, frozen=True, kw_only=True):
    """One way to a header: `via` lists the headers from the source on; empty is a direct include."""

    count: int
    inclusive_us: int
    via: tuple[str, ...]


class Payer(msgspec.Struct, frozen=True, kw_only=True):
    """A unit (by name) that includes a header."""

    unit: str
    count: int
    inclusive_us: int


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """A header: `direct` counts includes by sources; the longest chains and payers are listed."""

    path: str
    count: int
    inclusive_us: int
    total_us: int
    self_us: int
    direct: int
    chain_count: int
    chains: tuple[Chain, ...] = ()
    payers: tuple[Payer, ...] = ()


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A template, a set of templates, or an optimiser pass."""

    name: str
    count: int
    total_us: int
    inclusive_us: int
    self_us: int


class FunctionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A function or a set of functions; `total_us` is code generation plus middle end."""

    name: str
    count: int
    total_us: int
    inclusive_us: int
    codegen_us: int
    optimize_us: int
    module: str = ""


class Inclusion(msgspec.Struct, frozen=True, kw_only=True):
    """A header as reached by one chain of one unit; `parent` is a place in the list, -1 the source."""

    path: str
    parent: int
    count: int
    inclusive_us: int
    self_us: int


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a file, or what to know about it."""

    path: str
    message: str


class Difference(Problem, frozen=True, kw_only=True):
    """Something that compile steps, traces and objects do not agree on."""

    kind: DifferenceKind


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """A link step that was traced."""

    trace: str
    total_us: int | None = None
    started_us: int | None = None


class BuildAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """One build. Tables hold all rows, or the longest where the caller asked for a number."""

    schema_version: int = SCHEMA_VERSION
    summary: Summary = Summary()
    units: tuple[Unit, ...] = ()
    headers: tuple[Header, ...] = ()
    templates: tuple[Row, ...] = ()
    template_sets: tuple[Row, ...] = ()
    functions: tuple[FunctionRow, ...] = ()
    function_sets: tuple[FunctionRow, ...] = ()
    passes: tuple[Row, ...] = ()
    links: tuple[Link, ...] = ()
    probes: Times = Times()
    unreadable: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    differences: tuple[Difference, ...] = ()
    ignored: int = 0
