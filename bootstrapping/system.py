"""What the system must have: clang with a library, what Python lacks, and for tests a browser."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bootstrapping.commands import output_of, run_logged, tail_of_log
from bootstrapping.packages import OLDEST_CLANG, PARTS, install
from bootstrapping.places import WINDOWS, Failure, environment, say

if TYPE_CHECKING:
    from collections.abc import Iterable

# Where compilers lie that installers leave off PATH.
CLANG_FOLDERS = {
    "darwin": ("/opt/homebrew/opt/llvm/bin", "/usr/local/opt/llvm/bin"),
    "win32": (r"C:\Program Files\LLVM\bin",),
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# The smallest program that needs headers, library and threads.
PROBE = """\
#include <thread>
#include <vector>
int main() { std::vector<int> v(2); std::thread([&] { v[0] = 1; }).join(); return v[1]; }
"""


class Clang(NamedTuple):
    """A clang with its clang++; Apple's counts by its own numbering."""

    version: tuple[int, ...]
    path: str
    cxx: str


def prepare_system() -> dict[str, str]:
    """Find clang and what Python lacks; install it where the system's package manager can."""
    missing, clang = look_around()
    if missing:
        install(missing)
        missing, clang = look_around()
    if clang is not None and not missing and probe(clang.cxx):
        install(["library"])
        missing = ["library"] if probe(clang.cxx) else []
    if missing or clang is None:
        names = ", ".join(PARTS[part] for part in missing)
        raise Failure(f"still missing after installing: {names}", tail_of_log())
    say(f"found {clang.path} {'.'.join(map(str, clang.version))}")
    return {"clang": clang.path, "clang++": clang.cxx}


def prepare_browser() -> None:
    """Find a browser, or install one; without one, the tests that need it are skipped."""
    if any(map(shutil.which, BROWSERS)) or not sys.platform.startswith("linux"):
        return
    try:
        install(["browser"])
    except Failure as failure:
        say(f"{failure.what}; these tests will be skipped")


def look_around() -> tuple[list[str], Clang | None]:
    """Return which parts are missing, and the newest usable clang."""
    importlib.invalidate_caches()
    clang = newest_clang(os.environ.get("PATH", "").split(os.pathsep))
    if clang is None:
        clang = newest_clang(CLANG_FOLDERS.get(sys.platform, ()))
    there = {
        "venv": all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")),
        "headers": (Path(sysconfig.get_path("include")) / "Python.h").is_file(),
        "clang": clang is not None,
    }
    return [part for part, found in there.items() if not found], clang


def newest_clang(folders: Iterable[str]) -> Clang | None:
    """Return the newest clang that is new enough and has its clang++ beside it."""
    found = []
    for folder in dict.fromkeys(folders):
        for path in sorted(Path(folder).glob("clang*")) if folder else ():
            if not re.fullmatch(r"clang(-\d+)?(\.exe)?", path.name):
                continue
            cxx = path.with_name(path.name.replace("clang", "clang++"))
            version = clang_version(output_of([str(path), "--version"]))
            if cxx.exists() and version >= (OLDEST_CLANG,):
                found.append(Clang(version, str(path), str(cxx)))
    return max(found, key=lambda clang: clang.version, default=None)  # the first of equals


def clang_version(text: str) -> tuple[int, ...]:
    """Return the version that `clang --version` tells, or () where there is none."""
    found = re.search(r"clang version (\d+)(?:\.(\d+))?(?:\.(\d+))?", text)
    return tuple(int(part) for part in found.groups() if part) if found else ()


def probe(cxx: str) -> int:
    """Compile and link a small program; returns 0 where that works."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.cpp"
        source.write_text(PROBE, encoding="utf-8")
        output = str(Path(folder) / "probe.exe")
        threads = [] if WINDOWS else ["-pthread"]
        return run_logged([cxx, "-std=c++20", *threads, str(source), "-o", output], environment())
