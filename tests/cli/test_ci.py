from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from junitparser import JUnitXml

from buildprof.ci.results import Results
from tests import records, toy, toy_ci

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Outcome

    Command = Callable[..., Outcome]

POSIX = pytest.mark.skipif(os.name == "nt", reason="ends a process by a signal")
QUICK = ("--skip", "ctest_debug", "--low-perf")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return toy_ci.make(tmp_path / "engine")


def states(out: Path) -> dict[str, str]:
    results = msgspec.json.decode((out / "ci.json").read_bytes(), type=Results)
    return {row.name: row.outcome.state for row in results.stages}


def test_a_project_with_everything_is_green(
    source: Path, tmp_path: Path, buildprof: Command
) -> None:
    before = toy.snapshot(source)
    sanitizers = [
        word
        for name in ("address", "undefined", "thread")
        for word in ("--skip", f"sanitize_{name}")
    ]
    done = buildprof("ci", "out", "mnt", "--source", source, *sanitizers)

    assert done.code == 0, done.stderr
    out = tmp_path / "out"
    ran = {name for name, state in states(out).items() if state == "passed"}
    assert ran == {
        *("ctest_debug", "ctest_release", "generate_models", "fusion", "server", "hello"),
    }
    assert set(states(out).values()) == {"passed", "skipped"}
    assert "| ctest_release      | passed" in done.stdout
    assert [suite.name for suite in JUnitXml.fromfile(str(out / "junit.xml"))] == [
        *("ctest_debug", "ctest_release", "server"),
    ]
    assert {path.name for path in out.glob("*.log")} == {f"{name}.log" for name in ran}
    assert (out / "summary.md").read_text("utf-8").startswith("### Stages of engine: passed\n")
    assert toy.snapshot(source) == before


UNIT = "add_executable(unit unit.c)"
LABEL = "set_tests_properties(scripted PROPERTIES LABELS python)"
KILL = "#include <signal.h>\n#include <string.h>\nint main(int argc, char **argv) {\n  if (argc > 1) raise(SIGKILL);"
MUTATIONS = {
    "a test binary is deleted": (
        *("ctest_release", "CMakeLists.txt", UNIT, UNIT.replace("unit ", "unit EXCLUDE_FROM_ALL ")),
        *("not built", "tests whose program is not there: adds, subtracts, scripted"),
    ),
    "a test is renamed": (
        *("ctest_release", "CMakeLists.txt", "adds subtracts)", "adds differs)"),
        *("failed", "no longer among the tests: subtracts"),
    ),
    "a label is emptied": (
        *("ctest_release", "CMakeLists.txt", LABEL, ""),
        *("failed", "no test has the label python"),
    ),
    "a fusion is removed": (
        *("fusion", "fusion.c", '  {"llama", "ADD+ADD", 0, 2, "1.0e-09"},\n', ""),
        *("failed", "vanished: llama any ADD+ADD: 2 → –"),
    ),
    "a count is changed": (
        *("fusion", "fusion.c", '"ADD+ADD", 0, 2,', '"ADD+ADD", 0, 1,'),
        *("failed", "changed: llama any ADD+ADD: 2 → 1"),
    ),
    "an error grows": (
        *("fusion", "fusion.c", '"ADD+ADD", 0, 2, "1.0e-09"', '"ADD+ADD", 0, 2, "1.0e-03"'),
        *("failed", "NMSE fused against unfused is 1.00e-03"),
    ),
    "a model is no longer written": (
        *("fusion", "models.c", "/dummy.gguf", "/dummy.bin"),
        *("failed", "produced no"),
    ),
    "the server answers wrongly": (
        *("server", "test_server.py", "== 0", "== 1"),
        *("failed", "1 of 1 tests failed: test_server::test_adds"),
    ),
}


@pytest.mark.parametrize("what", MUTATIONS)
def test_a_mutation_is_red(what: str, source: Path, tmp_path: Path, buildprof: Command) -> None:
    stage, file, before, after, state, reason = MUTATIONS[what]
    toy_ci.edit(source, file, before, after)
    done = buildprof("ci", "out", "--source", source, "--only", stage)

    assert done.code == 1
    assert state in states(tmp_path / "out").values()
    assert reason in done.stderr


