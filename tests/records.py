"""Records made by hand, for tests of what is computed from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from buildprof.project.machine import Machine
from buildprof.project.revision import Revision
from buildprof.project.toolchain import Toolchain
from buildprof.runs.folder import RunFolder, create
from buildprof.runs.schema import Build, Plan, ProjectRecord, Proof, Row, Run, Totals
from buildprof.trace.unit import Unit

if TYPE_CHECKING:
    from pathlib import Path

TOOLCHAIN = Toolchain(
    cc="/usr/bin/clang-22",
    cxx="/usr/bin/clang++-22",
    version="22.1.8",
    vendor="clang",
    target="x86_64-pc-linux-gnu",
    standard_library="libstdc++ 12 (20220819)",
    proc_stat=True,
)
MACHINE = Machine(
    name="builder",
    system="Debian GNU/Linux 12 (bookworm), kernel 6.1",
    architecture="x86_64",
    cpu="Example CPU",
    cores=2,
    memory_mib=24576,
)
UNITS = (
    Unit(
        name="src/model.cpp",
        trace="CMakeFiles/toy.dir/src/model.cpp.json",
        source="src/model.cpp",
        target="toy",
        frontend_us=2_500_000,
        backend_us=1_000_000,
        other_us=20_000,
        total_us=3_520_000,
        user_us=3_400_000,
        peak_kib=204_800,
        trace_bytes=2_900_000,
    ),
    Unit(
        name="src/odd|name.cpp",
        trace="CMakeFiles/toy.dir/src/odd.cpp.json",
        source="src/odd|name.cpp",
        target="toy",
        frontend_us=None,
        backend_us=500_000,
        total_us=700_000,
        trace_bytes=90_500,
    ),
)

TOTALS = Totals(
    units=2,
    kinds={"source": 2},
    frontend_us=2_500_000,
    backend_us=1_500_000,
    other_us=20_000,
    total_us=4_220_000,
    unknown=1,
)


def build(scope: str, variant: str, repetition: int = 1, **changes: Any) -> Build:
    """Return a build that succeeded, unless `changes` say otherwise."""
    values: dict[str, Any] = {
        "id": f"{scope}-{variant}-{repetition}",
        "scope": scope,
        "variant": variant,
        "repetition": repetition,
        "state": "built",
        "started": "2026-12-01T12:00:00+00:00",
        "configure_us": 900_000,
        "wall_us": 2_100_000,
        "cpu_us": 4_300_000,
        "peak_rss_kib": 204_800,
        "totals": TOTALS,
        "proof": Proof(pch_units=0, pch_users=0, unity_units=0),
    }
    return Build(**(values | changes))


def run(*builds: Build, variants: tuple[str, ...] = ("baseline",), **changes: Any) -> Run:
    """Return a run of the minimal scope in the given variants."""
    labels = {"baseline": "baseline", "pch": "PCH", "unity": "unity", "pch-unity": "PCH + unity"}
    values: dict[str, Any] = {
        "id": "20261201-120000-toy",
        "created": "2026-12-01T12:00:00+00:00",
        "buildprof": "0.1.0",
        "project": ProjectRecord(
            name="toy", revision=Revision(commit="0123abcd", dirty=True), build_type="Release"
        ),
        "machine": MACHINE,
        "toolchain": TOOLCHAIN,
        "cmake": "4.4.5",
        "plan": Plan(
            scopes=(Row(name="minimal", label="Minimal"),),
            variants=tuple(Row(name=name, label=labels[name]) for name in variants),
            repetitions=max((build.repetition for build in builds), default=1),
            jobs=2,
        ),
        "builds": builds,
        "finished": True,
    }
    return Run(**(values | changes))


def stored(reports: Path, record: Run) -> RunFolder:
    """Write a run and the units of its builds."""
    folder = create(reports, record.id)
    folder.save(record)
    for made in record.builds:
        if made.state == "built":
            folder.save_record(made.id, "units", UNITS)
    return folder
