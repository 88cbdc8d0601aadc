"""The compiler: the newest clang there is, what it is, and whether it does what buildprof needs."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path

import msgspec

from buildprof import process
from buildprof.errors import ToolError

OLDEST = 15
_NAME = re.compile(r"clang(?:-(\d+))?(?:\.exe)?", re.IGNORECASE)
_VERSION = re.compile(r"(Apple )?clang version (\d+)\.(\d+)(?:\.(\d+))?\S*")
_PROBE = "#include <cstddef>\n"


class Toolchain(msgspec.Struct, frozen=True, kw_only=True):
    """A clang and its facts; `proc_stat` says whether it can report user time and memory."""

    cc: str
    cxx: str
    version: str
    vendor: str
    target: str
    standard_library: str
    proc_stat: bool

    @property
    def title(self) -> str:
        """What tables call it."""
        return f"{self.vendor} {self.version}"


def find() -> Toolchain:
    """Return the newest clang on PATH, version 15 or later. Raises ToolError where there is none."""
    found = {path: _version(path) for path in candidates()}
    newest = max(found, key=lambda path: found[path], default=None)
    if newest is None or found[newest] < (OLDEST,):
        seen = ", ".join(f"{p.name} {'.'.join(map(str, v))}" for p, v in found.items()) or "none"
        raise ToolError(
            f"no clang {OLDEST} or later is on PATH (found: {seen})",
            hint="Install one, for example: apt-get install clang-22 (Debian, Ubuntu), "
            "xcode-select --install (macOS), winget install LLVM.LLVM (Windows).",
        )
    return inspect(newest)


def candidates() -> list[Path]:
    """Return every clang on PATH that has its clang++ beside it."""
    folders = [Path(part) for part in os.get_exec_path() if part]
    files = [file for folder in folders if folder.is_dir() for file in _clangs(folder)]
    return [file for file in dict.fromkeys(files) if partner(file).is_file()]


def partner(clang: Path) -> Path:
    """Return the C++ driver that belongs to a C driver: clang-22 → clang++-22."""
    return clang.with_name(re.sub(r"clang", "clang++", clang.name, count=1, flags=re.IGNORECASE))


def inspect(clang: Path) -> Toolchain:
    """Ask a clang what it is. Raises ToolError where it cannot compile a line of C++."""
    cxx = partner(clang)
    banner = _output([cxx, "--version"])
    match = _VERSION.search(banner)
    if match is None:
        raise ToolError("does not say which clang it is", where=cxx)
    return Toolchain(
        cc=str(clang),
        cxx=str(cxx),
        version=match[0].rpartition(" ")[2],
        vendor="Apple clang" if match[1] else "clang",
        target=_target(banner),
        standard_library=_standard_library(cxx),
        proc_stat=_traces(cxx),
    )


def _clangs(folder: Path) -> list[Path]:
    try:
        files = sorted(folder.iterdir())
    except OSError:
        return []
    return [file for file in files if _NAME.fullmatch(file.name) and shutil.which(file)]


def _version(clang: Path) -> tuple[int, ...]:
    try:
        match = _VERSION.search(_output([clang, "--version"]))
    except ToolError:
        return (0,)
    return tuple(int(part or 0) for part in match.groups()[1:]) if match else (0,)


def _target(banner: str) -> str:
    match = re.search(r"^Target: (\S+)", banner, re.MULTILINE)
    return match[1] if match else "unknown"


def _standard_library(cxx: Path) -> str:
    text = process.capture([cxx, "-x", "c++", "-E", "-dM", "-"], stdin=_PROBE).output
    macros = dict(re.findall(r"^#define (\S+) (\S+)$", text, re.MULTILINE))
    if "_LIBCPP_VERSION" in macros:
        return f"libc++ {_dotted(int(macros['_LIBCPP_VERSION']))}"
    if "__GLIBCXX__" in macros:
        return f"libstdc++ {macros.get('_GLIBCXX_RELEASE', '?')} ({macros['__GLIBCXX__']})"
    if "_MSVC_STL_UPDATE" in macros:
        return f"MSVC STL {macros['_MSVC_STL_UPDATE']}"
    return "unknown"


def _dotted(version: int) -> str:
    # libc++ counts 2201xx as 22.1.xx since 15, and 15000 as 15.0 before
    major, rest = divmod(version, 10_000)
    return f"{major}.{rest // 100}" if major > 1 else str(version // 1000)


def _traces(cxx: Path) -> bool:
    """Compile a line as builds will; the answer is whether -fproc-stat-report worked too."""
    with tempfile.TemporaryDirectory(prefix="buildprof-") as folder:
        source, report = Path(folder, "probe.cpp"), Path(folder, "stat.csv")
        source.write_text("int probe() { return 0; }\n", "utf-8")
        compile_: list[str | Path] = [cxx, "-c", source, "-o", Path(folder, "probe.o")]
        compile_ += ["-ftime-trace"]
        _output(compile_)
        if not Path(folder, "probe.json").is_file():
            raise ToolError(
                "writes no trace with -ftime-trace", where=cxx, hint="Is it really clang?"
            )
        stat = process.capture([*compile_, f"-fproc-stat-report={report}"])
        return stat.returncode == 0 and report.is_file()


def _output(command: list[str | Path]) -> str:
    done = process.capture(command, timeout_s=60)
    if done.returncode != 0:
        raise ToolError(f"fails: {done.output.strip()}", where=" ".join(done.command))
    return done.output