@POSIX
def test_a_stage_that_is_killed_is_red(source: Path, tmp_path: Path, buildprof: Command) -> None:
    text = (source / "unit.c").read_text("utf-8")
    kill = "#include <signal.h>\n" + text.replace(
        "return 1 + 1 == 2 ? 0 : 1", "return raise(SIGKILL)"
    )
    (source / "unit.c").write_text(kill, "utf-8")
    done = buildprof("ci", "out", "--source", source, "--only", "hello")

    assert done.code == 1
    assert states(tmp_path / "out") == {"hello": "failed"}
    assert "unit adds was killed by signal 9" in done.stderr


def test_listing_runs_nothing(source: Path, tmp_path: Path, buildprof: Command) -> None:
    done = buildprof("ci", "--list", "--source", source, "--low-perf")

    assert done.code == 0
    assert "| hello              | a stage of this project's own " in done.stdout
    assert "| skipped: left out with --low-perf" in done.stdout
    assert not (tmp_path / "build").exists()


def test_switches_are_read_from_the_environment(
    source: Path, buildprof: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GG_BUILD_LOW_PERF", "1")
    assert "left out with --low-perf" in buildprof("ci", "--list", "--source", source).stdout
    monkeypatch.setenv("GG_BUILD_CUDA", "1")
    done = buildprof("ci", "--source", source)

    assert done.code == 2
    assert "the project has no cuda backend" in done.stderr


def test_a_switch_that_nothing_knows_ends_the_call(
    source: Path, buildprof: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GG_BUILD_WEBGPU", "1")
    done = buildprof("ci", "--list", "--source", source)

    assert done.code == 2
    assert "GG_BUILD_WEBGPU: there is no such switch" in done.stderr


def test_skipping_everything_is_not_green(source: Path, buildprof: Command) -> None:
    done = buildprof("ci", "--source", source, "--only", "hello", "--skip", "hello")

    assert done.code == 1
    assert "| hello | skipped" in done.stdout


def test_resume_keeps_what_passed(source: Path, tmp_path: Path, buildprof: Command) -> None:
    toy_ci.edit(source, "test_server.py", "== 0", "== 1")
    only = ("--source", source, "--only", "generate_models", "--only", "server")
    first = buildprof("ci", "out", *only)
    toy_ci.edit(source, "test_server.py", "== 1", "== 0")
    second = buildprof("ci", "out", *only, "--resume", "--keep-going")

    assert (first.code, second.code) == (1, 0)
    assert "generate_models: dummy models" in first.stderr
    assert "generate_models: dummy models" not in second.stderr
    assert states(tmp_path / "out") == {"generate_models": "passed", "server": "passed"}


def test_one_variant_is_nothing_to_compare(source: Path, buildprof: Command) -> None:
    done = buildprof("ci", "--source", source, "--variants", "unity")

    assert done.code == 2
    assert "--variants needs two or more to compare" in done.stderr


def test_an_unknown_variant_is_refused_at_once(source: Path, buildprof: Command) -> None:
    done = buildprof("ci", "--source", source, "--variants", "baseline,nope")

    assert done.code == 2
    assert "there is no variant named 'nope'" in done.stderr


def test_stages_become_part_of_a_run_and_of_its_page(
    source: Path, tmp_path: Path, buildprof: Command
) -> None:
    folder = records.stored(tmp_path / "reports", records.run(records.build("minimal", "baseline")))
    done = buildprof(
        "ci", "out", "mnt", "--source", source, "--only", "hello", "--profile", "latest"
    )
    assert done.code == 0, done.stderr
    assert done.stderr.endswith(
        f"report: {Path('reports/runs') / folder.path.name / 'report.html'}\n"
    )
    found = folder.stages()
    assert found is not None
    assert [(row.name, row.outcome.state) for row in found.stages] == [("hello", "passed")]
    assert "Stages: passed" in (folder.path / "report.html").read_text("utf-8")
