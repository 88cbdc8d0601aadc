"""What ./bootstrap does with its arguments."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys

from bootstrapping.places import ROOT, WINDOWS, Failure, environment, program, say
from bootstrapping.record import read_state
from bootstrapping.steps import set_up

USAGE = """\
Set-up and start in one; paths that you give are relative to the repository.

  ./bootstrap run [OPTIONS]        set up, then `buildprof run`: build native/ and print its table
  ./bootstrap test [--slow] [...]  set up, then format, lint, types and tests; the rest goes to pytest
  ./bootstrap bench [...]          set up, then the benchmarks of tests/bench
  ./bootstrap COMMAND [...]        set up, then any other command of buildprof, or --help
"""


def main(arguments: list[str]) -> int:
    """Set up, then start what was asked for; returns its exit code."""
    if not arguments:
        sys.stdout.write(USAGE)
        return 2
    try:
        set_up(testing=arguments[0] in ("test", "bench", "ci"))
        os.chdir(ROOT)
        return dispatch(arguments[0], arguments[1:])
    except Failure as failure:
        say(f"error: {failure.what}")
        sys.stderr.writelines(f"  {line}\n" for line in failure.todo.splitlines())
        return failure.code
    except OSError as error:
        say(f"error: {error}")
        return 3
    except KeyboardInterrupt:
        return 130


def dispatch(word: str, rest: list[str]) -> int:
    """Start what the first word names."""
    if word == "test":
        return test(rest)
    if word == "bench":
        return start([program("pytest"), "-m", "bench", *(rest or ["tests/bench"])])
    return start([program("buildprof"), word, *rest])


def test(arguments: list[str]) -> int:
    """Run every check and then pytest; the first that fails decides the exit code."""
    for check in (["ruff", "format", "--check"], ["ruff", "check"], ["mypy"]):
        say(" ".join(check))
        code = subprocess.call([program(check[0]), *check[1:]], env=environment())
        if code:
            return code
    markers = []
    if "--slow" in arguments:
        arguments = [argument for argument in arguments if argument != "--slow"]
        markers = ["-m", "not bench and not peer"]
    say("pytest")
    return start([program("pytest"), *markers, *arguments])


def start(command: list[str]) -> int:
    """Become the command, or wait for it where a process cannot be replaced."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    clang = os.path.dirname(read_state().get("clang", ""))  # may lie off PATH
    path = os.pathsep.join([*folders, *([clang] if clang not in folders else [])])
    if not WINDOWS:
        os.execve(command[0], command, environment(PATH=path))  # noqa: S606
    child = subprocess.Popen(command, env=environment(PATH=path))
    while True:
        with contextlib.suppress(KeyboardInterrupt):  # the child got it too, and decides
            return child.wait()
