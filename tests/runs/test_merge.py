from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from buildprof.errors import UsageError
from buildprof.project.revision import Revision
from buildprof.runs.merge import merge
from buildprof.runs.schema import ProjectRecord
from tests import records

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.runs.folder import RunFolder

BASELINE = records.build("minimal", "baseline", wall_us=100)
UNITY = records.build("minimal", "unity", wall_us=60)


def part(folder: Path, *builds: Any, variants: tuple[str, ...], **changes: Any) -> RunFolder:
    return records.stored(folder, records.run(*builds, variants=variants, **changes))


@pytest.fixture
def parts(tmp_path: Path) -> list[RunFolder]:
    return [
        part(tmp_path / "b", UNITY, variants=("unity",), created="2026-12-01T12:00:01+00:00"),
        part(tmp_path / "a", BASELINE, variants=("baseline",)),
    ]


def test_builds_of_all_parts_are_in_one_run_with_their_records(
    parts: list[RunFolder], tmp_path: Path
) -> None:
    folder = merge(parts, tmp_path / "reports")
    run = folder.load()

    assert run.id == folder.path.name == "20261201-120000-toy-merged"
    assert {build.id: build.wall_us for build in run.builds} == {
        "minimal-baseline-1": 100,
        "minimal-unity-1": 60,
    }
    assert [row.name for row in run.plan.variants] == ["baseline", "unity"]
    assert folder.units("minimal-unity-1") == records.UNITS
    assert run.finished


def test_the_same_build_again_is_a_further_repetition(tmp_path: Path) -> None:
    same = [
        part(
            tmp_path / name, msgspec.structs.replace(BASELINE, wall_us=wall), variants=("baseline",)
        )
        for name, wall in (("a", 100), ("b", 110), ("c", 120))
    ]
    folder = merge(same, tmp_path / "reports")
    run = folder.load()

    assert [(b.id, b.repetition, b.wall_us) for b in run.builds] == [
        ("minimal-baseline-1", 1, 100),
        ("minimal-baseline-2", 2, 110),
        ("minimal-baseline-3", 3, 120),
    ]
    assert run.plan.repetitions == 3
    assert folder.units("minimal-baseline-3") == records.UNITS


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        (
            {
                "project": ProjectRecord(
                    name="toy", revision=Revision(commit="ffff"), build_type="Release"
                )
            },
            "has another project or commit than",
        ),
        (
            {"toolchain": msgspec.structs.replace(records.TOOLCHAIN, version="21.0.0")},
            "has another compiler than",
        ),
        ({"cmake": "3.31.0"}, "has another version of CMake than"),
        ({"finished": False}, "is not finished"),
        (
            {"machine": msgspec.structs.replace(records.MACHINE, cpu="Another CPU")},
            "was made on another kind of machine than",
        ),
    ],
)
def test_what_does_not_belong_together_is_refused(
    parts: list[RunFolder], tmp_path: Path, changes: dict[str, Any], what: str
) -> None:
    other = part(tmp_path / "c", UNITY, variants=("unity",), **changes)
    with pytest.raises(UsageError, match=what):
        merge([*parts, other], tmp_path / "reports")

    assert not (tmp_path / "reports").exists()


def test_a_compiler_may_lie_elsewhere_and_a_machine_have_another_name(
    parts: list[RunFolder], tmp_path: Path
) -> None:
    elsewhere = part(
        tmp_path / "c",
        records.build("minimal", "pch"),
        variants=("pch",),
        toolchain=msgspec.structs.replace(records.TOOLCHAIN, cxx="/opt/clang++"),
        machine=msgspec.structs.replace(records.MACHINE, name="other"),
    )

    assert len(merge([*parts, elsewhere], tmp_path / "reports").load().builds) == 3


def test_mixed_machines_are_told_with_their_builds(parts: list[RunFolder], tmp_path: Path) -> None:
    other = msgspec.structs.replace(records.MACHINE, cpu="Another CPU", cores=4)
    third = part(
        tmp_path / "c",
        records.build("minimal", "pch"),
        variants=("pch",),
        machine=other,
        created="2026-12-02T12:00:00+00:00",
    )
    run = merge([*parts, third], tmp_path / "reports", mixed=True).load()

    assert {build.variant: build.warnings for build in run.builds} == {
        "unity": (),
        "baseline": (),
        "pch": ("made on another machine: Another CPU, 4 cores",),
    }
