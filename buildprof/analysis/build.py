"""The analysis of one build tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.analysis import reconcile, remarks, summary, trees
from buildprof.analysis.result import BuildAnalysis, FunctionRow, Header, Link, Problem, Row, Times
from buildprof.analysis.survey import Survey, survey
from buildprof.errors import TraceError
from buildprof.trace.facts import FileFacts, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from buildprof.analysis.claims import Claim
    from buildprof.cmake.proc_stat import Usage
    from buildprof.cmake.step import Step
    from buildprof.trace.reader import Reader

CHAINS = 6
PAYERS = 10


def analyze(
    root: Path,
    *,
    steps: Sequence[Step] | None = None,
    since_us: int | None = None,
    source_root: Path | None = None,
    threads: int | None = None,
    reader: Reader | None = None,
    usage: Mapping[str, Usage] | None = None,
    top: int = 0,
    detect: bool = False,
) -> BuildAnalysis:
    """Read all traces below `root` and say where the time went.

    `steps` are the compile steps of this build; traces that belong to none of them are left out and
    named. Without steps every trace counts that is one by its content. `since_us` leaves out traces
    of earlier builds. `reader` holds traces that were read while the build ran. `usage` tells what compilers
    used, by output. `top` limits each table to its longest rows.
    `detect` takes the steps from what CMake and ninja left in the build trees below `root`.
    """
    if not root.exists():
        raise TraceError(
            "does not exist", where=root, hint="Give the build directory of a project."
        )
    found = survey(
        root,
        steps=steps,
        since_us=since_us,
        source_root=source_root,
        threads=threads,
        reader=reader,
        usage=usage,
        detect=detect,
    )
    return tabulate(found, top)


def tabulate(found: Survey, top: int = 0) -> BuildAnalysis:
    """All tables of a survey, each with its longest rows, or with all."""
    unreadable = found.problems(Status.UNREADABLE)
    table = found.reader.table
    found.reader.demangle()
    instantiation = sum(claim.facts.instantiation_us for claim in found.compiled)
    return BuildAnalysis(
        summary=summary.summarise(found.units, _sources(found.compiled), instantiation),
        units=tuple(sorted(found.units, key=lambda unit: (-(unit.total_us or 0), unit.name))),
        headers=table("headers", Header, limit=top, chains=CHAINS, payers=PAYERS),
        templates=table("templates", Row, limit=top),
        template_sets=table("template_sets", Row, limit=top),
        functions=table("functions", FunctionRow, limit=top),
        function_sets=table("function_sets", FunctionRow, limit=top),
        passes=table("passes", Row, limit=top),
        links=tuple(_links(found)),
        probes=_probes(found.probes.values()),
        unreadable=tuple(unreadable),
        warnings=tuple(_warnings(found)),
        differences=tuple(reconcile.differences(found.claims, unreadable, found.objects)),
        ignored=sum(1 for path, file in found.files.items() if _no_trace(path, file)),
    )


def _sources(compiled: Sequence[Claim]) -> int:
    """How many sources were compiled: for many architectures once, in one step or in many."""
    hosts = {claim.stem for claim in compiled if not claim.arch}
    devices = {
        (claim.language, (claim.step.source if claim.step else None) or claim.stem)
        for claim in compiled
        if claim.arch and claim.stem not in hosts
    }
    return len(hosts) + len(devices)


def _no_trace(path: str, file: FileFacts) -> bool:
    return path.endswith(".json") and file.status is Status.IGNORED


def _links(found: Survey) -> Iterable[Link]:
    for claim in found.claims.units:
        if claim.facts.work == "link":
            facts = claim.facts
            yield Link(trace=claim.trace, total_us=facts.total_us, started_us=facts.started_us)


def _probes(files: Iterable[FileFacts]) -> Times:
    """What trying out compilers cost while CMake configured."""
    totals = [unit.total_us for file in files for unit in file.units]
    known = [total for total in totals if total is not None]
    return Times(units=len(totals), total_us=sum(known) if known else None)


def _warnings(found: Survey) -> list[Problem]:
    """Of traces that count, and of files that would be traces were they not wrong."""
    wrong = [
        Problem(path=path, message=message)
        for path, file in found.files.items()
        if file.status is Status.IGNORED
        for message in file.warnings
    ]
    units = remarks.about_units(found.compiled)
    return [*wrong, *units, *remarks.about_build(found.compiled), *trees.remarks(found.trees)]
