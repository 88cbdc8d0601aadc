from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from typing import TYPE_CHECKING

import pytest

from buildprof import __version__, cli
from buildprof.errors import ConfigError
from buildprof.process import capture

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Outcome

COMMANDS = [m.name for m in pkgutil.iter_modules(cli.__path__) if not m.name.startswith("_")]
HEAVY = ("pandas", "matplotlib", "numpy", "scipy", "jinja2", "pydantic")


def test_version(buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("--version")

    assert (done.code, done.stdout, done.stderr) == (0, f"buildprof {__version__}\n", "")


def test_module_is_the_command() -> None:
    done = capture([sys.executable, "-m", "buildprof", "--version"])

    assert (done.returncode, done.output) == (0, f"buildprof {__version__}\n")


def test_help_names_every_command_and_the_exit_codes(buildprof: Callable[..., Outcome]) -> None:
    done = buildprof("--help")

    assert done.code == 0
    assert done.stderr == ""
    words = " ".join(done.stdout.replace("│", " ").split())
    assert cli.EXIT_CODES in words
    for name in COMMANDS:
        assert f" {name.replace('_', '-')} " in words
    assert max(map(len, done.stdout.splitlines())) <= 100


@pytest.mark.parametrize("arguments", [["no-such-command"], ["--no-such-option"]])
def test_usage_error_is_exit_code_2(
    buildprof: Callable[..., Outcome], arguments: list[str]
) -> None:
    done = buildprof(*arguments)

    assert (done.code, done.stdout) == (2, "")
    assert arguments[0] in done.stderr


def test_error_that_users_can_act_on_becomes_a_message_and_its_exit_code(
    monkeypatch: pytest.MonkeyPatch, buildprof: Callable[..., Outcome]
) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise ConfigError("unknown key 'scoop'", where="buildprof.toml", hint="Did you mean scope?")

    monkeypatch.setattr(cli, "application", lambda: fail)
    done = buildprof("run")

    assert (done.code, done.stdout) == (2, "")
    assert done.stderr == "error: buildprof.toml: unknown key 'scoop'\n  Did you mean scope?\n"


def test_interruption_is_130(
    monkeypatch: pytest.MonkeyPatch, buildprof: Callable[..., Outcome]
) -> None:
    def interrupt(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "application", lambda: interrupt)

    assert buildprof("run").code == 130


def test_bug_shows_its_traceback(
    monkeypatch: pytest.MonkeyPatch, buildprof: Callable[..., Outcome]
) -> None:
    def stumble(*_arguments: object, **_options: object) -> None:
        raise IndexError("a bug")

    monkeypatch.setattr(cli, "application", lambda: stumble)

    with pytest.raises(IndexError, match="a bug"):
        buildprof("run")


def test_main_ends_with_the_exit_code() -> None:
    with pytest.raises(SystemExit) as done:
        cli.main(["--no-such-option"])

    assert done.value.code == 2


@pytest.mark.parametrize("name", COMMANDS)
def test_command_has_help_and_no_heavy_import(name: str) -> None:
    command = importlib.import_module(f"buildprof.cli.{name}").command

    assert (command.__doc__ or "").strip()
    assert _imported_by(f"import buildprof.cli.{name}") == []


def test_help_imports_nothing_heavy() -> None:
    assert _imported_by("from buildprof.cli import invoke; invoke(['--help'])") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_for_each_shell(shell: str) -> None:
    script = "import shellingham; from buildprof.cli import invoke; "
    script += f"shellingham.detect_shell = lambda *_: ({shell!r}, {shell!r}); "
    script += "raise SystemExit(invoke(['--show-completion']))"
    done = capture([sys.executable, "-c", script])

    assert done.returncode == 0
    assert "_BUILDPROF_COMPLETE" in done.output


def _imported_by(statement: str) -> list[str]:
    script = f"import json, sys; {statement}; print(json.dumps(sorted(sys.modules)))"
    done = capture([sys.executable, "-c", script])
    assert done.returncode == 0, done.output
    return sorted(set(json.loads(done.output.splitlines()[-1])) & set(HEAVY))
