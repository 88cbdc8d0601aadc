from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.bootstrap.conftest import Steps

posix = pytest.mark.skipif(os.name == "nt", reason="stands in for programs with shell scripts")
ROOT = Path(__file__).resolve().parent.parent.parent


def test_first_set_up_does_every_step_and_the_second_none(bootstrap: Any, steps: Steps) -> None:
    bootstrap.set_up(testing=False)
    assert steps.taken() == [
        "prepare_system",
        "make_venv",
        "install_packages requirements.txt",
        "install_project",
    ]

    bootstrap.set_up(testing=False)
    assert steps.taken() == []


def test_tests_need_their_packages_once_and_bring_the_others(bootstrap: Any, steps: Steps) -> None:
    bootstrap.set_up(testing=True)
    assert steps.taken() == [
        "prepare_system",
        "make_venv",
        "install_packages requirements-test.txt",
        "install_project",
        "prepare_browser",
    ]

    bootstrap.set_up(testing=True)
    bootstrap.set_up(testing=False)
    assert steps.taken() == []


@pytest.mark.parametrize(
    ("changed", "redone"),
    [
        ("requirements.txt", ["install_packages requirements.txt", "install_project"]),
        ("requirements-test.txt", []),
        ("pyproject.toml", ["install_project"]),
        ("buildprof/trace/core/module.cpp", ["install_project"]),
        ("buildprof/trace/core/new.h", ["install_project"]),
        ("bootstrap", ["install_packages requirements.txt", "install_project"]),
        ("bootstrapping/steps.py", ["install_packages requirements.txt", "install_project"]),
        ("buildprof/new.py", []),
    ],
)
def test_change_redoes_what_depends_on_it(
    bootstrap: Any, steps: Steps, copy: Path, changed: str, redone: list[str]
) -> None:
    bootstrap.set_up(testing=False)
    steps.taken()

    with (copy / changed).open("a") as file:
        file.write("# changed\n")
    bootstrap.set_up(testing=False)

    assert steps.taken() == redone


@pytest.mark.parametrize(
    ("gone", "first"),
    [
        ("python", "make_venv"),
        ("cmake", "install_packages requirements.txt"),
        ("buildprof", "install_project"),
    ],
)
def test_what_was_deleted_is_made_again(
    bootstrap: Any, steps: Steps, gone: str, first: str
) -> None:
    bootstrap.set_up(testing=False)
    steps.taken()

    Path(bootstrap.program(gone)).unlink()
    bootstrap.set_up(testing=False)

    assert steps.taken()[0] == first


def test_failed_step_is_tried_again_and_earlier_ones_are_not(bootstrap: Any, steps: Steps) -> None:
    steps.fail = "install_packages"
    with pytest.raises(bootstrap.Failure):
        bootstrap.set_up(testing=False)
    steps.taken()

    steps.fail = ""
    bootstrap.set_up(testing=False)

    assert steps.taken() == ["install_packages requirements.txt", "install_project"]


def test_environment_whose_making_was_killed_is_made_anew(bootstrap: Any, steps: Steps) -> None:
    bootstrap.set_up(testing=False)
    steps.taken()
    state = bootstrap.read_state()
    bootstrap.write_state({**state, "packages": "", "doing": "packages"})

    bootstrap.set_up(testing=False)

    assert steps.taken() == ["make_venv", "install_packages requirements.txt", "install_project"]


def test_record_that_cannot_be_read_is_no_record(bootstrap: Any, steps: Steps) -> None:
    bootstrap.set_up(testing=False)
    steps.taken()
    bootstrap.STATE.write_text('{"venv": ')

    bootstrap.set_up(testing=False)

    assert len(steps.taken()) == 4


def test_step_that_leaves_nothing_is_an_error_and_no_endless_loop(
    bootstrap: Any, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "install_project", lambda: None)

    with pytest.raises(bootstrap.Failure, match="is missing after it was made"):
        bootstrap.set_up(testing=False)
    assert steps.taken()[0] == "prepare_system"


def test_environment_of_somebody_else_is_left_alone(
    bootstrap: Any, steps: Steps, capsys: pytest.CaptureFixture[str]
) -> None:
    bootstrap.VENV.mkdir()
    (bootstrap.VENV / "pyvenv.cfg").write_text("")

    assert bootstrap.main(["--version"]) == 2
    assert steps.taken() == []
    assert capsys.readouterr().err == (
        f"bootstrap: error: {bootstrap.VENV} was not made by bootstrap\n"
        "  Move it away or delete it, then try again.\n"
    )


def test_making_the_environment_keeps_only_the_record(
    bootstrap: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "run_logged", lambda *_: 0)
    (bootstrap.VENV / "lib" / "half").mkdir(parents=True)
    for name in ("pyvenv.cfg", "bootstrap.json", "bootstrap.lock", "bootstrap.log"):
        (bootstrap.VENV / name).write_text("")
    core = bootstrap.ROOT / "build" / "core"
    core.mkdir(parents=True)

    bootstrap.make_venv()

    left = sorted(path.name for path in bootstrap.VENV.iterdir())
    assert left == ["bootstrap.json", "bootstrap.lock", "bootstrap.log"]
    assert not core.exists()


def test_two_at_once_take_turns(bootstrap: Any, steps: Steps, copy: Path) -> None:
    script = (
        "import sys, time\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from bootstrapping import record\n"
        "with record.locked():\n"
        "    print('held', flush=True)\n"
        "    time.sleep(1)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(copy)], stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        started = time.monotonic()
        bootstrap.set_up(testing=False)
        waited = time.monotonic() - started

    assert waited > 0.5
    assert len(steps.taken()) == 4


def test_failure_of_pip_shows_the_end_of_its_log_and_what_to_check(
    bootstrap: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_command: list[str], _environment: dict[str, str]) -> int:
        bootstrap.LOG.write_text("".join(f"line {n}\n" for n in range(100)) + "ERROR: refused\n")
        return 1

    bootstrap.VENV.mkdir()
    monkeypatch.setattr(bootstrap, "run_logged", fail)

    with pytest.raises(bootstrap.Failure) as caught:
        bootstrap.install_packages(bootstrap.ROOT / "requirements.txt")

    lines = caught.value.todo.splitlines()
    assert lines[0] == "line 76"
    assert lines[24] == "ERROR: refused"
    assert lines[25] == f"(all of it: {bootstrap.LOG})"
    assert lines[26].startswith("Is there a network?")


def test_core_is_built_with_the_clang_that_was_found(
    bootstrap: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    compilers: list[str] = []

    def build(_command: list[str], environment: dict[str, str]) -> int:
        compilers.append(environment["CXX"])
        return 0

    bootstrap.VENV.mkdir()
    bootstrap.write_state({"clang++": "clang++-22"})
    monkeypatch.setattr(bootstrap, "run_logged", build)

    bootstrap.install_project()
    monkeypatch.setenv("CXX", "g++")
    bootstrap.install_project()

    assert compilers == ["clang++-22", "g++"]
