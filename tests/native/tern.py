"""Building native/ and calling its programs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SOURCE = Path(__file__).resolve().parent.parent.parent / "native"
PARITY = SOURCE / "tests" / "parity"


@dataclass(frozen=True)
class Tern:
    """A finished build of native/."""

    build: Path

    def program(self, name: str) -> Path:
        """Give the path of a program, whatever the system appends to its name."""
        found = sorted((self.build / "tools").glob(f"**/{name}{suffix()}"))
        assert found, f"no {name} in {self.build}"
        return found[0]

    def run(self, name: str, *arguments: str | Path) -> str:
        """Run a program that must succeed; give what it printed."""
        done = self.attempt(name, *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def attempt(self, name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a program that may fail."""
        return call([self.program(name), *arguments])


def suffix() -> str:
    """Give the ending of programs on this system."""
    return ".exe" if sys.platform == "win32" else ""


def call(command: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
    """Run a command; take its output as text."""
    words = [str(word) for word in command]
    return subprocess.run(words, capture_output=True, check=False, encoding="utf-8")


def must(command: Sequence[str | Path]) -> str:
    """Run a command that must succeed; give all that it printed."""
    done = call(command)
    output = done.stdout + done.stderr
    assert done.returncode == 0, " ".join(map(str, command)) + "\n" + output
    return output


def tool(name: str) -> str:
    """Find a program beside the Python that runs the tests, else on the path."""
    beside = Path(sys.executable).parent / f"{name}{suffix()}"
    found = str(beside) if beside.exists() else shutil.which(name)
    assert found, f"{name} is not installed"
    return found


def compiler() -> list[str]:
    """Give the argument that chooses the newest clang from 15 on; nothing if there is none."""
    for name in ["clang++", *(f"clang++-{major}" for major in range(30, 14, -1))]:
        found = shutil.which(name)
        if found and _major(found) >= 15:
            return [f"-DCMAKE_CXX_COMPILER={found}"]
    return []


def _major(path: str) -> int:
    match = re.search(r"clang version (\d+)", call([path, "--version"]).stdout)
    return int(match[1]) if match else 0


def configure(folder: Path, *options: str, source: Path = SOURCE) -> str:
    """Configure a build with warnings as errors; options may choose another compiler. Give what CMake said."""
    given = any("CMAKE_CXX_COMPILER=" in option for option in options)
    chosen: list[str] = [] if given else compiler()
    ninja = f"-DCMAKE_MAKE_PROGRAM={tool('ninja')}"
    fixed = ["-G", "Ninja", ninja, "-DTERN_WERROR=ON", "-DCMAKE_BUILD_TYPE=Release"]
    return must([tool("cmake"), "-S", str(source), "-B", str(folder), *fixed, *chosen, *options])


def build(folder: Path) -> str:
    """Build everything with two jobs."""
    return must([tool("cmake"), "--build", folder, "--parallel", "2"])


def ctest(folder: Path) -> str:
    """Run the C++ tests; having none is a failure."""
    command = [tool("ctest"), "--test-dir", str(folder), "--output-on-failure", "--no-tests=error"]
    return must([*command, "-L", "main"])
