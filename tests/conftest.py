"""What every test gets: an environment of its own, and the command line as a function."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from buildprof import cli
from buildprof.errors import ToolError
from buildprof.process import capture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent

# What a user may have set that changes what buildprof prints or does.
FOREIGN = (
    *("CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "CC", "CXX", "CLICOLOR", "CLICOLOR_FORCE"),
    *("FORCE_COLOR", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "LINES", "MAKEFLAGS", "NINJA_STATUS"),
    *("PYTHONDONTWRITEBYTECODE",),
)
FOREIGN_BEGINNINGS = (
    *(
        "BUILDPROF_",
        "CMAKE_",
        "CCACHE_",
        "SCCACHE_",
        "GIT_",
        "LC_",
        "TYPER_",
        "GG_BUILD_",
        "LLAMA_",
    ),
)


@dataclass(frozen=True)
class Outcome:
    """What a command did: its exit code and all that it printed."""

    code: int
    stdout: str
    stderr: str


@pytest.fixture(scope="session")
def tracked() -> Callable[..., list[Path]]:
    """Files of the repository, and new ones that git does not ignore: `tracked("buildprof")`."""

    def files(*folders: str) -> list[Path]:
        listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        try:
            done = capture([*listing, "--", *folders], cwd=ROOT)
        except ToolError:
            pytest.skip("git, which knows what belongs to the repository, is not installed")
        if done.returncode:
            pytest.skip("this is no git repository, so nothing knows what belongs to it")
        return [ROOT / name for name in done.output.split("\0") if (ROOT / name).is_file()]

    return files


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(autouse=True)
def isolated(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fix width, colour, locale and clock zone; give the test a home, cache and folder of its own."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name in FOREIGN or name.startswith(FOREIGN_BEGINNINGS):
            monkeypatch.delenv(name)
    folders = {
        "HOME": home,
        "USERPROFILE": home,
        "APPDATA": home / "config",
        "LOCALAPPDATA": home / "cache",
        "XDG_CONFIG_HOME": home / "config",
        "XDG_CACHE_HOME": home / "cache",
        "XDG_DATA_HOME": home / "data",
        "XDG_STATE_HOME": home / "state",
        "MPLCONFIGDIR": home / "matplotlib",
    }
    texts = {"COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb"}
    for name, value in {**folders, **texts}.items():
        monkeypatch.setenv(name, str(value))
    return home


@pytest.fixture(autouse=True)
def _utc(isolated: Path) -> Iterator[None]:
    """Make the C library notice the zone, and notice again when it is gone."""
    del isolated
    if hasattr(time, "tzset"):
        time.tzset()
    yield
    if hasattr(time, "tzset"):
        time.tzset()


@pytest.fixture
def buildprof(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Outcome]:
    """Run a command in this process, in an empty folder: `buildprof("show", run)`."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str | Path) -> Outcome:
        capfd.readouterr()
        code = cli.invoke([str(argument) for argument in arguments])
        printed = capfd.readouterr()
        return Outcome(code, printed.out, printed.err)

    return run
