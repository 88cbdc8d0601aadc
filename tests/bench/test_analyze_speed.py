"""How long an analysis takes, next to the decoder alone and to ClangBuildAnalyzer.

Run with: pytest -m bench -s tests/bench. Whole processes, one after another in turn, so that what else
the machine does meets all of them alike; the cache of buildprof is empty each time.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from buildprof.analysis import clang_build_analyzer
from tests import shared

pytestmark = pytest.mark.bench

ROUNDS = 15
DECODE = """
import sys, pathlib, msgspec
class Event(msgspec.Struct):
    ph: str = ""
    ts: int = 0
    dur: int = 0
    name: str = ""
    args: dict = {}
class Trace(msgspec.Struct):
    traceEvents: list[Event] = []
decoder = msgspec.json.Decoder(Trace)
for path in pathlib.Path(sys.argv[1]).rglob("*.cpp.json"):
    decoder.decode(path.read_bytes())
"""
Command = list[str]


def commands(root: Path, scratch: Path) -> dict[str, list[Command]]:
    """What is measured; several commands in a row are one measurement."""
    ours = [str(Path(sys.executable).parent / "buildprof"), "analyze", str(root)]
    found = {
        "msgspec typed, decoding only": [[sys.executable, "-c", DECODE, str(root)]],
        "buildprof analyze --format cba": [[*ours, "--format", "cba"]],
        "buildprof analyze": [ours],
        "buildprof analyze --json": [[*ours, "--json"]],
    }
    # Not from the environment of the tests: that has no program of the user's.
    peer = clang_build_analyzer.find()
    if peer:
        capture = str(scratch / "capture.bin")
        steps = [[str(peer), "--all", str(root), capture], [str(peer), "--analyze", capture]]
        found["ClangBuildAnalyzer --all, --analyze"] = steps
    return found


@shared.needs_llama
@pytest.mark.parametrize("name", ["unity", "no-unity"])
def test_whole_processes_in_turn(name: str, tmp_path: Path) -> None:
    root = shared.unpack(name, tmp_path)
    tools = commands(root, tmp_path)
    times: dict[str, list[tuple[float, float]]] = {tool: [] for tool in tools}
    for turn in range(ROUNDS):
        for tool, steps in tools.items():
            times[tool].append(_measure(steps, tmp_path / f"cache-{turn}-{len(tool)}"))

    for tool, found in times.items():
        wall, cpu = ([one[at] for one in found] for at in (0, 1))
        line = f"{name:9} {tool:36} wall {min(wall):.3f} (median {statistics.median(wall):.3f}) s"
        sys.stderr.write(f"{line}, CPU {min(cpu):.3f} (median {statistics.median(cpu):.3f}) s\n")
    assert all(len(found) == ROUNDS for found in times.values())


def _measure(steps: list[Command], cache: Path) -> tuple[float, float]:
    """Wall and CPU seconds of commands that must succeed."""
    environment = {**os.environ, "BUILDPROF_CACHE": str(cache)}
    before, started = os.times(), time.perf_counter()
    for step in steps:
        subprocess.run(step, env=environment, stdout=subprocess.DEVNULL, check=True)
    wall, after = time.perf_counter() - started, os.times()
    used = after.children_user + after.children_system
    return wall, used - before.children_user - before.children_system
