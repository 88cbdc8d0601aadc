"""The machine that builds run on."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import msgspec
import psutil


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """What a comparison needs to know of a machine; memory in MiB."""

    name: str
    system: str
    architecture: str
    cpu: str
    cores: int
    memory_mib: int


def this() -> Machine:
    """Describe the machine that this runs on."""
    return Machine(
        name=platform.node() or "unknown",
        system=_system(),
        architecture=platform.machine() or "unknown",
        cpu=_cpu(),
        cores=cores(),
        memory_mib=psutil.virtual_memory().total >> 20,
    )


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _system() -> str:
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return f"{platform.system()} {platform.release()}"
    return f"{release.get('PRETTY_NAME', platform.system())}, kernel {platform.release()}"


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
