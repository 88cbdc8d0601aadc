"""Build a configured tree with ninja and follow what it does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from buildprof import process
from buildprof.cmake.configure import environment, program

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

_STATUS = re.compile(r"\[buildprof (\d+)/(\d+)\] (.*)")
_OBJECT = re.compile(r"Building \S+ object (.+)")
_FAILED = re.compile(r"^FAILED: ", re.MULTILINE)


class Progress(msgspec.Struct, frozen=True):
    """How far a build is: steps done, steps in all, and the one that has just ended."""

    done: int
    total: int
    step: str

    @property
    def compiled(self) -> str | None:
        """The object that a compile has just written, relative to the build root."""
        match = _OBJECT.fullmatch(self.step)
        return match[1] if match else None


class Built(msgspec.Struct, frozen=True, kw_only=True):
    """A build that has ended. Times in seconds; `peak_rss_kib` is its largest single process."""

    command: tuple[str, ...]
    returncode: int
    output: str
    wall_s: float
    cpu_s: float | None
    peak_rss_kib: int | None

    @property
    def failure(self) -> str:
        """Return what the first failing step printed, its name and its errors first."""
        start = _FAILED.search(self.output)
        return failure(self.output[start.start() :]) if start else self.output.strip()


def command(build_root: Path, jobs: int, targets: Sequence[str]) -> tuple[str, ...]:
    """Return the ninja call of a build; response files stay for compiles that are made once more."""
    return (program("ninja"), "-C", str(build_root), "-d", "keeprsp", f"-j{jobs}", *targets)


def build(
    build_root: Path,
    jobs: int,
    targets: Sequence[str],
    on_progress: Callable[[Progress], None],
) -> Built:
    """Build and report each step that ends; a failing compile is an outcome, not an error."""
    env = environment() | {"NINJA_STATUS": "[buildprof %f/%t] "}

    def follow(line: str) -> None:
        if match := _STATUS.match(line):
            on_progress(Progress(int(match[1]), int(match[2]), match[3]))

    arguments = command(build_root, jobs, targets)
    done = process.stream(arguments, follow, env=env)
    return Built(
        command=arguments,
        returncode=done.returncode,
        output=done.output,
        wall_s=done.wall_s,
        cpu_s=done.cpu_s,
        peak_rss_kib=done.peak_rss_kib,
    )


def failure(text: str) -> str:
    """Return the first failure in ninja's output: step, then errors, then the command that failed.

    Ninja prints `FAILED: [code=1] OUTPUT`, the command, what the command printed, and then goes on
    with the steps that were still running.
    """
    head, _, rest = text.partition("\n")
    line, _, printed = rest.partition("\n")
    end = re.search(r"^(\[buildprof \d+/\d+\] |FAILED: |ninja: )", printed, re.MULTILINE)
    errors = (printed[: end.start()] if end else printed).rstrip()
    return f"{head}\n{errors}\ncommand: {line.strip()}"
