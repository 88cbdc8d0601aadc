"""What is said of a run beside its numbers: what is not as it should be, where it was made, what words mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.report import device_rows, quantity, run_rows
from buildprof.runs.busy import waiting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from buildprof.runs.schema import Build, Run

FAILURE_LINES = 40


class Note(msgspec.Struct, frozen=True):
    """Something to know; `detail` holds lines of a program's output."""

    text: str
    detail: tuple[str, ...] = ()


def notes(run: Run) -> list[Note]:
    """Return failures, variants without effect, and traces that do not add up."""
    found = [note for build in run.builds for note in _of_build(run_rows.name(run, build), build)]
    found += [Note(f"{line}.") for line in _left_out(run)]
    found += _busy(run)
    if not run.finished:
        found.append(Note("This run is not finished; `buildprof run --resume` goes on with it."))
    return found


def _of_build(name: str, build: Build) -> Iterator[Note]:
    if build.state == "failed":
        log = f"its log is builds/{build.id}/ in the run folder"
        detail = (build.reason or "").splitlines()[:FAILURE_LINES]
        yield Note(f"{name} failed; {log}:", tuple(detail))
    if build.state == "nothing to apply":
        yield Note(f"{name}: nothing to apply: {build.reason}.")
    if build.proof and build.proof.problem:
        yield Note(f"{name}: {build.proof.problem}.")
    if build.differences:
        what = "compiles, traces or objects without a partner"
        yield Note(f"{name}: {_some(build.differences, what)}")
    if build.warnings:
        what = "warnings" if len(build.warnings) > 1 else "warning"
        yield Note(f"{name}: {_some(build.warnings, what)}")


def _left_out(run: Run) -> list[str]:
    """Return what projects were built without, each once though every build says it."""
    lines = [line for build in run.builds for line in build.left_out]
    return [line.rstrip(".") for line in dict.fromkeys(lines)]


def _busy(run: Run) -> list[Note]:
    builds = [
        f"{run_rows.name(run, build)}: {quantity.seconds(build.totals.total_us)} in traces, "
        f"{quantity.seconds(build.cpu_us)} of CPU"
        for build in run.builds
        if build.totals and waiting([build])
    ]
    if not builds:
        return []
    what = "The machine was busy, so that traces measure more wall time than the builds took of CPU"
    remedy = "Repeat them on an idle machine, or with a smaller -j."
    return [Note(f"{what} ({'; '.join(builds)}). {remedy}")]


def _some(items: Sequence[str], noun: str) -> str:
    shown = "; ".join(items[:3])
    more = f"; and {len(items) - 3} more" if len(items) > 3 else ""
    return f"{len(items)} {noun}: {shown}{more}"


def facts(run: Run) -> list[tuple[str, str]]:
    """Return where and how a run was made, each fact with its name."""
    revision = run.project.revision
    commit = (revision.commit or "unknown") + (" with changes" if revision.dirty else "")
    tool, machine, repeated = run.toolchain, run.machine, run.plan.repetitions
    often = (
        "once each" if repeated == 1 else f"{repeated} times each, interleaved; figures are medians"
    )
    if run.plan.interleave == "tu" and repeated > 1:
        often = (
            f"once each, then {repeated - 1} rounds in lockstep; figures are of the whole builds"
        )
    memory = f"{machine.memory_mib / 1024:.0f} GiB"
    return [
        ("Compiler", f"{tool.title}, {tool.standard_library}, target {tool.target}"),
        (
            "Machine",
            f"{machine.name}: {machine.cpu}, {machine.cores} cores, {memory}, {machine.system}",
        ),
        (
            "Project",
            f"{run.project.name}, commit {commit}, {run.project.build_type}, CMake {run.cmake}",
        ),
        ("Builds", f"-j{run.plan.jobs}, from clean, {often}, {run.created}"),
    ]


def legend(run: Run) -> list[str]:
    """Return what the columns and the numbers of TUs mean, in lines."""
    lines = [
        "TUs are compiled files that left a trace. Frontend, Backend, Other and Total are sums over TUs,",
        "from the compiler's own traces; CPU, Wall and Peak RSS (largest process) are of the whole build.",
    ]
    if any(build.proof and build.proof.pch_units for build in run.builds):
        lines += [
            "PCH adds TUs: each target with a precompiled header compiles that header once, and this",
            "compile has a trace of its own; writing the header counts as Other.",
        ]
    if any(build.proof and build.proof.unity_units for build in run.builds):
        lines += ["Unity lowers the number of TUs: several sources are compiled as one."]
    if any(build.totals and build.totals.devices for build in run.builds):
        lines += device_rows.LEGEND
    return lines
