"""Packages of the system: what each manager calls them, and how they are installed."""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import TYPE_CHECKING, NamedTuple

from bootstrapping.commands import output_of, run_logged, tail_of_log
from bootstrapping.places import Failure, environment, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

OLDEST_CLANG = 15
PARTS = {
    "venv": "Python's module ensurepip",
    "headers": "Python's C headers",
    "clang": f"clang {OLDEST_CLANG} or newer",
    "library": "a C++ standard library that clang can link",
    "browser": "Chromium, for the tests of the HTML page",
}


class Manager(NamedTuple):
    """A package manager: how it installs, and what it calls each part (None: nothing to install)."""

    install: tuple[str, ...]
    venv: str | None
    headers: str | None
    clang: str
    library: str
    browser: str = "chromium"


MANAGERS = {
    "apt-get": Manager(
        ("apt-get", "install", "-y", "--no-install-recommends"),
        "python3.{minor}-venv",
        "libpython3.{minor}-dev",
        "clang-NN",
        "g++",
    ),
    "dnf": Manager(("dnf", "install", "-y"), None, "python3-devel", "clang", "gcc-c++"),
    "zypper": Manager(
        ("zypper", "--non-interactive", "install", "--no-recommends"),
        None,
        "python3{minor}-devel",
        "clang",
        "gcc-c++",
    ),
    "pacman": Manager(("pacman", "-S", "--needed", "--noconfirm"), None, None, "clang", "gcc"),
    "apk": Manager(("apk", "add"), None, "python3-dev", "clang", "g++"),
}


def install(parts: Sequence[str]) -> None:
    """Install parts with the system's package manager, or say exactly what to type."""
    what = ", ".join(PARTS[part] for part in parts)
    manager = next((name for name in MANAGERS if shutil.which(name)), None)
    if manager is None or sys.platform != "linux":
        raise Failure(f"missing: {what}", by_hand(parts, sys.platform))
    packages = packages_of(manager, parts, apt_names() if manager == "apt-get" else [])
    refreshed = False
    if manager == "apt-get" and not known_to_apt(packages):
        say(f"missing: {what}; asking apt-get for its newest list of packages")
        run_logged(privileged(["apt-get", "update"], what), environment())
        refreshed = True
        packages = packages_of(manager, parts, apt_names())
    if "clang-NN" in packages:
        raise Failure(
            f"missing: {what}",
            "This system's package sources have no clang that is new enough. Install one of LLVM's "
            "own packages or releases so that clang or clang-NN is on PATH, then try again.",
        )
    command = privileged([*MANAGERS[manager].install, *packages], what)
    say(f"missing: {what}; installing {' '.join(packages)}")
    code = run_logged(command, environment(DEBIAN_FRONTEND="noninteractive"))
    if code and manager == "apt-get" and not refreshed:  # an old list names files that are gone
        run_logged(privileged(["apt-get", "update"], what), environment())
        code = run_logged(command, environment(DEBIAN_FRONTEND="noninteractive"))
    if code:
        raise Failure(
            f"could not be installed: {what}", f"Tried: {' '.join(command)}\n{tail_of_log()}"
        )


def packages_of(manager: str, parts: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return the packages that bring the parts; of numbered clang packages the newest known."""
    names = MANAGERS[manager]
    wanted = []
    for part in parts:
        name = getattr(names, part)
        if name == "clang-NN":
            numbers = [int(n) for n in re.findall(r"^clang-(\d+)$", "\n".join(known), re.MULTILINE)]
            newest = max((n for n in numbers if n >= OLDEST_CLANG), default=None)
            wanted.append(f"clang-{newest}" if newest else name)
            runtime = f"libclang-rt-{newest}-dev"  # for sanitizers
            wanted += [runtime] if runtime in known else []
        elif name is not None:
            wanted.append(name.format(minor=sys.version_info[1]))
    return wanted


def apt_names() -> list[str]:
    """Return the names of the packages of clang that apt knows."""
    pattern = "^(clang|libclang-rt)-[0-9]+(-dev)?$"
    lines = output_of(["apt-cache", "search", "--names-only", pattern]).splitlines()
    return [line.split(" ", 1)[0] for line in lines if line]


def known_to_apt(packages: Iterable[str]) -> bool:
    """Tell whether apt has each package in its lists."""
    return all("Package:" in output_of(["apt-cache", "show", name]) for name in packages)


def privileged(command: list[str], what: str) -> list[str]:
    """Return a command as root runs it, through sudo where needed; where neither, say what to type."""
    if os.geteuid() == 0:
        return command
    if shutil.which("sudo"):
        ask = [] if sys.stdin is not None and sys.stdin.isatty() else ["-n"]
        return ["sudo", *ask, "env", "DEBIAN_FRONTEND=noninteractive", *command]
    raise Failure(
        f"missing: {what}; installing needs root",
        f"Type as root: {' '.join(command)}\nThen try again.",
    )


def by_hand(parts: Sequence[str], platform: str) -> str:
    """Return what to type on a system whose packages bootstrap does not install."""
    if platform == "darwin":
        return (
            "Type `xcode-select --install` (or `brew install llvm` for a newer clang), then try "
            "again. Python from Homebrew or python.org has the rest."
        )
    if platform == "win32":
        return (
            "Type `winget install LLVM.LLVM`, open a new terminal, then try again. Python from "
            "python.org has the rest."
        )
    return f"Install {', '.join(PARTS[part] for part in parts)}, then try again."
