"""The lock files hold what is needed, exactly, and nothing else."""

from __future__ import annotations

import importlib.metadata
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SYSTEMS = [
    {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
]


def pins(name: str) -> dict[str, Requirement]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    found = [Requirement(line) for line in lines if line and line[0] not in "#-"]
    return {canonicalize_name(pin.name): pin for pin in found}


RUN = pins("requirements.txt")
TEST = pins("requirements-test.txt")
ALL = {**RUN, **TEST}
NAMED = [
    *((line, RUN) for line in PROJECT["build-system"]["requires"]),
    *((line, RUN) for line in PROJECT["project"]["dependencies"]),
    *((line, ALL) for line in PROJECT["project"]["optional-dependencies"]["test"]),
]


@pytest.mark.parametrize("pin", ALL.values(), ids=str)
def test_pin_is_exact(pin: Requirement) -> None:
    assert [bound.operator for bound in pin.specifier] == ["=="]
    assert not any(bound.version.endswith("*") for bound in pin.specifier)


def test_no_package_is_pinned_twice() -> None:
    assert set(RUN) & set(TEST) == set()
    assert "-r requirements.txt" in (ROOT / "requirements-test.txt").read_text().splitlines()


@pytest.mark.parametrize(("line", "lock"), NAMED, ids=lambda value: str(value)[:40])
def test_dependency_is_pinned_within_its_range(line: str, lock: dict[str, Requirement]) -> None:
    wanted = Requirement(line)
    pin = lock[canonicalize_name(wanted.name)]

    assert wanted.specifier.contains(_version(pin))


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system["sys_platform"])
def test_lock_holds_all_that_is_needed_and_nothing_else(
    python: str, system: dict[str, str]
) -> None:
    """Walk the dependencies of what is named, as they are on another Python and system."""
    about = default_environment()
    environment = {
        **about,
        **system,
        "python_version": python,
        "python_full_version": f"{python}.0",
    }
    needed = _closure((line for line, _ in NAMED), environment)
    pinned = {name for name, pin in ALL.items() if _applies(pin, environment)}

    assert pinned == needed


def test_installed_is_what_is_pinned() -> None:
    environment = {**default_environment()}
    applying = {name: pin for name, pin in ALL.items() if _applies(pin, environment)}
    installed = {name: importlib.metadata.version(name) for name in applying}

    assert installed == {name: _version(pin) for name, pin in applying.items()}


def _version(pin: Requirement) -> str:
    (bound,) = pin.specifier
    return bound.version


def _applies(requirement: Requirement, environment: dict[str, Any], extra: str = "") -> bool:
    marker = requirement.marker
    return marker is None or marker.evaluate({**environment, "extra": extra})


def _closure(lines: Iterable[str], environment: dict[str, Any]) -> set[str]:
    waiting = [Requirement(line) for line in lines]
    seen: set[str] = set()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in seen or not _applies(requirement, environment):
            continue
        seen.add(name)
        if requirement.name == "colorama":  # is not installed everywhere, and needs nothing
            continue
        inner = importlib.metadata.requires(name) or []
        waiting += [r for r in map(Requirement, inner) if _applies(r, environment)]
    return seen
