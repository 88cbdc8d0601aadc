from __future__ import annotations

import importlib.metadata
import os
import re
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from buildprof import __version__
from buildprof.process import Finished, capture
from buildprof.project import toolchain

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TAKEN_NAME = re.compile(r"pipx? install [^\n]*(?<![\w/.-])buildprof\b(?!/)")
# The second hands over to the program of that name where it is installed.
DROP_IN = ("buildprof-cba", "ClangBuildAnalyzer")


def test_version_is_said_once() -> None:
    assert PROJECT["project"]["version"] == __version__
    assert importlib.metadata.version("cpp-buildprof") == __version__


# Name --------------------------------------------------------------------------------------------


def test_name_that_belongs_to_somebody_else_is_not_ours() -> None:
    assert PROJECT["project"]["name"] == "cpp-buildprof"
    assert set(PROJECT["project"]["scripts"]) == {"buildprof", *DROP_IN}


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("pip install buildprof", True),
        ("python -m pip install -U buildprof==1", True),
        ("pipx install buildprof", True),
        ("pip install cpp-buildprof", False),
        ("pip install .", False),
        ("pip install ./buildprof", False),
        ("pip install .\nbuildprof --version", False),
    ],
)
def test_what_counts_as_telling_to_install_that_name(text: str, tells: bool) -> None:
    assert bool(TAKEN_NAME.search(text)) is tells


def test_nobody_is_told_to_install_that_name(tracked: Callable[..., list[Path]]) -> None:
    ours = Path(__file__).relative_to(ROOT).as_posix()
    guilty = [
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.relative_to(ROOT).as_posix() != ours
        and TAKEN_NAME.search(path.read_bytes().decode("utf-8", "ignore"))
    ]

    assert guilty == []


# Wheel and sdist ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def checkout(tracked: Callable[..., list[Path]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What somebody gets who clones the repository, without any version control."""
    root = tmp_path_factory.mktemp("checkout")
    for path in tracked():
        place = path.relative_to(ROOT)
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_bytes(path.read_bytes())
    return root


@pytest.fixture(scope="module")
def sdist(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, made as a builder's front end makes it."""
    folder = tmp_path_factory.mktemp("sdist")
    script = "import sys; from scikit_build_core.build import build_sdist as b; b(sys.argv[1])"
    _checked(capture([sys.executable, "-c", script, folder], cwd=checkout))
    (file,) = folder.glob("*.tar.gz")
    return file


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made from the source distribution: what that lacks, the wheel cannot have."""
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir"]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    environment = {**os.environ, "CXX": toolchain.find().cxx}
    _checked(capture([*pip, "wheel", sdist, *options, folder], env=environment))
    (file,) = folder.glob("*.whl")
    return file


def test_sdist_holds_the_package_and_no_more(
    tracked: Callable[..., list[Path]], sdist: Path
) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    assert {"pyproject.toml", "README.md", "LICENSE", "PKG-INFO"} <= names
    assert {"buildprof/__init__.py", "buildprof/trace/core/CMakeLists.txt"} <= names
    assert {path.relative_to(ROOT).as_posix() for path in tracked("templates")} <= names
    assert {name.partition("/")[0] for name in names if name} == {
        *("buildprof", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "PKG-INFO"),
        *(["templates"] if tracked("templates") else []),
    }


def test_wheel_holds_all_that_the_package_reads(
    tracked: Callable[..., list[Path]], wheel: Path
) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    package = {
        path.relative_to(ROOT).as_posix()
        for path in tracked("buildprof")
        if "trace/core/" not in path.as_posix()
    }
    templates = {f"buildprof/{p.relative_to(ROOT).as_posix()}" for p in tracked("templates")}
    rest = {name for name in names if not name.startswith("cpp_buildprof-")}
    compiled = {name for name in rest if re.fullmatch(r"buildprof/trace/_core\..*(so|pyd)", name)}

    assert "buildprof/py.typed" in names
    assert len(compiled) == 1
    assert rest - compiled == package | templates


def test_wheel_is_for_every_python_from_3_11(wheel: Path) -> None:
    assert wheel.name.startswith(f"cpp_buildprof-{__version__}-cp311-abi3-")


def test_wheel_names_the_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        text = archive.read(name).decode()

    assert "buildprof=buildprof.entry:main" in text.replace(" ", "")


def test_installed_wheel_works(wheel: Path, tmp_path: Path) -> None:
    """Dependencies come from this environment, the package from the wheel."""
    venv.create(tmp_path / "env", with_pip=False)
    folder = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    python = folder / ("python.exe" if os.name == "nt" else "python")
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    install: list[str | Path] = [
        "--python",
        python,
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        wheel,
    ]
    _checked(capture([*pip, *install]))
    (packages,) = (tmp_path / "env").rglob("site-packages")
    here = next(path for path in sys.path if path.endswith("site-packages"))
    (packages / "dependencies.pth").write_text(here + "\n", encoding="utf-8")

    version = capture([folder / "buildprof", "--version"], cwd=tmp_path)
    core = (
        "import buildprof, buildprof.trace._core as core; print(buildprof.__file__, core.__file__)"
    )
    imported = capture([python, "-c", core], cwd=tmp_path)

    assert (version.returncode, version.output) == (0, f"buildprof {__version__}\n")
    assert imported.returncode == 0, imported.output
    assert all(Path(p).is_relative_to(packages) for p in imported.output.strip().split(" "))


def _checked(done: Finished) -> Finished:
    assert done.returncode == 0, done.output
    return done
