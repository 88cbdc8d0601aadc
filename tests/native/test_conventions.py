"""The house rules of native/ that a compiler does not see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.native import tern

if TYPE_CHECKING:
    from pathlib import Path

SUFFIXES = {".h", ".cpp"}
FUNCTION_LINES = 80

# What each folder may include of the others; the longest name that fits a file counts.
LAYERS: dict[str, set[str]] = {
    "include/tern": {"tern"},
    "core": {"tern", "core"},
    "io": {"tern", "core", "io"},
    "ops": {"tern", "core", "ops"},
    "backends/common": {"tern", "core", "backends/common"},
    "backends/cpu": {"tern", "core", "backends/common", "backends/cpu"},
    "backends/gpu": {"tern", "core", "backends/common", "backends/gpu", "kernels"},
    "backends/cuda": {"tern", "core", "backends/common", "backends/gpu"},
    "backends/hip": {"tern", "core", "backends/common", "backends/gpu"},
    "backends/host": {"tern", "core", "backends/gpu", "backends/host"},
    "backends/metal": {"tern", "core", "backends/gpu", "backends/metal"},
    "backends/opencl": {
        "tern",
        "core",
        "backends/common",
        "backends/gpu",
        "backends/opencl",
        "kernels",
    },
    "backends/vulkan": {"tern", "core", "backends/gpu", "backends/vulkan"},
    "kernels": {"kernels", "backends/host"},
    "models": {"tern", "core", "io", "ops", "models"},
    "runtime": {"tern", "core", "io", "ops", "models", "runtime"},
    # tern-bench measures what an instruction set can do at best.
    "tools": {"tern", "core", "io", "ops", "models", "runtime", "tools", "backends/cpu/simd"},
    "examples": {"tern"},
    "server": {"tern", "core", "io", "models", "tools", "server"},
}


def sources() -> list[Path]:
    """Give all C++ files of native/."""
    return sorted(
        path
        for path in tern.SOURCE.rglob("*")
        if path.suffix in SUFFIXES
        and not {"build", "stubs"} & set(path.relative_to(tern.SOURCE).parts)
    )


def name(path: Path) -> str:
    """Give a path as it stands in an include."""
    return path.relative_to(tern.SOURCE).as_posix()


def layer(path: str) -> str:
    """Give the folder of LAYERS that a file belongs to, or nothing."""
    return max((folder for folder in LAYERS if path.startswith(f"{folder}/")), key=len, default="")


def included(path: Path) -> list[str]:
    """Give what a file includes in quotes."""
    return re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE)


def test_includes_point_one_way() -> None:
    wrong = [
        f"{name(path)} includes {other}"
        for path in sources()
        if layer(name(path))
        for other in included(path)
        if not any(other.startswith(f"{folder}/") for folder in LAYERS[layer(name(path))])
    ]

    assert wrong == []


def test_every_folder_has_its_place() -> None:
    assert {name(path).split("/")[0] for path in sources() if not layer(name(path))} == {"tests"}


def test_headers_bring_no_names_from_elsewhere() -> None:
    headers = [path for path in sources() if path.suffix == ".h"]
    texts = {name(path): path.read_text(encoding="utf-8") for path in headers}

    assert [path for path, text in texts.items() if "using namespace" in text] == []
    assert [path for path, text in texts.items() if not text.startswith("#pragma once\n")] == []


def test_helpers_are_in_a_namespace_of_their_own() -> None:
    anonymous = re.compile(r"^\s*namespace\s*\{", re.MULTILINE)
    found = [name(path) for path in sources() if anonymous.search(path.read_text(encoding="utf-8"))]

    assert found == [], "unity builds merge files: name the namespace after the file"


def test_no_function_is_too_long() -> None:
    found = {
        f"{name(path)}:{first}": last - first + 1
        for path in sources()
        for first, last in bodies(path.read_text(encoding="utf-8").splitlines())
    }

    assert len(found) > 500
    assert [place for place, lines in found.items() if lines > FUNCTION_LINES] == []


def bodies(lines: list[str]) -> list[tuple[int, int]]:
    """Give first and last line of each function; clang-format closes it at its own indentation."""
    found = []
    for number, line in enumerate(lines):
        if not re.match(r"\s*\S.*\) (const |override )*\{$", line):
            continue
        indent = line[: len(line) - len(line.lstrip())]
        if line.lstrip().startswith(": "):  # initialisers of a constructor stand further in
            indent = indent[:-4]
        ends = (end for end in range(number, len(lines)) if lines[end].startswith(f"{indent}}}"))
        found.append((number + 1, next(ends, number) + 1))
    return found


def test_ci_knows_every_area_of_tests() -> None:
    folder = tern.SOURCE / "tests"
    known = set((folder / "known-tests.txt").read_text(encoding="utf-8").splitlines())
    areas = {
        f"{path.parent.name}_{path.name.removesuffix('_test.cpp')}"
        for path in folder.glob("*/*_test.cpp")
    }

    assert len(areas) > 50
    # Vulkan's are there only where its headers are.
    assert areas - known <= {"backends_vulkan"}, "add them: buildprof ci --record-tests"


@pytest.mark.slow
def test_headers_stand_alone(tmp_path: Path, native: tern.Tern) -> None:
    chosen = tern.compiler()
    compiler = chosen[0].split("=", 1)[1] if chosen else tern.tool("c++")
    folders = (tern.SOURCE, tern.SOURCE / "include", native.build / "generated" / "include")
    flags = [f"-I{folder}" for folder in folders]
    for header in (path for path in sources() if path.suffix == ".h"):
        unit = tmp_path / "unit.cpp"
        unit.write_text(f'#include "{header.as_posix()}"\n', encoding="utf-8")
        tern.must([compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", *flags, str(unit)])
