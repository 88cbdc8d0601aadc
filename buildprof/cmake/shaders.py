"""Custom commands that compile a shader or kernel: their compilers write no trace, so their step is timed."""

from __future__ import annotations

import re
import shlex
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from buildprof.cmake.step import Step

# what compiles a language to what, by the name of the program
_COMPILERS = {
    "glslc": ("GLSL", "SPIR-V"),
    "glslang": ("GLSL", "SPIR-V"),
    "glslangValidator": ("GLSL", "SPIR-V"),
    "dxc": ("HLSL", "SPIR-V"),
    "metal": ("Metal", "AIR"),
}
_ENDINGS = re.compile(r"\.(comp|frag|vert|geom|tesc|tese|mesh|task|rgen|glsl|hlsl|metal|cl|cu)$")
_ARCH = re.compile(r"\s-arch[= ](\w+)")
_OPENCL = re.compile(r"^(clang(\+\+)?(-\d+)?|ocloc)$")


class Shader(NamedTuple):
    """What a step compiled: its source, its language, and the form that it was given."""

    source: str
    language: str
    arch: str


def compiled(step: Step) -> Shader | None:
    """Say what a step compiled, where it is a custom command that compiles one shader or kernel."""
    if step.role != "custom" or not step.command or not step.outputs:
        return None
    try:
        words = [word.replace("\\", "/") for word in shlex.split(step.command)]
    except ValueError:
        return None
    sources = [word for word in words if _ENDINGS.search(word)]
    found = next((kind for word in words if (kind := _compiler(word, step.command))), None)
    if found is None or not sources:
        return None
    return Shader(sources[-1], *found)


def _compiler(word: str, command: str) -> tuple[str, str] | None:
    name = PurePosixPath(word).name.removesuffix(".exe")
    if name == "nvcc":
        arch = _ARCH.search(command)
        return "CUDA by nvcc", arch[1] if arch else "unknown"
    return ("OpenCL", "SPIR-V") if _OPENCL.match(name) else _COMPILERS.get(name)
