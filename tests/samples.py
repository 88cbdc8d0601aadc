"""A run with every kind of record, and names that mean harm, for tests of reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis.include_tree import RECORD, IncludeNode
from buildprof.analysis.result import BuildAnalysis, Chain, FunctionRow, Header, Row
from buildprof.cmake.step import Step
from buildprof.compare.result import Change, Changes, Comparison, Estimate, Judged, Side
from buildprof.runs.schema import Proof
from buildprof.trace.unit import Unit
from tests import records

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.runs.folder import RunFolder

# ends a script, an attribute, a cell and a line; begins a tag, a formula, markup and a command
HOSTILE = "</script><img src=x onerror=alert(1)>\"'`|*_$x^2$&amp;{{7*7}}\n::error::\u2028\u202e.cpp"
SECOND = 1_000_000
BEGIN = 1_796_000_000 * SECOND


def unit(name: str, frontend_s: float, backend_s: float, **more: object) -> Unit:
    """Return a unit of target `toy` with these times."""
    total = frontend_s + backend_s + 0.1
    values: dict[str, object] = {
        "name": name,
        "trace": f"CMakeFiles/toy.dir/{name}.json",
        "source": f"<source>/{name}",
        "target": "toy",
        "language": "CXX",
        "frontend_us": round(frontend_s * SECOND),
        "backend_us": round(backend_s * SECOND),
        "other_us": SECOND // 10,
        "total_us": round(total * SECOND),
        "peak_kib": 204_800,
        "object_bytes": 4096,
    }
    return msgspec.convert(values | more, Unit)


def units(factor: float = 1.0) -> tuple[Unit, ...]:
    """Return four units, one of them with a hostile name, one with no known time."""
    return (
        unit("src/model.cpp", 2.5 * factor, 1.0),
        unit("src/view.cpp", 1.5 * factor, 0.5),
        unit(HOSTILE, 0.5, 0.25, target=HOSTILE),
        unit("src/unknown.cpp", 0, 0, frontend_us=None, backend_us=None, total_us=None),
    )


def step(name: str, start_s: float, duration_s: float, **more: object) -> Step:
    """Return a compile of target `toy`."""
    values: dict[str, object] = {
        "role": "compile",
        "outputs": (f"CMakeFiles/toy.dir/{name}.o",),
        "target": "toy",
        "command": f"clang++ -c {name} -o CMakeFiles/toy.dir/{name}.o",
        "started_us": BEGIN + round(start_s * SECOND),
        "duration_us": round(duration_s * SECOND),
        "result": 0,
    }
    return msgspec.convert(values | more, Step)


def steps() -> tuple[Step, ...]:
    """Return two compiles at once, a third behind one of them, and the link of all."""
    objects = " ".join(f"CMakeFiles/toy.dir/src/{name}.cpp.o" for name in ("model", "view"))
    return (
        step("src/model.cpp", 0, 3.6),
        step("src/view.cpp", 0, 2.1),
        step(HOSTILE, 2.1, 0.85),
        step(
            "x", 3.7, 0.3, role="link", outputs=("libtoy.so",), command=f"ld {objects} -o libtoy.so"
        ),
        step("src/later.cpp", 0, 0, started_us=None, duration_us=None),
    )


def analysis() -> BuildAnalysis:
    """Return a row in every table."""
    row = Row(
        name=f"std::vector<{HOSTILE}>", count=3, total_us=9000, inclusive_us=9000, self_us=4000
    )
    function = FunctionRow(
        name=HOSTILE, count=1, total_us=900, inclusive_us=900, codegen_us=400, optimize_us=500
    )
    header = Header(
        path="/usr/include/c++/12/map",
        count=3,
        inclusive_us=300_000,
        total_us=250_000,
        self_us=100_000,
        direct=1,
        chain_count=1,
        chains=(Chain(count=1, inclusive_us=200_000, via=("<source>/src/model.h",)),),
    )
    return BuildAnalysis(
        headers=(header,),
        templates=(row,),
        template_sets=(row,),
        functions=(function,),
        function_sets=(function,),
        passes=(row,),
    )


def includes() -> tuple[IncludeNode, ...]:
    """Return a header of the project that includes one of the system, and a hostile one."""

    def node(path: str, parent: int, self_us: int, total_us: int) -> IncludeNode:
        return IncludeNode(path=path, parent=parent, units=2, self_us=self_us, total_us=total_us)

    return (
        node("<source>/src/model.h", -1, 50_000, 150_000),
        node("/usr/lib/gcc/12/../../../include/c++/12/map", 0, 100_000, 100_000),
        node(HOSTILE, -1, 50_000, 50_000),
    )


def full(reports: Path) -> RunFolder:
    """Write a run of baseline and PCH with all records, a failed variant and warnings."""
    base = records.build("minimal", "baseline", warnings=(f"{HOSTILE}: is odd",))
    proof = Proof(pch_units=1, pch_users=2, unity_units=0)
    pch = records.build("minimal", "pch", wall_us=1_500_000, proof=proof)
    failed = records.build(
        "minimal", "unity", state="failed", totals=None, proof=None, reason=f"error: {HOSTILE}"
    )
    run = records.run(base, pch, failed, variants=("baseline", "pch", "unity"))
    folder = records.stored(reports, run)
    for build, factor in ((base, 1.0), (pch, 0.5)):
        folder.save_record(build.id, "units", units(factor))
        folder.save_record(build.id, "steps", steps())
        folder.save_record(build.id, "analysis", analysis())
        folder.save_record(build.id, RECORD, includes())
    return folder


def comparison() -> Comparison:
    """Return a comparison with a gate that was not met, and a file of a hostile name that got slower."""

    def side(name: str, label: str) -> Side:
        return Side(
            name=f"20261201-120000-toy:minimal/{name}",
            run="20261201-120000-toy",
            scope="minimal",
            variant=name,
            label=label,
            project="toy",
            created="2026-12-01T12:00:00+00:00",
            compiler="clang 22.1.8",
            machine="builder",
            jobs=2,
            builds=(f"minimal-{name}-1",),
        )

    files = (
        change("src/model.cpp", 3_600_000, 2_350_000),
        change(HOSTILE, 600_000, 850_000, significant=True, relevant=True),
        change("src/new.cpp", None, 100_000),
    )
    return Comparison(
        a=side("baseline", "Minimal, baseline"),
        b=side("pch", "Minimal, PCH"),
        paired=False,
        metric="total",
        verdict="lower",
        conclusion="Total: 14.3 % less, beyond noise.",
        limits=("One build a side.",),
        estimates=(
            Estimate(
                metric="total",
                unit="us",
                a=4_200_000,
                b=3_300_000,
                change=-0.214,
                low=-0.25,
                high=-0.18,
                significant=True,
                relevant=True,
                verdict="lower",
            ),
        ),
        changes=(
            Changes(
                part="file",
                measures="time of the file",
                rows=files,
                common_us=-1_000_000,
                only_a_us=0,
                only_b_us=100_000,
                remainder_us=0,
                remainder="",
                whole_us=-900_000,
            ),
        ),
        gates=(Judged(limit="total:5%", passed=False, why="it is 14.3 %"),),
    )


def change(name: str, a_us: float | None, b_us: float | None, **more: object) -> Change:
    """Return a row of a comparison."""
    difference = (b_us or 0) - (a_us or 0)
    share = difference / a_us if a_us and b_us else None
    values = {
        "name": name,
        "a_us": a_us,
        "b_us": b_us,
        "difference_us": difference,
        "change": share,
    }
    return msgspec.convert(values | more, Change)
