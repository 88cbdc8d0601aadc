"""One record for every traced process that counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis import paths
from buildprof.cmake import compile_commands
from buildprof.trace.unit import Kind, Unit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from buildprof.analysis.claims import Claim


class Roots(msgspec.Struct, frozen=True, kw_only=True):
    """Where sources and builds are, as the traces spell them; names are relative to these."""

    sources: tuple[str, ...] = ()
    builds: tuple[str, ...] = ()

    def shorten(self, path: str) -> str:
        """Relative to the innermost root that holds it, else as it is."""
        roots = (f"{root.rstrip('/')}/" for root in (*self.sources, *self.builds))
        return path[max((len(root) for root in roots if path.startswith(root)), default=0) :]

    def generated(self, path: str) -> bool:
        """Whether a source lies in a build tree, and no source tree lies in that."""
        build = max((len(root) for root in self.builds if path.startswith(f"{root}/")), default=0)
        source = max((len(root) for root in self.sources if path.startswith(f"{root}/")), default=0)
        return build > source


class Sidecar(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a unit besides its trace."""

    configuration: str | None = None
    members: tuple[str, ...] = ()
    object_bytes: int | None = None
    user_us: int | None = None
    peak_kib: int | None = None


def make(claim: Claim, roots: Roots, sidecars: Mapping[str, Sidecar]) -> Unit:
    """The record of one traced process."""
    facts, step = claim.facts, claim.step
    source = source_of(claim)
    sidecar = sidecars.get(claim.trace, Sidecar())
    kind = kind_of(claim, source, roots)
    return Unit(
        name=roots.shorten(source) if source else claim.stem,
        trace=claim.trace,
        kind=kind,
        source=source,
        members=tuple(map(roots.shorten, sidecar.members or facts.members))
        if kind == "unity"
        else (),
        target=(step.target or compile_commands.target_of(step.outputs[0]) if step else None)
        or compile_commands.target_of(claim.trace),
        configuration=(step.configuration if step else None)
        or compile_commands.configuration_of(claim.trace)
        or sidecar.configuration,
        language=claim.language
        or (step.language if step else None)
        or compile_commands.language_of(source or claim.stem),
        arch=claim.arch,
        frontend_us=facts.frontend_us,
        backend_us=facts.backend_us,
        other_us=_other(claim),
        total_us=facts.total_us,
        user_us=sidecar.user_us,
        peak_kib=sidecar.peak_kib,
        trace_bytes=claim.file.size if claim.file.size >= 0 else None,
        object_bytes=sidecar.object_bytes,
        started_us=facts.started_us,
        reads_pch=facts.reads_pch,
        incomplete=is_incomplete(claim),
    )


def source_of(claim: Claim) -> str | None:
    """The source: what the step says, else what code generation was told."""
    if claim.step and claim.step.source:
        return claim.step.source
    module = claim.facts.module
    return module if module and not module.startswith("<") else None


def kind_of(claim: Claim, source: str | None, roots: Roots) -> Kind:
    """The kind, from names where CMake chose them and else from what the trace holds."""
    facts = claim.facts
    if claim.arch or facts.work == "device":
        return "device"
    if paths.is_pch(claim.stem) or (facts.writes_ast and facts.backend_us is None):
        return "pch"
    if paths.is_unity(source or claim.stem) or len(facts.members) > 1:
        return "unity"
    if source and roots.generated(source):
        return "generated"
    return "source"


def is_incomplete(claim: Claim) -> bool:
    """Whether the trace holds a part only: `-save-temps` leaves that of the last phase."""
    facts = claim.facts
    return facts.work == "compile" and facts.frontend_us is None and facts.backend_us is not None


def _other(claim: Claim) -> int | None:
    """What of the total is neither frontend nor backend; a phase that did not run took nothing."""
    facts = claim.facts
    lost = {"Frontend", "Backend"}.intersection(facts.unknown)
    if facts.total_us is None or (lost and None in {facts.frontend_us, facts.backend_us}):
        return None
    return max(0, facts.total_us - (facts.frontend_us or 0) - (facts.backend_us or 0))
