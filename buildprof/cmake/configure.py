"""Configure a project, unedited: our flags and the variant come in by injection."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from buildprof import process
from buildprof.cmake import fileapi, instrumentation, settings, tree
from buildprof.errors import ToolError
from buildprof.project.scope import Scope
from buildprof.project.toolchain import Toolchain
from buildprof.project.variant import Variant

STAT_REPORT = f"{settings.FOLDER}/proc-stat.csv"
INCLUDES = "CMAKE_PROJECT_TOP_LEVEL_INCLUDES"
_OURS = frozenset({"Clang", "AppleClang"})
# languages whose compiler is no C++ compiler, or which another trace producer serves
_FREE = frozenset({"ASM", "ASM_NASM", "ASM_MASM", "RC", "Fortran", "Swift", "CUDA", "ISPC", "Java"})
# others may compile the languages of GPUs
_CLANGS = (
    "$<OR:$<COMPILE_LANGUAGE:C,CXX,OBJC,OBJCXX>,$<COMPILE_LANG_AND_ID:CUDA,Clang>,"
    "$<COMPILE_LANG_AND_ID:HIP,Clang>>"
)
# `-` lets nvcc name the trace after the object
_NVCC_TRACE = (
    "$<$<AND:$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>,$<VERSION_GREATER_EQUAL:$<CUDA_COMPILER_VERSION>,13>>:"
    "SHELL:-fdevice-time-trace ->"
)
_LEFT_OUT = re.compile(r"^-- (\S+: left out .*)$", re.MULTILINE)


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """One build to configure. `headers` are each target's PCH, see `settings.write`."""

    source: Path
    build_root: Path
    build_type: str
    cache: Mapping[str, str]
    scope: Scope
    variant: Variant
    toolchain: Toolchain
    headers: Mapping[str, Sequence[str]]
    fallback: bool = False


class Configured(msgspec.Struct, frozen=True, kw_only=True):
    """A configured build tree: the command, its output, and what it found of the targets."""

    command: tuple[str, ...]
    output: str
    wall_s: float
    targets: tuple[settings.TargetReport, ...]

    @property
    def left_out(self) -> list[str]:
        """What the project says it is built without, in lines `-- NAME: left out WHAT: WHY`."""
        return _LEFT_OUT.findall(self.output)


def program(name: str) -> str:
    """Return the path of `cmake`, `ctest` or `ninja`: beside this Python's, else from PATH."""
    suffix = ".exe" if os.name == "nt" else ""
    beside = Path(sys.executable).with_name(name + suffix)
    return str(beside) if beside.is_file() else name


def options(toolchain: Toolchain, build_root: Path) -> tuple[str, ...]:
    """Return the compile options that every compile by clang gets, as generator expressions."""
    flags = ["-ftime-trace"]
    if toolchain.proc_stat:
        flags.append(f"-fproc-stat-report={(build_root / STAT_REPORT).as_posix()}")
    return (*(f"$<{_CLANGS}:{flag}>" for flag in flags), _NVCC_TRACE)


def command(request: Request) -> tuple[str, ...]:
    """Return the cmake call of a build."""
    return (
        program("cmake"),
        *("-S", str(request.source), "-B", str(request.build_root), "-G", "Ninja"),
        *(f"-D{key}={value}" for key, value in _cache(request).items()),
    )


def environment() -> dict[str, str]:
    """Return the environment of configure and build: the user's, with compiler caches switched off."""
    return dict(os.environ) | {"CCACHE_DISABLE": "1", "SCCACHE_RECACHE": "1", "CLICOLOR_FORCE": "0"}


def configure(request: Request) -> Configured:
    """Configure a fresh build tree. Raises ToolError with CMake's output where that fails."""
    tree.make(request.build_root)
    prepare(request)
    arguments = command(request)
    done = process.capture(arguments, env=environment())
    if done.returncode != 0:
        raise ToolError(
            f"CMake cannot configure the project (exit code {done.returncode}):\n{done.output.rstrip()}",
            where=request.source,
        )
    check_compilers(fileapi.toolchains(request.build_root))
    return Configured(
        command=arguments,
        output=done.output,
        wall_s=done.wall_s,
        targets=settings.read_report(request.build_root),
    )


def prepare(request: Request) -> None:
    """Write into the build tree what CMake reads: settings and queries."""
    settings.write(
        request.build_root,
        request.variant,
        request.headers,
        options=(*options(request.toolchain, request.build_root), *request.variant.flags),
        fallback=request.fallback,
    )
    fileapi.request(request.build_root)
    instrumentation.request(request.build_root)


def check_compilers(toolchains: Sequence[fileapi.Toolchain]) -> None:
    """Raise ToolError where a language that clang should compile is compiled by something else."""
    for toolchain in toolchains:
        compiler = toolchain.compiler
        if toolchain.language not in _FREE and compiler.id not in _OURS:
            raise ToolError(
                f"{toolchain.language} is compiled by {compiler.id or 'an unknown compiler'}"
                f" ({compiler.path}), which writes no traces",
                hint="The project chooses its compiler itself (a toolchain file, a preset, a set()?); "
                "let it take CMAKE_C_COMPILER and CMAKE_CXX_COMPILER.",
            )


def _cache(request: Request) -> dict[str, str]:
    variant, ours = request.variant, settings.INJECT / "buildprof.cmake"
    wanted = {
        "CMAKE_BUILD_TYPE": request.build_type,
        "CMAKE_EXPORT_COMPILE_COMMANDS": "ON",
        **request.cache,
        **request.scope.cache,
        **variant.cache,
        "CMAKE_C_COMPILER": request.toolchain.cc,
        "CMAKE_CXX_COMPILER": request.toolchain.cxx,
        "CMAKE_MAKE_PROGRAM": program("ninja"),
        "BUILDPROF_SETTINGS": (request.build_root / settings.FOLDER / "settings.cmake").as_posix(),
    }
    wanted[INCLUDES] = ";".join(filter(None, [wanted.get(INCLUDES), ours.as_posix()]))
    if variant.pch == "off":
        wanted["CMAKE_DISABLE_PRECOMPILE_HEADERS"] = "ON"
    return wanted
