"""The compilation database: which source becomes which object, and how."""

from __future__ import annotations

import os
import re
import shlex
from typing import TYPE_CHECKING

import msgspec

from buildprof.cmake.step import Step
from buildprof.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "compile_commands.json"

LANGUAGES = {
    "c": "C", "cc": "CXX", "cpp": "CXX", "cxx": "CXX", "c++": "CXX", "cppm": "CXX", "ixx": "CXX",
    "cp": "CXX", "cu": "CUDA", "hip": "HIP", "m": "OBJC", "mm": "OBJCXX", "s": "ASM", "asm": "ASM",
    "ispc": "ISPC", "swift": "Swift", "f": "Fortran", "f90": "Fortran",
}  # fmt: skip
_TARGET = re.compile(r"(?:^|/)CMakeFiles/([^/]+)\.dir/")
_CONFIGURATIONS = re.compile(r"\.dir/(Debug|Release|RelWithDebInfo|MinSizeRel)/")
_OUTPUT = re.compile(r'(?:^|\s)(?:-o|/Fo)\s?("[^"]+"|\S+)')
_LANGUAGE_OPTION = re.compile(
    r"(?:^|\s)-x\s?(c\+\+|c|objective-c\+\+|objective-c|cuda|hip)(?:-header)?\s"
)
_OPTION_LANGUAGES = {
    "c": "C", "c++": "CXX", "objective-c": "OBJC", "objective-c++": "OBJCXX", "cuda": "CUDA", "hip": "HIP",
}  # fmt: skip


# kernels that clang compiles as a language of its own, and not as a part of C++
_KERNEL = re.compile(r"(?:^|\s)-x\s?(cl|clcpp|metal)(?=\s)")
_KERNEL_TARGET = re.compile(r"(?:^|\s)(?:--target=|-target\s+)(\S+)")
_METAL = re.compile(r"(?:^|\s)-D\s?__METAL_VERSION__")


class Entry(msgspec.Struct, frozen=True):
    """One entry, as the format defines it."""

    directory: str
    file: str
    command: str | None = None
    arguments: tuple[str, ...] | None = None
    output: str | None = None


def load(build_dir: Path) -> list[Step]:
    """The compile steps of a build; none where it has no compilation database."""
    path = build_dir / FILE_NAME
    if not path.is_file():
        return []
    try:
        entries = msgspec.json.decode(path.read_bytes(), type=list[Entry])
    except (msgspec.DecodeError, OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"is no compilation database: {error}", where=path, hint="Configure the build again."
        ) from error
    return [_step(entry) for entry in entries]


def target_of(output: str) -> str | None:
    """The CMake target in whose directory an object lies."""
    found = _TARGET.search(output.replace("\\", "/"))
    return found[1] if found else None


def configuration_of(output: str) -> str | None:
    """The configuration that a multi-configuration generator writes into an object's path."""
    found = _CONFIGURATIONS.search(output.replace("\\", "/"))
    return found[1] if found else None


def language_of(source: str, command: str = "") -> str | None:
    """The language of a source: what the command says, else what its ending means."""
    said = _LANGUAGE_OPTION.search(command)
    if said:
        return _OPTION_LANGUAGES[said[1]]
    return LANGUAGES.get(source.rpartition(".")[2].lower())


def kernel_of(command: str) -> tuple[str, str | None] | None:
    """The language and the target of a compile of OpenCL or Metal; None where it is of another one."""
    said = _KERNEL.search(command)
    if not said:
        return None
    metal = said[1] == "metal" or _METAL.search(command)
    target = _KERNEL_TARGET.search(command)
    return "Metal" if metal else "OpenCL", target[1] if target else None


def _step(entry: Entry) -> Step:
    command = entry.command if entry.command is not None else shlex.join(entry.arguments or ())
    output = entry.output or _output(entry, command)
    relative = _relative(output, entry.directory) if output else None
    source = os.path.normpath(os.path.join(entry.directory, entry.file))  # noqa: PTH118
    return Step(
        role="compile",
        outputs=(relative,) if relative else (),
        source=source.replace("\\", "/"),
        target=target_of(relative or ""),
        language=language_of(entry.file, command),
        configuration=configuration_of(relative or ""),
        command=command,
        directory=entry.directory.replace("\\", "/"),
    )


def _output(entry: Entry, command: str) -> str | None:
    """What `-o` names; the last one counts."""
    if entry.arguments:
        named = [b for a, b in zip(entry.arguments, entry.arguments[1:], strict=False) if a == "-o"]
        return named[-1] if named else None
    found = _OUTPUT.findall(command)
    return str(found[-1]).strip('"') if found else None


def _relative(output: str, directory: str) -> str:
    """Relative to the build root, with forward slashes."""
    output = output.replace("\\", "/")
    base = directory.replace("\\", "/").rstrip("/") + "/"
    return output.removeprefix(base)
