from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bootstrap.conftest import Steps

posix = pytest.mark.skipif(os.name == "nt", reason="stands in for programs with shell scripts")
ROOT = Path(__file__).resolve().parent.parent.parent


def test_python_3_6_can_read_it() -> None:
    ast.parse((ROOT / "bootstrap").read_text(encoding="utf-8"), feature_version=(3, 6))


def test_old_python_is_told_which_newer_one_is_there(bootstrap: Any) -> None:
    text = bootstrap.old_python((3, 9), "/usr/bin/python3", lambda name: name == "python3.12")

    assert text == (
        "bootstrap: error: buildprof needs Python 3.11 or newer; /usr/bin/python3 is 3.9\n"
        "  Found python3.12: run `python3.12 bootstrap ...`"
    )


def test_old_python_is_told_how_to_get_a_newer_one(bootstrap: Any) -> None:
    text = bootstrap.old_python((3, 9), "python3", lambda _name: None)

    assert "  Install a newer one: apt-get install python3.11" in text


def test_python_that_is_new_enough_is_told_nothing(bootstrap: Any) -> None:
    assert bootstrap.old_python((3, 11), "python3", shutil.which) is None
    assert bootstrap.old_python((4, 0), "python3", shutil.which) is None


def test_without_arguments_it_says_how(bootstrap: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main([]) == 2
    assert capsys.readouterr().out == bootstrap.USAGE


def test_failure_says_what_and_what_to_do(
    bootstrap: Any, steps: Steps, capsys: pytest.CaptureFixture[str]
) -> None:
    steps.fail = "install_packages"

    assert bootstrap.main(["run"]) == 3
    assert capsys.readouterr().err == "bootstrap: error: no network\n  Plug it in.\n"


@posix
def test_second_call_passes_everything_on_within_two_seconds(
    bootstrap: Any, steps: Steps, copy: Path, tmp_path: Path, script: Callable[..., None]
) -> None:
    bootstrap.set_up(testing=False)
    steps.taken()
    script(bootstrap.program("buildprof"), 'pwd; for a in "$@"; do echo "<$a>"; done; exit 7')

    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, str(copy / "bootstrap"), "run", "-j2", "a b", "*", ""],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    took = time.monotonic() - started

    assert done.stdout.splitlines() == [str(copy.resolve()), "<run>", "<-j2>", "<a b>", "<*>", "<>"]
    assert (done.returncode, done.stderr) == (7, "")
    assert took < 2


@posix
@pytest.mark.parametrize(
    ("failing", "code", "ran"),
    [
        ("", 0, ["ruff format --check", "ruff check", "mypy", "pytest -k x"]),
        ("ruff", 1, ["ruff format --check"]),
        ("mypy", 1, ["ruff format --check", "ruff check", "mypy"]),
    ],
)
def test_test_stops_at_the_first_check_that_fails(
    bootstrap: Any,
    steps: Steps,
    copy: Path,
    script: Callable[..., None],
    failing: str,
    code: int,
    ran: list[str],
) -> None:
    bootstrap.set_up(testing=True)
    steps.taken()
    for name in ("ruff", "mypy", "pytest"):
        script(bootstrap.program(name), f'echo {name} "$@"; exit {int(name == failing)}')

    done = subprocess.run(
        [sys.executable, str(copy / "bootstrap"), "test", "-k", "x"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout.splitlines()) == (code, ran)


@pytest.mark.parametrize(
    ("arguments", "started"),
    [
        (["test", "--slow", "tests/cli"], ["-m", "not bench and not peer", "tests/cli"]),
        (["test"], []),
        (["bench"], ["-m", "bench", "tests/bench"]),
        (["bench", "tests/bench/test_help.py"], ["-m", "bench", "tests/bench/test_help.py"]),
    ],
)
def test_which_tests_are_run(
    bootstrap: Any, monkeypatch: pytest.MonkeyPatch, arguments: list[str], started: list[str]
) -> None:
    calls: list[list[str]] = []

    def remember(command: list[str]) -> int:
        calls.append(command)
        return 0

    monkeypatch.setattr(bootstrap, "set_up", lambda **_options: None)
    monkeypatch.setattr(bootstrap, "start", remember)
    monkeypatch.setattr(bootstrap.subprocess, "call", lambda *_a, **_k: 0)
    monkeypatch.chdir(bootstrap.ROOT)

    assert bootstrap.main(arguments) == 0
    assert calls == [[bootstrap.program("pytest"), *started]]


def test_other_packages_of_the_user_stay_out(
    bootstrap: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "elsewhere")

    assert "PYTHONPATH" not in bootstrap.environment()
    assert bootstrap.environment(CXX="clang++")["CXX"] == "clang++"
