"""Compile a source of CUDA or HIP so that the host and each architecture leave a trace.

Until version 22, clang traces the host only, under one name. As a compiler launcher this lets every
compiler process write into a pipe, and gives the traces the names that clang 23 gives them:
`x.cu.json`, `x.cu-cuda-nvptx64-nvidia-cuda-sm_90.json`. What the processes used, assemblers and linkers
of a device included, goes into `x.cu.stat`: lines of `-fproc-stat-report` with the architecture behind.

It stands alone, without any package, so that a compile waits but a moment for it.
"""

from __future__ import annotations

import csv
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

TRACE = "-ftime-trace"
_REPORT = "-fproc-stat-report="
_CLANG = re.compile(r"(?:.*[/\\])?(?:(?:amd)?clang(?:\+\+)?(?:-\d+)?|hipcc)(?:\.exe)?")
_NVCC = re.compile(r"(?:.*[/\\])?nvcc(?:\.exe)?")
_ARCH = re.compile(r"--(?:offload-arch|cuda-gpu-arch)=(.+)")
_DEVICE_ONLY = frozenset({"--cuda-device-only", "--offload-device-only"})
# what tells variants of one processor of AMD apart
_FEATURES = frozenset({"sramecc", "xnack"})
_TRIPLES = {"cuda": "nvptx64-nvidia-cuda", "hip": "amdgcn-amd-amdhsa"}


class Side(NamedTuple):
    """A compiler process of a compile; without an architecture it is the host's."""

    triple: str = ""
    arch: str = ""


def main(command: list[str]) -> int:
    """Run a compile and return its exit code."""
    command = [part for word in command for part in _expanded(word)]
    output = _behind(command, "-o")
    if output and "-c" in command and any(_NVCC.fullmatch(word) for word in command[:3]):
        return _nvcc()(command, Path(output))
    if os.name != "posix" or TRACE not in command or not output or not _is_clang(command):
        return subprocess.call(command)
    stat = Path(output).with_suffix(".stat")
    code, traces = _compile([word for word in command if word != TRACE], stat)
    if traces:
        sides = _sides(command, len(traces))
        _write(traces, sides, Path(output), _language(command))
        _tell(stat, sides)
    return code


def _expanded(word: str) -> list[str]:
    """Return what a word stands for: ninja may put options into a file."""
    file = Path(word[1:])
    return shlex.split(file.read_text("utf-8")) if word[:1] == "@" and file.is_file() else [word]


def _nvcc() -> Callable[[list[str], Path], int]:
    # found only where this is called, so that other compiles need not look for the package
    sys.path.insert(0, str(Path(__file__).parents[3]))
    from buildprof.cmake.inject import device_nvcc  # noqa: PLC0415

    return device_nvcc.compile_


def _compile(command: list[str], stat: Path) -> tuple[int, list[str]]:
    """Compile; return the exit code and what each compiler process traced, in their order."""
    stat.unlink(missing_ok=True)
    out, into = os.pipe()
    words = ["-Xclang", f"{TRACE}=/dev/fd/{into}"]
    if any(word.startswith(_REPORT) for word in command):
        words.append(f"{_REPORT}{stat}")
    with subprocess.Popen([*command, *words], pass_fds=(into,)) as process:
        os.close(into)
        with os.fdopen(out, encoding="utf-8", errors="replace") as pipe:
            text = pipe.read()
    return process.returncode, _documents(text)


def _documents(text: str) -> list[str]:
    """Take apart objects that were written one behind the other."""
    decoder, found, place = json.JSONDecoder(), [], 0
    while place < len(text):
        try:
            _, end = decoder.raw_decode(text, place)
        except ValueError:
            break
        found.append(text[place:end])
        place = end
    return found


def _sides(command: list[str], count: int) -> list[Side]:
    """Say of each compiler process what it compiled for; none where that cannot be told."""
    archs = [found[1] for word in command if (found := _ARCH.fullmatch(word))]
    if count == 1 and len(archs) == 1 and _DEVICE_ONLY.intersection(command):
        return [Side(_TRIPLES[_language(command)], archs[0])]
    plan = subprocess.run([*command, "-###"], check=False, capture_output=True, text=True)
    jobs = [line for line in plan.stderr.splitlines() if '"-cc1"' in line]
    sides = [_side(re.findall(r'"((?:[^"\\]|\\.)*)"', job)) for job in jobs]
    return sides if len(sides) == count else []


def _side(job: list[str]) -> Side:
    if "-fcuda-is-device" not in job:
        return Side()
    said = [value for word, value in itertools.pairwise(job) if word == "-target-feature"]
    features = [one[1:] + one[0] for one in said if one[1:] in _FEATURES]
    arch = ":".join([_behind(job, "-target-cpu") or "", *features])
    return Side(_behind(job, "-triple") or "", arch)


def _write(traces: list[str], sides: list[Side], output: Path, language: str) -> None:
    for trace, side in zip(traces, sides, strict=False):
        device = f"-{language}-{side.triple}-{side.arch}" if side.arch else ""
        output.with_name(f"{output.stem}{device}.json").write_text(trace, "utf-8")


def _tell(stat: Path, sides: list[Side]) -> None:
    """Put behind every line of a report the architecture that its process worked for.

    What follows a compiler of a device belongs to that device, until the next one or a program that
    joins the code of all of them.
    """
    if not stat.exists():
        return
    with stat.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    place = -1
    for row in rows:
        place += row[0] == "clang"
        joins = row[0] in {"fatbinary", "clang-offload-bundler", "llvm-offload-binary"}
        row.append(sides[place].arch if 0 <= place < len(sides) and not joins else "")
    with stat.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def _language(command: list[str]) -> str:
    said = _behind(command, "-x") or next((w[2:] for w in command if w in {"-xcuda", "-xhip"}), "")
    return said if said in _TRIPLES else "hip" if _behind(command, "-c", ".hip") else "cuda"


def _is_clang(command: list[str]) -> bool:
    return "-c" in command and any(_CLANG.fullmatch(word) for word in command[:3])


def _behind(words: list[str], option: str, ending: str = "") -> str | None:
    """Return what stands behind an option, where it has that ending."""
    for word, value in itertools.pairwise(words):
        if word == option and value.endswith(ending):
            return value
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
