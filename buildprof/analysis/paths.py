"""Names of traces, objects and sources, and what follows from them."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from buildprof.cmake.step import Step

_TIME_TRACE = re.compile(r"(?:^|\s)-ftime-trace=(\"[^\"]+\"|\S+)")
# clang names the trace of an offload device after the host's, the triple and the architecture.
_DEVICE = re.compile(
    r"^(?P<stem>.+?)-(?P<language>hip|hipv4|cuda|openmp|sycl)-(?P<triple>[^-]+-[^-]*-[^-]*(?:-[^-]*)?)-"
    r"(?P<arch>(?:gfx|sm_|compute_|native|spir|generic)[^/]*)\.json$"
)
_UNITY = re.compile(r"(?:^|/)unity_\d+_[a-z]+\.[^/]+$")
_PCH = re.compile(r"(?:^|/)cmake_pch(?:_[^/]*)?\.h(?:xx)?(?:\.|$)|\.(?:pch|gch)$")
_OBJECT_FOLDER = re.compile(r"(?:^|/)CMakeFiles/[^/]+\.dir/")
_ENDINGS = (".json", ".time-trace")
_OBJECTS = (".o", ".obj")


def traces_of(step: Step) -> list[str]:
    """Where the trace of a compile step may be, the best place first.

    Its command may say; else it lies beside the object; and a driver may have kept a copy.
    """
    beside = replace_ending(step.outputs[0], ".json") if step.outputs else None
    said = _TIME_TRACE.search(step.command or "")
    places = [_said(said[1].strip('"'), beside, step.directory) if said else beside, step.trace]
    return [place for place in places if place]


def _said(path: str, beside: str | None, directory: str | None) -> str | None:
    """`-ftime-trace=` names a file, or a folder in which clang uses the object's name."""
    if directory:
        path = path.removeprefix(directory.rstrip("/") + "/")
    if path.endswith(_ENDINGS):
        return path
    return posixpath.join(path, posixpath.basename(beside)) if beside else None


def replace_ending(path: str, ending: str) -> str:
    """Like clang: the last ending is replaced, and appended where there is none."""
    folder, slash, name = path.rpartition("/")
    stem, dot, _ = name.rpartition(".")
    return f"{folder}{slash}{stem if dot and stem else name}{ending}"


def stem_of(trace: str) -> str:
    """A trace's path without its ending: `d/x.cpp` for `d/x.cpp.json`."""
    ending = next((end for end in _ENDINGS if trace.endswith(end)), "")
    return trace.removesuffix(ending)


class Device(NamedTuple):
    """What the name of a device trace says; `stem` is that of the host's trace."""

    stem: str
    arch: str
    language: str | None


def device_of(trace: str) -> Device | None:
    """What a name says, where it is a device trace's; OpenMP leaves the language of its source."""
    found = _DEVICE.match(trace)
    if not found:
        return None
    language = found["language"].removesuffix("v4").upper()
    return Device(found["stem"], found["arch"], None if language == "OPENMP" else language)


def is_unity(path: str) -> bool:
    """Whether a source is one that CMake writes for a unity build."""
    return bool(_UNITY.search(path))


def is_pch(path: str) -> bool:
    """Whether a source or output is a precompiled header's."""
    return bool(_PCH.search(path))


def source_guess(stem: str) -> str:
    """Where the source of an object is, relative to the project: CMake keeps the folders."""
    return _OBJECT_FOLDER.sub(lambda found: "/" if found[0].startswith("/") else "", stem, count=1)


def objects_of(trace: str) -> list[str]:
    """What the object beside a trace may be called."""
    return [stem_of(trace) + ending for ending in _OBJECTS]
