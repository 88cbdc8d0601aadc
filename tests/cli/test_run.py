from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import msgspec
import pytest

from buildprof import process
from buildprof.cmake.step import Step
from buildprof.runs import json_schema
from buildprof.runs.find import find
from buildprof.runs.folder import everything
from tests import toy

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Outcome

POSIX = pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
COMMAND = (sys.executable, "-m", "buildprof")


class Made:
    """A run of the small project that was made once for the tests of this file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = toy.make(folder / "toy")
        self.before = toy.snapshot(self.source)
        self.done = process.capture(
            [*COMMAND, "run", "--source", "toy", "-j2", "--keep-traces"], cwd=folder
        )
        self.shown = process.capture([*COMMAND, "show"], cwd=folder)
        self.run = find("latest", folder / "reports")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("made"))


def rows(text: str) -> dict[str, list[str]]:
    """Return the first table's cells by their build."""
    lines = [line for line in text.splitlines() if line.startswith("| Minimal")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    # in a narrow terminal a second table goes on with the same builds
    return {cell[0]: cell[1:] for cell in reversed(cells)}


def test_the_table_has_a_row_a_variant_with_its_units(made: Made) -> None:
    assert made.done.returncode == 0, made.done.output
    assert {build: cells[0] for build, cells in rows(made.done.output).items()} == {
        "Minimal, baseline": "5",
        "Minimal, PCH": "6",
        "Minimal, unity": "3",
        "Minimal, PCH + unity": "4",
    }


def test_show_prints_the_same_byte_for_byte(made: Made) -> None:
    text = made.shown.output
    assert text.startswith("# toy, run ")
    assert text in made.done.output
    assert made.done.output.rstrip().endswith(
        f"report: {Path('reports/runs', made.run.path.name, 'report.html')}"
    )


def test_records_name_no_folder_of_this_machine(made: Made) -> None:
    for build in made.run.load().builds:
        for name in ("units", "steps", "analysis", "include-tree"):
            record = made.run.record(build.id, name, msgspec.Raw)
            assert record is not None, name
            assert str(made.folder).encode() not in bytes(record), name
            assert b"<source>" in bytes(record) or b"<build>" in bytes(record), name


def test_the_project_is_not_edited(made: Made) -> None:
    assert toy.snapshot(made.source) == made.before


def test_every_number_of_a_build_is_there(made: Made) -> None:
    for build in made.run.load().builds:
        totals = build.totals
        assert totals is not None
        assert totals.unknown in {0, totals.kinds.get("pch", 0)}
        assert None not in {totals.frontend_us, totals.other_us, totals.total_us}
        assert None not in {build.wall_us, build.cpu_us, build.configure_us}
        assert (build.peak_rss_kib or 0) > 10_000
        assert build.differences == ()
        assert build.warnings == ()


def test_every_variant_proves_itself(made: Made) -> None:
    proofs = {build.variant: build.proof for build in made.run.load().builds}
    seen = {
        name: (bool(proof.pch_units), bool(proof.pch_users), bool(proof.unity_units))
        for name, proof in proofs.items()
        if proof
    }
    assert seen == {
        "baseline": (False, False, False),
        "pch": (True, True, False),
        "unity": (False, False, True),
        "pch-unity": (True, True, True),
    }
    assert all(proof and proof.problem is None for proof in proofs.values())


def test_units_know_their_target_kind_user_time_and_memory(made: Made) -> None:
    units = {unit.name: unit for unit in made.run.units("minimal-baseline-1")}
    assert set(units) == {
        f"src/{name}" for name in ("circle.cpp", "count.c", "line.cpp", "main.cpp", "square.cpp")
    }
    circle = units["src/circle.cpp"]
    assert (circle.target, circle.kind, circle.language) == ("shapes", "source", "CXX")
    assert None not in {circle.user_us, circle.peak_kib, circle.trace_bytes, circle.object_bytes}
    unity = [unit for unit in made.run.units("minimal-unity-1") if "shapes" in unit.trace]
    members = {Path(member).name for unit in unity for member in unit.members}
    assert members == {"circle.cpp", "square.cpp", "line.cpp", "count.c"}


def test_steps_of_the_build_are_kept(made: Made) -> None:
    steps = made.run.record("minimal-baseline-1", "steps", tuple[Step, ...])
    assert steps is not None
    assert [step.target for step in steps if step.role == "compile"].count("shapes") == 4
    assert "app" in {step.target for step in steps if step.role == "link"}


def test_the_record_is_as_its_schema_says_and_names_no_place(made: Made) -> None:
    text = (made.run.path / "run.json").read_text("utf-8")
    jsonschema.validate(msgspec.json.decode(text), msgspec.json.decode(json_schema.text()))
    for path in made.run.path.rglob("*.log"):
        assert str(made.folder) not in path.read_text("utf-8")
    commands = made.run.load().builds[0].commands
    assert commands[0][1:5] == ("-S", "<source>", "-B", "<build>")
    assert commands[0][0].startswith("<python>")
    assert commands[0][-2].endswith("<buildprof>/cmake/inject/buildprof.cmake")


def test_traces_are_kept_on_request(made: Made) -> None:
    archive = made.run.build("minimal-baseline-1") / "traces.tar.gz"
    listing = process.capture([sys.executable, "-m", "tarfile", "-l", archive]).output
    assert sum("src/" in line for line in listing.splitlines()) == 5


@POSIX
def test_the_report_of_the_real_analyzer_is_kept_on_just_the_traces_of_the_build(
    tmp_path: Path, buildprof: Callable[..., Outcome]
) -> None:
    # a program that lists the traces it is shown, in place of one that has to be compiled
    tool = tmp_path / "Analyzer"
    script = "#!/bin/sh\n[ $1 = --all ] && find $2 -name '*.json' | wc -l >$3\n[ $1 = --analyze ] && cat $2\n"
    tool.write_text(script + "exit 0\n", "utf-8")
    tool.chmod(0o755)
    options = ("--variant", "baseline", "--no-report", "--clang-build-analyzer", tool)
    done = buildprof("run", "--source", toy.make(tmp_path / "toy"), *options)
    assert done.code == 0, done.stderr
    (folder,) = everything(tmp_path / "reports")
    log = folder.build("minimal-baseline-1") / "clang-build-analyzer.log"
    assert log.read_text("utf-8").strip() == "5"
    assert not (folder.path / "report.html").exists()


def test_json_is_one_object_and_nothing_else(
    tmp_path: Path, buildprof: Callable[..., Outcome]
) -> None:
    done = buildprof("run", "--source", toy.make(tmp_path / "toy"), "--variant", "as-is", "--json")
    record: dict[str, Any] = msgspec.json.decode(done.stdout)
    assert record["schema_version"] == 1
    assert [build["id"] for build in record["builds"]] == ["minimal-as-is-1"]


def test_a_dry_run_prints_its_commands_and_makes_nothing(
    tmp_path: Path, buildprof: Callable[..., Outcome]
) -> None:
    done = buildprof(
        *("run", "--source", toy.make(tmp_path / "toy"), "--dry-run", "--full", "-j3"),
        *("--variant", "unity", "--repeat", "2"),
    )
    lines = done.stdout.splitlines()
    assert lines[0].startswith("# Full, unity, repetition 1; settings in ")
    assert " -G Ninja " in lines[1]
    assert " -DBUILD_TESTING=ON " in lines[1]
    assert lines[2].endswith("-j3")
    assert len(lines) == 6
    assert sorted(path.name for path in tmp_path.iterdir()) == ["toy"]
