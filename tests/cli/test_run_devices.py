from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from buildprof import process
from buildprof.analysis.result import BuildAnalysis
from buildprof.runs.find import find
from tests import devices

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.runs.folder import RunFolder

pytestmark = pytest.mark.skipif(os.name == "nt", reason="clang writes into a pipe by its number")


class Made:
    """A run of the project with kernels: a whole build, and one round in lockstep."""

    def __init__(self, folder: Path) -> None:
        devices.make(folder / "kernels")
        options = ("--source", "kernels", "-j2", "--variant", "baseline", "--repeat", "2")
        command = (sys.executable, "-m", "buildprof", "run", *options, "--interleave", "tu")
        self.done = process.capture(command, cwd=folder)
        self.run: RunFolder = find("latest", folder / "reports")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("devices"))


def test_kernels_are_a_kind_of_their_own(made: Made) -> None:
    assert made.done.returncode == 0, made.done.output
    for build in made.run.load().builds:
        totals = build.totals
        assert totals is not None
        assert (totals.units, totals.kinds) == (1, {"source": 1})
        sources = {language: one.whole.units for language, one in totals.devices.items()}
        assert sources == {"CUDA": 2, "HIP": 1}
        archs = {language: list(one.archs) for language, one in totals.devices.items()}
        assert archs == {"CUDA": ["sm_80", "sm_90"], "HIP": ["gfx90a"]}
        assert all((one.whole.total_us or 0) > 0 for one in totals.devices.values())
        assert build.differences == ()


def test_each_architecture_is_told_with_its_time(made: Made) -> None:
    text = made.done.output
    assert "| Minimal, baseline: CUDA, sm_90 |" in text
    assert "| Minimal, baseline: HIP, gfx90a " in text
    assert "one.cu (CUDA, sm_80)" in text


def test_units_name_their_language_and_what_they_used(made: Made) -> None:
    units = made.run.units("minimal-baseline-1")
    found = {unit.title: unit for unit in units}
    assert set(found) == {
        "host.cpp",
        "one.hip (HIP, gfx90a)",
        *(f"{name}.cu (CUDA, sm_{arch})" for name in ("one", "two") for arch in (80, 90)),
    }
    assert all(unit.user_us and unit.peak_kib for unit in units)


def test_tables_of_the_build_are_of_the_c_plus_plus(made: Made) -> None:
    analysis = made.run.record("minimal-baseline-1", "analysis", BuildAnalysis)
    assert analysis is not None
    assert [row for row in analysis.functions if "add" in row.name] == []
