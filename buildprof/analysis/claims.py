"""Which trace belongs to which compile step, and which to none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis import paths
from buildprof.cmake import compile_commands
from buildprof.cmake.step import Step
from buildprof.trace.facts import FileFacts, Status, UnitFacts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# A trace is older than its object where it began this long before the step that made the object.
_SLACK_US = 2_000_000
UNKNOWN_ARCH = "unknown"
# Languages whose compilers write no trace, or write it elsewhere.
UNTRACED = frozenset({"ASM", "ASM_NASM", "ASM_MASM", "Fortran", "ISPC", "RC", "Swift", "CSharp"})


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A traced process that counts: its trace, its place in the file, its step."""

    trace: str
    place: int
    facts: UnitFacts
    file: FileFacts
    step: Step | None = None
    stem: str = ""
    arch: str | None = None
    language: str | None = None


class Claims(msgspec.Struct, frozen=True, kw_only=True):
    """Traces that count, those that were left out, and steps that left none."""

    units: list[Claim] = []
    stale: list[str] = []
    unclaimed: list[str] = []
    missing: list[Step] = []


def settle(files: Mapping[str, FileFacts], steps: Sequence[Step], since_us: int | None) -> Claims:
    """Match traces with the compile steps of the build; without steps, all that is fresh counts."""
    compiles = [step for step in steps if step.role == "compile" and step.outputs]
    owners, copies = _owners(compiles, files)
    traces = {
        path: file
        for path, file in files.items()
        if file.status is Status.TRACE and path not in copies
    }
    # Steps that explain no trace at all describe another tree: better no steps than wrong ones.
    known = any(path in owners for path in traces)
    found = Claims(missing=_missing(compiles, owners) if known else [])
    for path, file in traces.items():
        step = owners.get(path)
        links = all(unit.work == "link" for unit in file.units)
        if _is_stale(file, step, since_us):
            found.stale.append(path)
        elif known and step is None and not links:
            found.unclaimed.append(path)
        else:
            found.units.extend(_claims(path, file, step))
    return found


def _owners(
    compiles: Iterable[Step], files: Mapping[str, FileFacts]
) -> tuple[dict[str, Step], set[str]]:
    """The step that wrote each trace, and further copies of the same traces."""
    owners: dict[str, Step] = {}
    copies: set[str] = set()
    devices = _devices(files)
    for step in compiles:
        wanted = paths.traces_of(step)
        places = [place for place in wanted if place in files]
        owners.update((place, step) for place in places[:1])
        owners.update((place, step) for one in wanted for place in devices.get(one, ()))
        copies.update(places[1:])
    return owners, copies


def _devices(files: Iterable[str]) -> dict[str, list[str]]:
    """The traces of devices, by the trace that their host has or would have."""
    found: dict[str, list[str]] = {}
    for path in files:
        device = paths.device_of(path)
        if device:
            found.setdefault(f"{device.stem}.json", []).append(path)
    return found


def _is_stale(file: FileFacts, step: Step | None, since_us: int | None) -> bool:
    """Whether a trace is of an earlier build, or of an earlier compilation of its object."""
    started = max((unit.started_us or 0 for unit in file.units), default=0)
    if since_us is not None:
        return (started or file.modified_ns // 1000) < since_us
    if step is None or not started or step.started_us is None:
        return False
    return started + _SLACK_US < step.started_us


def _claims(path: str, file: FileFacts, step: Step | None) -> list[Claim]:
    device = paths.device_of(path)
    stem, arch, language = device or (paths.stem_of(path), *_kernel(step))
    return [
        Claim(
            trace=path,
            place=place,
            facts=unit,
            file=file,
            step=step,
            stem=stem,
            arch=arch,
            language=language,
        )
        for place, unit in enumerate(file.units)
    ]


def _kernel(step: Step | None) -> tuple[str | None, str | None]:
    """Architecture and language of what is nothing but a kernel."""
    kernel = compile_commands.kernel_of(step.command or "") if step else None
    return (kernel[1] or UNKNOWN_ARCH, kernel[0]) if kernel else (None, None)


def _missing(compiles: Iterable[Step], owners: Mapping[str, Step]) -> list[Step]:
    """Compile steps that left no trace, though their compiler writes them."""
    traced = {step.outputs for step in owners.values()}
    return [
        step for step in compiles if step.outputs not in traced and step.language not in UNTRACED
    ]
