from __future__ import annotations

from buildprof.cmake.settings import TargetReport
from buildprof.driver import one
from buildprof.driver.plan import Job
from buildprof.project.scope import MINIMAL
from buildprof.project.variant import VARIANTS


def job(variant: str) -> Job:
    row = next(row for row in VARIANTS if row.name == variant)
    return Job(scope=MINIMAL, variant=row, repetition=1)


def target(*, unity: bool = False, pch: bool = False) -> TargetReport:
    return TargetReport(
        name="t", type="EXECUTABLE", own_unity=False, own_pch=False, unity=unity, pch=pch
    )


def test_a_variant_without_its_technique_has_nothing_to_apply() -> None:
    assert one.nothing_to_apply(job("unity"), [target()]) == "no target can be built as unity"
    assert "no precompiled headers" in (one.nothing_to_apply(job("pch"), [target()]) or "")
    assert one.nothing_to_apply(job("pch-unity"), [target(unity=True)]) is not None
    assert one.nothing_to_apply(job("unity"), []) is not None


def test_a_variant_with_its_technique_somewhere_is_built() -> None:
    both = [target(), target(unity=True), target(pch=True)]
    assert one.nothing_to_apply(job("pch-unity"), both) is None
    assert one.nothing_to_apply(job("baseline"), [target()]) is None
    assert one.nothing_to_apply(job("as-is"), []) is None
