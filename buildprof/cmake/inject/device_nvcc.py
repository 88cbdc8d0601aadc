"""What nvcc tells of a compile: how long each of its programs took, and from version 13 on a trace.

nvcc knows the virtual architectures that it makes PTX for, and the real ones that ptxas assembles it for.
A device is here the real one where the PTX is assembled for one only, and else the virtual one.
"""

from __future__ import annotations

import csv
import json
import re
import subprocess
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

TRACE = "-fdevice-time-trace"
_US = {"ms": 1000.0, "s": 1_000_000.0, "us": 1.0}
_OF_DEVICES = re.compile(r"cicc|ptxas|.*\(preprocessing 1\)")
_THREAD = re.compile(r".* \[(\w+)\]")


class Phase(NamedTuple):
    """One program that nvcc ran; paths are those of its files."""

    name: str
    inputs: str
    output: str
    arch: str
    took_us: int


def compile_(command: list[str], output: Path) -> int:
    """Compile, and write times and traces beside the output; return the exit code."""
    times = output.with_suffix(".nvcc")
    times.unlink(missing_ok=True)
    code = subprocess.call([*command, "--time", str(times)])
    if times.exists():
        phases = _phases(times)
        devices = _devices(phases)
        _tell(phases, devices, output)
        if TRACE in command:
            _split(output.with_name(f"{output.name}.json"), devices, output)
    return code


def _phases(times: Path) -> list[Phase]:
    with times.open(encoding="utf-8", newline="") as file:
        rows = [[cell.strip() for cell in row] for row in csv.reader(file)]
    return [
        Phase(name, inputs, output, arch, round(float(took) * _US[unit]))
        for _, name, inputs, output, arch, _, took, unit in rows[1:]
    ]


def _devices(phases: list[Phase]) -> dict[str, str]:
    """Return by architecture, virtual or real, the device that it belongs to."""
    found: dict[str, str] = {}
    for made in (phase for phase in phases if phase.name == "cicc"):
        real = [one.arch for one in phases if one.name == "ptxas" and made.output in one.inputs]
        device = real[0] if len(real) == 1 else made.arch
        found |= dict.fromkeys([made.arch, *real], device)
    return found


def _tell(phases: list[Phase], devices: dict[str, str], output: Path) -> None:
    """Write what each program took as clang's report does: nothing is known of memory and user time."""
    rows = [
        (
            one.name,
            output.name,
            one.took_us,
            "",
            "",
            devices.get(one.arch, one.arch) if _of_device(one) else "",
        )
        for one in phases
    ]
    with output.with_suffix(".stat").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def _of_device(phase: Phase) -> bool:
    return bool(_OF_DEVICES.fullmatch(phase.name))


def _split(trace: Path, devices: dict[str, str], output: Path) -> None:
    """Make of nvcc's one trace one for each device, in which its programs are one process."""
    if not trace.exists():
        return
    events = json.loads(trace.read_text("utf-8"))["traceEvents"]
    trace.unlink()
    places = _places(events, devices)
    for device in sorted(set(places.values())):
        mine = [event | {"pid": 1} for event in events if places.get(event.get("pid")) == device]
        name = f"{output.stem}-cuda-nvptx64-nvidia-cuda-{device}.json"
        named = [event for event in mine if event.get("ph") == "X"]
        output.with_name(name).write_text(json.dumps({"traceEvents": named}), "utf-8")


def _places(events: list[dict[str, Any]], devices: dict[str, str]) -> dict[int, str]:
    """Return the device of every process that compiled for one."""
    programs = {e["pid"]: e["args"]["name"] for e in events if e.get("name") == "process_name"}
    archs = {
        event["pid"]: found[1]
        for event in events
        if event.get("name") == "thread_name"
        and (found := _THREAD.fullmatch(event["args"]["name"]))
    }
    return {
        pid: devices.get(arch, arch)
        for pid, arch in archs.items()
        if _OF_DEVICES.fullmatch(programs.get(pid, ""))
    }
