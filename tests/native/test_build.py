"""native/ as a CMake project: its own tests, its variants, and its use by other projects."""

from __future__ import annotations

import itertools
import json
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.native import tern

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
#include <cstdio>
#include <tern/tern.h>

int main() {
  for (const auto& name : tern::Model::known_architectures()) std::puts(name.c_str());
  return tern::row_bytes(tern::Type::q8_0, 32) == 34 ? 0 : 1;
}
"""


def compiler(name: str) -> list[str]:
    """Give the argument that chooses a compiler; the test is skipped if it is not there."""
    gcc = shutil.which("g++")
    chosen = tern.compiler() if name == "clang" else [f"-DCMAKE_CXX_COMPILER={gcc}"] * bool(gcc)
    if not chosen:
        pytest.skip(f"{name} is not installed")
    return chosen


def units(folder: Path) -> list[str]:
    """Give the sources that a configured build compiles."""
    commands = json.loads((folder / "compile_commands.json").read_text(encoding="utf-8"))
    return [command["file"] for command in commands]


def test_ctest_passes(native: tern.Tern) -> None:
    printed = tern.ctest(native.build)

    assert "100% tests passed" in printed
    assert "out of 0" not in printed


@pytest.mark.parametrize(("scope", "least"), [("minimal", 40), ("full", 60)])
def test_there_are_enough_translation_units(tmp_path: Path, scope: str, least: int) -> None:
    switch = "ON" if scope == "full" else "OFF"
    choice = [f"-DTERN_BUILD_TOOLS={switch}", f"-DTERN_BUILD_TESTS={switch}"]
    tern.configure(tmp_path, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *choice)

    assert len(units(tmp_path)) >= least


def test_backends_without_their_toolchain_are_left_out_and_named(tmp_path: Path) -> None:
    backends = [f"-DTERN_{name}=AUTO" for name in ("CUDA", "HIP", "METAL", "OPENCL", "VULKAN")]
    nothing = ["-DTERN_CUDA_TOOLKIT=/nowhere", "-DTERN_HIP_ARCHS=gfx0"]
    printed = tern.configure(tmp_path, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *backends, *nothing)

    assert "-- tern: left out CUDA: " in printed
    assert "-- tern: left out HIP: " in printed
    assert not [unit for unit in units(tmp_path) if unit.endswith((".cu", ".hip"))]


def consumer(folder: Path, how_to_find: str) -> Path:
    """Write a project that uses the library."""
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.24)\nproject(consumer LANGUAGES CXX)\n"
        f"{how_to_find}\n"
        "add_executable(consumer main.cpp)\ntarget_link_libraries(consumer PRIVATE tern::tern)\n",
        encoding="utf-8",
    )
    (folder / "main.cpp").write_text(PROGRAM, encoding="utf-8")
    return folder


def test_an_installed_library_can_be_used(native: tern.Tern, tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    tern.must([tern.tool("cmake"), "--install", native.build, "--prefix", prefix])
    source = consumer(tmp_path, "find_package(tern 0.1 CONFIG REQUIRED)")

    tern.configure(tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}", source=source)
    tern.build(tmp_path / "build")

    printed = tern.must([tmp_path / "build" / f"consumer{tern.suffix()}"])
    assert {"gpt2", "llama", "qwen2"} <= set(printed.split())


@pytest.mark.slow
def test_the_library_can_be_part_of_another_project(tmp_path: Path) -> None:
    source = consumer(tmp_path, f'add_subdirectory("{tern.SOURCE.as_posix()}" tern)')
    choice = ["-DTERN_PCH=ON", "-DTERN_UNITY=ON", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]

    tern.configure(tmp_path / "build", *choice, source=source)
    tern.build(tmp_path / "build")

    assert tern.must([tmp_path / "build" / f"consumer{tern.suffix()}"])
    assert not any("tests" in unit or "tools" in unit for unit in units(tmp_path / "build"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["clang", "gcc"])
@pytest.mark.parametrize(("pch", "unity"), list(itertools.product(["OFF", "ON"], repeat=2)))
def test_every_variant_builds_and_passes(tmp_path: Path, name: str, pch: str, unity: str) -> None:
    options = [f"-DTERN_PCH={pch}", f"-DTERN_UNITY={unity}"]

    tern.configure(tmp_path, *options, *compiler(name))
    tern.build(tmp_path)

    assert "100% tests passed" in tern.ctest(tmp_path)
    assert bool(list(tmp_path.rglob("cmake_pch.hxx.*ch"))) == (pch == "ON")
    assert bool(list(tmp_path.rglob("unity_0_cxx.cxx"))) == (unity == "ON")
